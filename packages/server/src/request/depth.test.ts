import { testRows } from '@partner-rating/table-tests';
import { describe, expect, test } from 'vitest';
import { isTooDeep, maxDepth, maxDepthOf, tooDeep } from './depth.ts';

function nested(levels: number, wrap: (inner: unknown) => unknown): unknown {
  let value: unknown = 1;
  for (let level = 0; level < levels; level += 1) value = wrap(value);
  return value;
}

describe('a value', () => {
  testRows<[string, (inner: unknown) => unknown]>([
    ['lists', (inner) => [inner]],
    ['objects', (inner) => ({ a: 1, b: inner })],
    ['both', (inner) => [{ a: inner }]],
  ])('may be nested up to the limit', (what, wrap) => {
    const levels = what === 'both' ? maxDepth / 2 : maxDepth;
    expect(isTooDeep(nested(levels, wrap))).toBe(false);
    expect(isTooDeep(nested(levels + 1, wrap))).toBe(true);
  });

  testRows([1, 'text', null, true, undefined])(
    'that is not an object or a list has no depth',
    (value) => {
      expect(isTooDeep(value)).toBe(false);
      expect(isTooDeep(value, maxDepth)).toBe(false);
    },
  );

  test('that is too deep is refused with the limit', () => {
    expect(tooDeep()).toMatchObject({
      code: 'malformed_json',
      detail: 'The body is nested more than 32 levels deep. Flatten it.',
    });
  });
});

describe('the maximum depth of a schema is', () => {
  const closed = { type: 'object', additionalProperties: false };

  testRows<[string, Parameters<typeof maxDepthOf>[0], number]>([
    ['nothing', false, 0],
    ['a text', { type: 'string' }, 0],
    ['one of some values', { enum: ['a'] }, 0],
    ['one value', { const: 'a' }, 0],
    ['an object without fields', closed, 1],
    ['its deepest field', { ...closed, properties: { a: { type: 'string' }, b: closed } }, 2],
    ['the values of a map', { type: 'object', additionalProperties: closed }, 2],
    ['the items of a list', { type: 'array', items: { type: 'array', items: closed } }, 3],
    ['the deeper of two types', { ...closed, type: ['array', 'object'], items: closed }, 2],
    ['a field that may be null', { type: ['object', 'null'], additionalProperties: false }, 1],
  ])('the nesting of its objects and lists', (_what, schema, depth) => {
    expect(maxDepthOf(schema)).toBe(depth);
  });

  testRows<[string, Parameters<typeof maxDepthOf>[0]]>([
    ['anything', true],
    ['a schema without a type', {}],
    ['an open object', { type: 'object' }],
    ['a list of anything', { type: 'array' }],
    ['a field of any kind', { ...closed, properties: { a: true } }],
  ])('infinite if the schema allows any value somewhere', (_what, schema) => {
    expect(maxDepthOf(schema)).toBe(Number.POSITIVE_INFINITY);
  });
});
