import { documentWithSchemas, testsOf } from './testing/findings.ts';

const { refuses, accepts } = testsOf('reference-siblings');
const documentOf = (beside: object) =>
  documentWithSchemas({
    Name: { type: 'string' },
    Subject: {
      type: 'object',
      properties: { name: { $ref: '#/components/schemas/Name', ...beside } },
    },
  });

refuses(
  'keywords that change the type next to a reference',
  Object.entries({ maxLength: 3, type: 'integer', enum: ['a'] }).map(([keyword, value]) => [
    keyword,
    documentOf({ [keyword]: value }),
    [`#/components/schemas/Subject/properties/name/${keyword}`, 'Put it into the schema'],
  ]),
);

const dates = { deprecated: true, 'x-deprecated-at': '2026-10-01', 'x-sunset': '2027-04-01' };
accepts('words, a default and the marks of deprecation', [
  ['all of them', documentOf({ description: 'A name.', default: 'Mike', ...dates })],
]);
