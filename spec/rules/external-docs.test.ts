import { documentWith, testsOf } from './testing/findings.ts';

const { refuses, accepts } = testsOf('external-docs');
const servers = [{ url: 'http://localhost:3001/api/v1' }];
const documentOf = (url: string) =>
  documentWith({ servers, tags: [{ name: 'Matches', externalDocs: { url } }] });

refuses(
  'other addresses, and says where the pages are',
  ['/docs/guides/ratings', 'guides/ratings', 'https://elsewhere.example/docs/'].map((url) => [
    url,
    documentOf(url),
    ['#/tags/0/externalDocs/url', 'it begins with http://localhost:3001/docs/.'],
  ]),
);

accepts('a page next to the first server', [
  ['a guide', documentOf('http://localhost:3001/docs/guides/ratings')],
]);
