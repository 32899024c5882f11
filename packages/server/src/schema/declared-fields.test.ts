import { testRows } from '@partner-rating/table-tests';
import { describe, expect, test } from 'vitest';
import { declaredFields } from './declared-fields.ts';
import type { JsonSchema } from './operation-table.ts';

const id = { type: 'object', properties: { id: {} } };
const name = { type: 'object', properties: { name: {} } };
const listOf = (items: JsonSchema) => ({ type: 'array', items });
const mapOf = (additionalProperties: JsonSchema) => ({ type: 'object', additionalProperties });
const ofField = (a: JsonSchema) => ({ type: 'object', properties: { a } });

describe('an undeclared field is removed and reported', () => {
  testRows<[string, JsonSchema, unknown, unknown, string[]]>([
    ['an object', id, { id: 1, x: 2 }, { id: 1 }, ['/x']],
    ['a closed object', { ...id, additionalProperties: false }, { id: 1, x: 2 }, { id: 1 }, ['/x']],
    ['an object without named fields', { type: 'object', properties: {} }, { x: 1 }, {}, ['/x']],
    ['a nested object', ofField(id), { a: { id: 1, x: 2 } }, { a: { id: 1 } }, ['/a/x']],
    [
      'each item',
      listOf(id),
      [{ id: 1 }, { id: 2, x: 3 }, null],
      [{ id: 1 }, { id: 2 }, null],
      ['/1/x'],
    ],
    ['a list of lists', listOf(listOf(id)), [[{ x: 1 }]], [[{}]], ['/0/0/x']],
    ['each value of a map', mapOf(id), { a: { id: 1, x: 2 } }, { a: { id: 1 } }, ['/a/x']],
    [
      'values of additional names',
      { ...ofField(name), additionalProperties: id },
      { a: { name: 1, id: 2 }, b: { name: 1, id: 2 } },
      { a: { name: 1 }, b: { id: 2 } },
      ['/a/id', '/b/name'],
    ],
    [
      'every alternative',
      { anyOf: [id, name] },
      { id: 1, name: 2, x: 3 },
      { id: 1, name: 2 },
      ['/x'],
    ],
    ['exactly one', { oneOf: [id, name] }, { id: 1, name: 2, x: 3 }, { id: 1, name: 2 }, ['/x']],
    ['all', { allOf: [id, name, true] }, { id: 1, name: 2, x: 3 }, { id: 1, name: 2 }, ['/x']],
    [
      'its own fields and those of its parts',
      { ...id, allOf: [name] },
      { id: 1, x: 2 },
      { id: 1 },
      ['/x'],
    ],
    [
      'alternatives that name no field',
      { anyOf: [id, { type: 'null' }, { required: ['id'] }, false] },
      { id: 1, x: 2 },
      { id: 1 },
      ['/x'],
    ],
    [
      'one field in two parts',
      { allOf: [ofField(id), ofField(name)] },
      { a: { id: 1, name: 2, x: 3 } },
      { a: { id: 1, name: 2 } },
      ['/a/x'],
    ],
    [
      'lists in two parts',
      { anyOf: [listOf(id), listOf(name)] },
      [{ id: 1, name: 2, x: 3 }],
      [{ id: 1, name: 2 }],
      ['/0/x'],
    ],
    [
      'maps in two parts',
      { allOf: [mapOf(id), mapOf(name)] },
      { a: { id: 1, name: 2, x: 3 } },
      { a: { id: 1, name: 2 } },
      ['/a/x'],
    ],
    [
      'a map and an object',
      { allOf: [mapOf(id), ofField(name)] },
      { a: { name: 1, id: 2 }, b: { id: 3, x: 4 } },
      { a: { name: 1 }, b: { id: 3 } },
      ['/a/id', '/b/x'],
    ],
    [
      'an object and a map',
      { allOf: [ofField(name), mapOf(id)] },
      { a: { name: 1, id: 2 }, b: { id: 3, x: 4 } },
      { a: { name: 1 }, b: { id: 3 } },
      ['/a/id', '/b/x'],
    ],
    ['a name to be escaped', id, { 'x/~': 1 }, {}, ['/x~1~0']],
  ])('at any depth of the schema', (_what, schema, value, picked, pointers) => {
    const { includesAll, pick, undeclared } = declaredFields(schema);
    expect(includesAll(value)).toBe(false);
    expect(pick(value)).toEqual(picked);
    expect(undeclared(value)).toEqual(pointers);
    expect(includesAll(picked)).toBe(true);
    expect(pick(picked)).toEqual(picked);
    expect(undeclared(picked)).toEqual([]);
  });
});

