import { testRows } from '@partner-rating/table-tests';
import { describe, expect, it } from 'vitest';
import { documentWithSchemas, findings } from './findings.ts';

describe('schema-keywords', () => {
  testRows([
    [
      'patternProperties',
      { type: 'object', patternProperties: { '^a$': { type: 'string' } } },
      'propertyNames',
    ],
    ['prefixItems', { type: 'array', prefixItems: [{ type: 'string' }] }, 'named properties'],
    ['if', { if: { type: 'string' } }, 'a schema for each case'],
    // biome-ignore lint/suspicious/noThenProperty: it is a JSON Schema keyword, and nothing awaits this table.
    ['then', { then: { type: 'string' } }, 'a schema for each case'],
    ['else', { else: { type: 'string' } }, 'a schema for each case'],
    ['exclusiveMinimum', { type: 'number', exclusiveMinimum: 0 }, '`minimum`'],
    ['exclusiveMaximum', { type: 'number', exclusiveMaximum: 9 }, '`maximum`'],
    ['writeOnly', { type: 'string', writeOnly: true }, 'input and output'],
    ['$defs', { $defs: { Part: { type: 'string' } } }, 'components/schemas'],
    ['definitions', { definitions: { Part: { type: 'string' } } }, 'components/schemas'],
    ['default', { type: ['string', 'null'], default: null }, 'Leave `default` out'],
  ])(
    'refuses keywords that generators cannot read, and says what to write instead',
    async (keyword, schema, advice) => {
      const found = await findings('schema-keywords', documentWithSchemas({ Subject: schema }));
      expect(found).toEqual([
        { at: `#/components/schemas/Subject/${keyword}`, message: expect.stringContaining(advice) },
      ]);
    },
  );

  it('accepts the forms it asks for', async () => {
    const schema = {
      type: 'object',
      propertyNames: { pattern: '^a$' },
      additionalProperties: { type: 'number', minimum: 0, maximum: 9, default: 1 },
      properties: { if: { type: 'string' } },
    };
    expect(await findings('schema-keywords', documentWithSchemas({ Subject: schema }))).toEqual([]);
  });
});
