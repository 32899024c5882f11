import { testRows } from '@partner-rating/table-tests';
import MiniSearch from 'minisearch';
import { expect, inject } from 'vitest';
import { filesOf, readPage } from '../testing/site-files.ts';
import { type Section, searchOptions } from './search-options.ts';

const site = inject('site');
const file = filesOf(site).find((name) => /^assets.search-.*\.json$/.test(name)) ?? '';
const index = MiniSearch.loadJSON<Section>(readPage(site, file), searchOptions);
const found = (words: string) => index.search(words).map(({ id }) => String(id));

testRows([
  ['pagination', '/docs/guides/without-an-sdk#pagination'],
  ['csv', '/docs/guides/without-an-sdk#matches-from-a-csv-file'],
  ['python', '/docs/guides/without-an-sdk'],
  ['sign', '/docs/guides/without-an-sdk#verify-the-signature-of-a-webhook'],
  ['retry', '/docs/guides/errors#repeat-what-may-be-repeated'],
  ['sandbox', '/docs/guides/mock-and-sandbox'],
])('finds what is looked for among the first three', (words, address) => {
  expect(found(words).slice(0, 3)).toContain(address);
});

testRows(['pagination', 'python', 'webhook', 'rate limit', 'retry', 'match', 'token', 'scope'])(
  'does not find the changelog first',
  (words) => {
    expect(found(words)[0]).not.toBe('/docs/changelog');
  },
);
