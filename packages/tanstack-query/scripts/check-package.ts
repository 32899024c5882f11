import { dirname } from 'node:path';
import { checkPackage } from '@partner-rating/packaging';

const use = `async ({ createQueries }, { PartnerRatingClient }, { ExampleService }, { QueryClient }) => {
  const { fetch } = new ExampleService();
  const client = new PartnerRatingClient({ apiKey: 'prk_test', environment: 'local', fetch });
  const { members } = createQueries(client);
  const { pages } = await new QueryClient().fetchInfiniteQuery({ ...members.search.infiniteQueryOptions(), pages: 2 });
  if (pages.length !== 2) throw new Error('The list has ' + pages.length + ' pages.');
}`;
const names = [
  '@partner-rating/tanstack-query',
  '@partner-rating/client',
  '@partner-rating/client/testing',
  '@tanstack/query-core',
];

await checkPackage(dirname(import.meta.dirname), {
  use: ({ inEachFormat }) => inEachFormat(use, names),
});
