import { testRows } from '@partner-rating/table-tests';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { JsonSchema } from './operation-table.ts';

// A new compiler for each test, because a compiler remembers the schemas that it has compiled.
let compile: typeof import('./compiler.ts').compile;
beforeEach(async () => {
  vi.resetModules();
  ({ compile } = await import('./compiler.ts'));
});

function keywords(schema: JsonSchema, value: unknown): string[] {
  return (compile(schema)(value) ?? []).map(({ keyword }) => keyword);
}

describe('lengths count characters, not UTF-16 units', () => {
  const schema = { type: 'string', minLength: 2, maxLength: 3 };

  testRows(['ab', 'abc', '🎾🎾', '🎾🎾🎾', 'a🎾'])('two or three characters fit', (text) => {
    expect(keywords(schema, text)).toEqual([]);
  });

  testRows(['', 'a', '🎾'])('fewer are too short', (text) => {
    expect(keywords(schema, text)).toEqual(['minLength']);
  });

  testRows(['abcd', '🎾🎾🎾🎾', 'abc🎾'])('more are too long', (text) => {
    expect(keywords(schema, text)).toEqual(['maxLength']);
  });
});

describe('additional properties', () => {
  test('each unknown name of a closed object is an error', () => {
    const schema = { type: 'object', additionalProperties: false, properties: { a: {} } };
    expect(compile(schema)({ a: 1, b: 2, c: 3 })?.map(({ params }) => params)).toEqual([
      { additionalProperty: 'b' },
      { additionalProperty: 'c' },
    ]);
  });

  test('are the first errors of an object', () => {
    const properties = { a: { type: 'integer' } };
    const schema = { type: 'object', additionalProperties: false, properties };
    expect(keywords(schema, { a: 'x', b: 1 })).toEqual(['additionalProperties', 'type']);
  });

  test('an object without known names allows none', () => {
    expect(keywords({ type: 'object', additionalProperties: false }, { a: 1 })).toHaveLength(1);
    expect(keywords({ type: 'object', additionalProperties: false }, {})).toEqual([]);
  });

  test('the values of a map are checked', () => {
    const schema = { type: 'object', additionalProperties: { type: 'integer' } };
    expect(keywords(schema, { a: 1, b: 'x' })).toEqual(['type']);
  });

  test('names of the object prototype are ordinary names', () => {
    const schema = { type: 'object', additionalProperties: false, properties: { a: {} } };
    const value = JSON.parse('{"__proto__": 1, "constructor": 2, "toString": 3}');
    expect(keywords(schema, value)).toHaveLength(3);
  });
});

describe('lists', () => {
  test('every invalid item is an error', () => {
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

test('a schema with an unknown keyword or format is refused', () => {
  expect(() => compile({ type: 'string', maxLenght: 3 })).toThrow('maxLenght');
  expect(() => compile({ type: 'string', format: 'datetime' })).toThrow('datetime');
});

test('a schema may allow several types, and require a name that it does not describe', () => {
  const typed = {
    type: 'object',
    required: ['a'],
    properties: { b: { type: ['string', 'null'] } },
  };
  expect(keywords({ type: ['string', 'null'] }, null)).toEqual([]);
  expect(keywords({ type: ['string', 'integer'] }, 1)).toEqual([]);
  expect(keywords(typed, { b: 1 })).toEqual(['required', 'type']);
});

test('an error contains its schema, and no message of the validator', () => {
  const schema = { type: 'string', pattern: '^a$', examples: ['a'] };
  const [error] = compile(schema)('b') ?? [];
  expect(error?.parentSchema).toEqual(schema);
  expect(error).not.toHaveProperty('message');
});

test('an error of a length contains the limit', () => {
  const schema = { type: 'string', minLength: 2, maxLength: 3 };
  const [short] = compile(schema)('a') ?? [];
  const [long] = compile(schema)('abcd') ?? [];
  expect(short).toMatchObject({ keyword: 'minLength', params: { limit: 2 } });
  expect(long).toMatchObject({ keyword: 'maxLength', params: { limit: 3 } });
});

test('lengths apply only to strings, and items only to lists', () => {
  const schema = {
    anyOf: [
      { type: 'string', minLength: 2, maxLength: 3 },
      { type: 'array', items: { type: 'string' } },
      { type: 'object', additionalProperties: false },
    ],
  };
  for (const value of ['ab', ['a'], {}]) expect(keywords(schema, value)).toEqual([]);
  expect(keywords({ type: 'string', minLength: 2 }, ['a'])).toEqual(['type']);
  expect(keywords({ type: 'string', maxLength: 1 }, ['a', 'b'])).toEqual(['type']);
  expect(keywords({ type: 'array', items: { type: 'integer' } }, 'a')).toEqual(['type']);
  expect(() => compile({ type: 'string', minLength: '2' })).toThrow();
  expect(() => compile({ type: 'string', maxLength: '3' })).toThrow();
  expect(() => compile({ type: 'array', items: 'a' })).toThrow();
});

test('no item is allowed if the schema of items is false', () => {
  expect(keywords({ type: 'array', items: false }, [])).toEqual([]);
  expect(keywords({ type: 'array', items: false }, [1])).toEqual(['false schema']);
});

test('a schema is compiled only once', () => {
  const schema = { type: 'string', maxLength: 3 };
  expect(compile({ ...schema })).toBe(compile(schema));
  expect(compile({ ...schema, maxLength: 4 })).not.toBe(compile(schema));
});

test('a date-time must be valid for Date, and other formats follow the standard', () => {
  const time = { type: 'string', format: 'date-time' };
  expect(keywords(time, '2026-02-28T12:00:00Z')).toEqual([]);
  expect(keywords(time, '2026-01-31T12:00:00Z')).toEqual([]);
  expect(keywords(time, '2026-02-29T12:00:00Z')).toEqual(['format']);
  expect(keywords(time, '2026-12-31T23:59:60Z')).toEqual(['format']);
  expect(keywords({ type: 'string', format: 'email' }, 'a@b.example')).toEqual([]);
  expect(keywords({ type: 'string', format: 'email' }, 'a')).toEqual(['format']);
});
