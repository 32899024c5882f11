import { describe, expect, test } from 'vitest';
import { compile } from './compiler.ts';
import type { JsonSchema } from './operation-table.ts';

function keywords(schema: JsonSchema, value: unknown): string[] {
  return (compile(schema)(value) ?? []).map(({ keyword }) => keyword);
}

describe('lengths count characters, not UTF-16 units', () => {
  const schema = { type: 'string', minLength: 2, maxLength: 3 };

  test.each(['ab', 'abc', '🎾🎾', '🎾🎾🎾', 'a🎾'])('%s has two or three', (text) => {
    expect(keywords(schema, text)).toEqual([]);
  });

  test.each(['', 'a', '🎾'])('%j is too short', (text) => {
    expect(keywords(schema, text)).toEqual(['minLength']);
  });

  test.each(['abcd', '🎾🎾🎾🎾', 'abc🎾'])('%s is too long', (text) => {
    expect(keywords(schema, text)).toEqual(['maxLength']);
  });
});

describe('additional properties', () => {
  test('each unknown name of a closed object is a fault', () => {
    const schema = { type: 'object', additionalProperties: false, properties: { a: {} } };
    expect(compile(schema)({ a: 1, b: 2, c: 3 })?.map(({ params }) => params)).toEqual([
      { additionalProperty: 'b' },
      { additionalProperty: 'c' },
    ]);
  });

  test('an object without known names allows none', () => {
    expect(keywords({ type: 'object', additionalProperties: false }, { a: 1 })).toHaveLength(1);
    expect(keywords({ type: 'object', additionalProperties: false }, {})).toEqual([]);
  });

  test('the values of a map are checked', () => {
    const schema = { type: 'object', additionalProperties: { type: 'integer' } };
    expect(keywords(schema, { a: 1, b: 'x' })).toEqual(['type']);
  });

  test('names of the object prototype are names like any other', () => {
    const schema = { type: 'object', additionalProperties: false, properties: { a: {} } };
    const value = JSON.parse('{"__proto__": 1, "constructor": 2, "toString": 3}');
    expect(keywords(schema, value)).toHaveLength(3);
  });
});

describe('lists', () => {
  test('every faulty item is a fault', () => {
    expect(keywords({ type: 'array', items: { type: 'integer' } }, ['a', 1, 'b'])).toHaveLength(2);
  });

  test('items past maxItems are not checked', () => {
    const schema = { type: 'array', maxItems: 2, items: { type: 'integer' } };
    expect(
      keywords(
        schema,
        Array.from({ length: 100_000 }, () => 'a'),
      ),
    ).toEqual(['maxItems', 'type', 'type']);
  });
});

test('a value is neither changed nor coerced', () => {
  const schema = {
    type: 'object',
    properties: { a: { type: 'integer' }, b: { type: 'integer', default: 1 } },
  };
  const value = Object.freeze({ a: '1' });
  expect(keywords(schema, value)).toEqual(['type']);
  expect(value).toEqual({ a: '1' });
});

test('a schema with an unknown keyword or format is refused, so that misspellings are noticed', () => {
  expect(() => compile({ type: 'string', maxLenght: 3 })).toThrow('maxLenght');
  expect(() => compile({ type: 'string', format: 'datetime' })).toThrow('datetime');
});
