import { testRows } from '@partner-rating/table-tests';
import { describe, expect } from 'vitest';
import { documentWithSchemas, findings } from './findings.ts';

const name = { type: 'string', maxLength: 100 };
const member = { type: 'object', properties: { name } };

describe('nullable-as-type-array', () => {
  testRows([
    ['nullable', { ...name, nullable: true }],
    ['oneOf', { oneOf: [name, { type: 'null' }] }],
    ['anyOf', { anyOf: [{ $ref: '#/components/schemas/Name' }, { type: 'null' }] }],
  ])('refuses a scalar made null in another way', async (keyword, schema) => {
    const document = documentWithSchemas({ Name: name, Subject: schema });
    expect(await findings('nullable-as-type-array', document)).toEqual([
      {
        at: `#/components/schemas/Subject/${keyword}`,
        message: expect.stringContaining("`type: [string, 'null']`"),
      },
    ]);
  });

  testRows([
    ['a list of types', { type: ['string', 'null'] }],
    ['an object or null', { anyOf: [{ $ref: '#/components/schemas/Member' }, { type: 'null' }] }],
    ['a choice of objects', { oneOf: [{ $ref: '#/components/schemas/Member' }, member] }],
    ['a choice of scalars', { oneOf: [{ type: 'string' }, { type: 'integer' }] }],
  ])('accepts a list of types, and an object or null', async (_, schema) => {
    const document = documentWithSchemas({ Member: member, Subject: schema });
    expect(await findings('nullable-as-type-array', document)).toEqual([]);
  });
});
