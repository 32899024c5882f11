import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { buildSite } from './build-site.ts';
import { brokenLinks } from './testing/broken-links.ts';
import { filesOf, readPage } from './testing/site-files.ts';

const temporaryDirectory = () => {
  const directory = mkdtempSync(join(tmpdir(), 'partner-rating-links-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  return directory;
};

describe('the links of the site', () => {
  it('lead to pages and headings that are there, in the Markdown too', () => {
    expect(brokenLinks(inject('site'), '/docs/')).toEqual([]);
  });

  it('do so where the site is published below another path', async () => {
    const elsewhere = join(temporaryDirectory(), 'site/');
    await buildSite(elsewhere, '/');
    expect(brokenLinks(elsewhere, '/')).toEqual([]);
    const pages = filesOf(elsewhere).filter((file) => /\.(?:html|css|md)$/.test(file));
    expect(pages.filter((file) => /["(]\/docs\//.test(readPage(elsewhere, file)))).toEqual([]);
  });
});

it('a link that leads nowhere is found', () => {
  const faulty = `${temporaryDirectory()}/`;
  const links = [
    '/docs/gone',
    '/docs/page#gone',
    '/docs/page#there',
    '/docs/page',
    'page',
    'https://example.com',
  ];
  const html = links.map((link) => `<a href="${link}">x</a>`).join('');
  writeFileSync(`${faulty}page.html`, `<h2 id="there">x</h2>${html}`);
  writeFileSync(`${faulty}page.md`, '# Page\n\n[a](/docs/page.md#page) [b](/docs/page.md#gone)\n');
  expect(brokenLinks(faulty, '/docs/').toSorted()).toEqual([
    'page.html: /docs/gone',
    'page.html: /docs/page#gone',
    'page.html: page',
    'page.md: /docs/page.md#gone',
  ]);
});
