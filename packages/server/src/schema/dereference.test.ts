import { expect, test } from 'vitest';
import { dereference } from './dereference.ts';

const components = {
  Id: { type: 'string', maxLength: 5 },
  List: { type: 'array', items: { $ref: '#/components/schemas/Id' } },
  Any: true,
  Loop: { type: 'object', properties: { next: { $ref: '#/components/schemas/Loop' } } },
};
const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });

test('references are replaced, also in their targets', () => {
  expect(dereference(reference('List'), components)).toEqual({
    type: 'array',
    items: { type: 'string', maxLength: 5 },
  });
  expect(dereference(reference('Any'), components)).toBe(true);
});

test('references in lists are replaced, and other values are unchanged', () => {
  const schema = { anyOf: [reference('Id'), { enum: ['a', null] }], default: null };
  expect(dereference(schema, components)).toEqual({
    anyOf: [{ type: 'string', maxLength: 5 }, { enum: ['a', null] }],
    default: null,
  });
});

test('a keyword next to a reference overrides the keyword of its target', () => {
  expect(dereference({ ...reference('Id'), maxLength: 3, default: 'a' }, components)).toEqual({
    type: 'string',
    maxLength: 3,
    default: 'a',
  });
});

test('an unknown reference and a schema that refers to itself are refused', () => {
  expect(() => dereference(reference('Nothing'), components)).toThrow('does not exist');
  expect(() => dereference(reference('Loop'), components)).toThrow('refers to itself');
});
