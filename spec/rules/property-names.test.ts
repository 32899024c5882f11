import { documentWith, documentWithSchemas, testsOf } from './testing/findings.ts';

const { refuses, accepts } = testsOf('property-names');
const named = (name: string) =>
  documentWithSchemas({ Subject: { type: 'object', properties: { [name]: { type: 'string' } } } });
const withParameter = (name: string, location: string) =>
  documentWith({
    components: { parameters: { One: { name, in: location, schema: { type: 'integer' } } } },
  });

refuses('properties and query parameters in another case', [
  ...['win_score', 'WinScore', 'win-score'].map(
    (name) =>
      [
        name,
        named(name),
        [`#/components/schemas/Subject/properties/${name}`, 'camelCase'],
      ] as const,
  ),
  ['a query parameter', withParameter('page_size', 'query'), [/\/name$/, 'camelCase']],
]);

accepts('camel case, header fields, and the names of RFCs and the specification', [
  ...['winScore', 'R', 'redirect_uri', 'player_id'].map((name) => [name, named(name)] as const),
  ['a header field as HTTP writes it', withParameter('Idempotency-Key', 'header')],
]);
