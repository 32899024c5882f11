import { documentWithSchemas, testsOf } from './testing/findings.ts';

const { refuses, accepts } = testsOf('schema-keywords');
const text = { type: 'string' };

refuses(
  'keywords that generators cannot read, and duplicates, and says what to write instead',
  (
    [
      [
        'patternProperties',
        { type: 'object', patternProperties: { '^a$': text } },
        'propertyNames',
      ],
      ['prefixItems', { type: 'array', prefixItems: [text] }, 'named properties'],
      ['if', { if: text }, 'a schema for each case'],
      // biome-ignore lint/suspicious/noThenProperty: it is a JSON Schema keyword, and nothing awaits this table.
      ['then', { then: text }, 'a schema for each case'],
      ['else', { else: text }, 'a schema for each case'],
      ['exclusiveMinimum', { type: 'number', exclusiveMinimum: 0 }, '`minimum`'],
      ['exclusiveMaximum', { type: 'number', exclusiveMaximum: 9 }, '`maximum`'],
      ['writeOnly', { type: 'string', writeOnly: true }, 'input and output'],
      ['$defs', { $defs: { Part: text } }, 'components/schemas'],
      ['definitions', { definitions: { Part: text } }, 'components/schemas'],
      ['default', { type: ['string', 'null'], default: null }, 'Leave `default` out'],
      [
        'required',
        { type: 'object', properties: { id: text }, required: ['id', 'id'] },
        'Delete one of them',
      ],
    ] as const
  ).map(([keyword, schema, advice]) => [
    keyword,
    documentWithSchemas({ Subject: schema }),
    [`#/components/schemas/Subject/${keyword}`, advice],
  ]),
);

accepts('the forms it asks for', [
  [
    'each of them',
    documentWithSchemas({
      Subject: {
        type: 'object',
        propertyNames: { pattern: '^a$' },
        additionalProperties: { type: 'number', minimum: 0, maximum: 9, default: 1 },
        properties: { if: text },
      },
    }),
  ],
]);
