import { readDocument } from '@partner-rating/spec/document';
import { expect, test } from 'vitest';
import { fixture } from './fixture.ts';
import { reachableSchemas, stripDescriptions } from './schemas.ts';

test('descriptions are removed, and fields with the name of such a keyword are kept', () => {
  expect(stripDescriptions(fixture().components?.schemas?.Club ?? {})).toEqual({
    type: 'object',
    required: ['id'],
    properties: {
      id: { $ref: '#/components/schemas/Id' },
      description: { type: ['string', 'null'] },
      size: { type: 'integer' },
    },
  });
});

test('one example of a string is kept', () => {
  expect(stripDescriptions({ type: 'string', examples: ['a', 'b'] })).toEqual({
    type: 'string',
    examples: ['a'],
  });
});

test('values are unchanged', () => {
  const schema = { const: { description: 'a' }, enum: [{ title: 'b' }], default: { example: 'c' } };
  expect(stripDescriptions(schema)).toEqual(schema);
});

test('unused schemas are left out', () => {
  const used = { schema: { $ref: '#/components/schemas/Club' } };
  expect(Object.keys(reachableSchemas(readDocument(fixture()), used))).toEqual(['Club', 'Id']);
});

test('an unknown reference is refused', () => {
  const used = { schema: { $ref: '#/components/schemas/None' } };
  expect(() => reachableSchemas(readDocument(fixture()), used)).toThrow('leads nowhere');
});