describe('an open part of the schema is sent unchanged', () => {
  const open = { type: 'object' };

  testRows<[string, JsonSchema, unknown]>([
    ['no schema', true, { x: 1 }],
    ['an object without named fields', open, { x: { y: 1 } }],
    ['a field of any kind', ofField({}), { a: { x: 1 } }],
    ['other names', { ...id, additionalProperties: true }, { x: { y: 1 } }],
    ['items of any kind', listOf(true), [{ x: 1 }]],
    ['one of the alternatives', { anyOf: [id, open] }, { x: 1 }],
    ['the first of them', { anyOf: [open, id] }, { x: 1 }],
    ['one of several types', { anyOf: [id, { type: ['object', 'null'] }] }, { x: 1 }],
    ['every value', { oneOf: [id, true] }, { x: 1 }],
    ['a list or an object', { anyOf: [listOf(id), id] }, [{ x: 1 }]],
    ['an object or a list', { anyOf: [id, listOf(id)] }, { x: 1 }],
    ['the field of one of two', { anyOf: [ofField(id), ofField({})] }, { a: { x: 1 } }],
    ['items of one of two kinds', listOf({ anyOf: [id, open] }), [{ x: 1 }]],
  ])('if any field is allowed', (_what, schema, value) => {
    const { includesAll, pick, undeclared } = declaredFields(schema);
    expect(includesAll(value)).toBe(true);
    expect(pick(value)).toEqual(value);
    expect(undeclared(value)).toEqual([]);
  });

  testRows([1, 'text', null, undefined, true])('if a value is not an object or a list', (value) => {
    for (const schema of [id, listOf(id), mapOf(id)]) {
      const { includesAll, pick, undeclared } = declaredFields(schema);
      expect(includesAll(value)).toBe(true);
      expect(pick(value)).toBe(value);
      expect(undeclared(value)).toEqual([]);
    }
  });

  test('if a list is expected and an object is sent, or the reverse', () => {
    expect(declaredFields(listOf(id)).includesAll({ x: 1 })).toBe(true);
    expect(declaredFields(listOf(id)).pick({ x: 1 })).toEqual({ x: 1 });
    expect(declaredFields(listOf(id)).undeclared({ x: 1 })).toEqual([]);
    expect(declaredFields(id).pick([{ x: 1 }])).toEqual([{ x: 1 }]);
    expect(declaredFields(id).undeclared([{ x: 1 }])).toEqual([]);
  });
});

describe('an object that serializes itself is checked by its serialized fields', () => {
  const row = { toJSON: () => ({ id: 1, x: 2 }) };

  testRows<[string, JsonSchema, unknown, unknown]>([
    ['by itself', id, row, { id: 1 }],
    ['in a list', listOf(id), [row], [{ id: 1 }]],
    ['in a field', ofField(id), { a: row }, { a: { id: 1 } }],
    ['a list', listOf(id), { toJSON: () => [row] }, [{ id: 1 }]],
    ['a date', ofField(id), { a: new Date(0) }, { a: '1970-01-01T00:00:00.000Z' }],
  ])('at any depth', (_what, schema, value, picked) => {
    const { includesAll, pick } = declaredFields(schema);
    expect(includesAll(value)).toBe(false);
    expect(pick(value)).toEqual(picked);
  });
});
