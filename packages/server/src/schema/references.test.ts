import { expect, test } from 'vitest';
import { withoutReferences } from './references.ts';

const components = {
  Id: { type: 'string', maxLength: 5 },
  List: { type: 'array', items: { $ref: '#/components/schemas/Id' } },
  Any: true,
  Loop: { type: 'object', properties: { next: { $ref: '#/components/schemas/Loop' } } },
};
const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });

test('references are replaced, also those behind references', () => {
  expect(withoutReferences(reference('List'), components)).toEqual({
    type: 'array',
    items: { type: 'string', maxLength: 5 },
  });
  expect(withoutReferences(reference('Any'), components)).toBe(true);
});

test('a keyword beside a reference wins over the one it refers to', () => {
  expect(withoutReferences({ ...reference('Id'), maxLength: 3, default: 'a' }, components)).toEqual(
    {
      type: 'string',
      maxLength: 3,
      default: 'a',
    },
  );
});

test('a reference to nothing and a schema that refers to itself are refused', () => {
  expect(() => withoutReferences(reference('Nothing'), components)).toThrow('does not exist');
  expect(() => withoutReferences(reference('Loop'), components)).toThrow('refers to itself');
});
