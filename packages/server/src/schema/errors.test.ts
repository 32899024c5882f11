import { testRows } from '@partner-rating/table-tests';
import { describe, expect, test } from 'vitest';
import { compile } from './compiler.ts';
import { addErrors, type ErrorItem, errorsOf, maxErrors } from './errors.ts';
import type { JsonSchema } from './operation-table.ts';

const closed = { type: 'object', additionalProperties: false };

function errors(schema: JsonSchema, value: unknown): ErrorItem[] {
  return errorsOf(compile(schema)(value) ?? []);
}

describe('the pointer of an error', () => {
  test('leads to a missing field', () => {
    const schema = { type: 'object', properties: { a: { type: 'object', required: ['b'] } } };
    expect(errors(schema, { a: {} })).toEqual([
      { pointer: '/a/b', code: 'required', detail: '`b` is missing. Send it.' },
    ]);
  });

  test('leads to an unknown field, with its name escaped (RFC 6901)', () => {
    const schema = { ...closed, properties: { b: {}, c: {} } };
    expect(errors(schema, { 'a/~': 1 })).toEqual([
      {
        pointer: '/a~1~0',
        code: 'additionalProperties',
        detail:
          '`a/~` is unknown here. Remove it, or check its spelling; the known names are b, c.',
      },
    ]);
  });

  test('leads once to a name that a map does not allow', () => {
    const schema = { type: 'object', propertyNames: { pattern: '^[a-z]+$', examples: ['padel'] } };
    expect(errors(schema, { A: 1 })).toEqual([
      {
        pointer: '/A',
        code: 'propertyNames',
        detail:
          '`A` is not allowed as a name here. This does not have the format in the reference, for example padel.',
      },
    ]);
  });

  test('contains the index of an item', () => {
    const schema = { type: 'array', items: { type: 'array', items: { type: 'integer' } } };
    expect(errors(schema, [[1], [2, 'x']])[0]?.pointer).toBe('/1/1');
  });

  test('is empty for the value itself', () => {
    expect(errors({ type: 'object' }, [])[0]?.pointer).toBe('');
  });
});

describe('the detail of an error', () => {
  const pattern = (pattern: string, message?: string): JsonSchema => ({
    type: 'string',
    pattern,
    'x-pattern-message': message,
  });
  const ofMember = pattern('^mem_$', 'Send the id of a member.');
  const lowerCase = pattern('^[a-z]+$', 'Sport codes are lower case.');
  const format = (name: string, ...examples: string[]): JsonSchema => ({
    type: 'string',
    format: name,
    examples,
  });

  testRows<[string, JsonSchema, unknown, string]>([
    ['type', { type: 'integer' }, '1', 'This must be an integer.'],
    ['type', { type: ['string', 'null'] }, 1, 'This must be a string or null.'],
    ['type', { type: 'string' }, 1, 'This must be a string.'],
    ['type', { type: 'number' }, '1', 'This must be a number.'],
    ['type', { type: 'boolean' }, 1, 'This must be true or false.'],
    ['type', { type: 'array' }, 1, 'This must be a list.'],
    ['type', { type: 'object' }, 1, 'This must be an object.'],
    ['enum', { enum: ['a', 'b', 1] }, 'c', 'This must be one of a, b, 1.'],
    ['const', { const: 'S256' }, 'plain', 'This must be "S256".'],
    ['pattern', lowerCase, 'Padel', 'Sport codes are lower case. You sent "Padel".'],
    ['pattern', lowerCase, 'a\u202eb', 'Sport codes are lower case.'],
    [
      'pattern',
      ofMember,
      'mat_01',
      'Send the id of a member. You sent "mat_01", the id of a match.',
    ],
    ['pattern', ofMember, 'prk_secret', 'Send the id of a member. You sent an API key.'],
    ['pattern', ofMember, 'Bearer pra_x', 'Send the id of a member. You sent an access token.'],
    [
      'pattern',
      pattern('^a$'),
      'b',
      'This does not have the format in the reference. You sent "b".',
    ],
    ['minLength', { type: 'string', minLength: 1 }, '', 'This must not be empty.'],
    ['minLength', { type: 'string', minLength: 2 }, 'a', 'This must have at least 2 characters.'],
    ['maxLength', { type: 'string', maxLength: 1 }, 'ab', 'This must have at most 1 character.'],
    ['minimum', { type: 'integer', minimum: 1 }, 0, 'This must be 1 or more.'],
    ['maximum', { type: 'integer', maximum: 9 }, 10, 'This must be 9 or less.'],
    ['minItems', { type: 'array', minItems: 1 }, [], 'This must have at least 1 item.'],
    [
      'maxItems',
      { type: 'array', maxItems: 2 },
      [1, 2, 3],
      'This must have at most 2 items; the items after them were not checked.',
    ],
    [
      'uniqueItems',
      { type: 'array', uniqueItems: true },
      ['a', 'a'],
      'Items 0 and 1 are the same. Send each item once.',
    ],
    ['minProperties', { type: 'object', minProperties: 1 }, {}, 'This must have at least 1 field.'],
    [
      'maxProperties',
      { maxProperties: 0, type: 'object' },
      { a: 1 },
      'This must have at most 0 fields.',
    ],
    ['multipleOf', { type: 'number', multipleOf: 2 }, 3, 'This must be a multiple of 2.'],
    ['exclusiveMaximum', { type: 'number', exclusiveMaximum: 2 }, 2, 'This must be less than 2.'],
    ['exclusiveMinimum', { type: 'number', exclusiveMinimum: 2 }, 2, 'This must be more than 2.'],
    [
      'format',
      format('date-time', '2026-09-12T15:30:00Z'),
      'today',
      'This must be a date and time with its offset, as RFC 3339 writes it, for example 2026-09-12T15:30:00Z.',
    ],
    ['format', format('date'), 'today', 'This must be a date as RFC 3339 writes it.'],
    ['format', format('email'), '@', 'This must be an email address.'],
    ['format', format('uri'), '/a', 'This must be an absolute URI.'],
    ['format', format('uri-reference'), '\\', 'This must be a URI reference.'],
    ['format', format('uuid'), 'x', 'This must be of the format uuid.'],
    [
      'propertyNames',
      { type: 'object', propertyNames: { maxLength: 1 } },
      { ab: 1 },
      '`ab` is not allowed as a name here. This does not have the format in the reference.',
    ],
    ['additionalProperties', closed, { a: 1 }, '`a` is unknown here. Remove it.'],
    [
      'dependentRequired',
      { type: 'object', dependentRequired: { a: ['b'] } },
      { a: 1 },
      '`b` is needed together with `a`. Send both or neither.',
    ],
    [
      'not',
      { type: 'object', properties: { a: false } },
      { a: 1 },
      'This does not match the contract (false schema). Compare it with the reference.',
    ],
  ])('says what would be valid, for each keyword', (code, schema, value, detail) => {
    expect(errors(schema, value)[0]).toMatchObject({ code, detail });
  });

  test('lists the first forty known names of a large object', () => {
    const names = Array.from({ length: 41 }, (_, index) => `field${index}`);
    const properties = Object.fromEntries(names.map((name) => [name, {}]));
    const [error] = errors({ ...closed, properties }, { a: 1 });
    expect(error?.detail).toMatch(/known names are field0, .*, field39\.$/);
  });

  test('never repeats a value, which may be secret', () => {
    const schema = { type: 'object', properties: { a: { type: 'string', pattern: '^x$' } } };
    expect(JSON.stringify(errors(schema, { a: 'prk_secret' }))).not.toContain('secret');
  });
});

describe('the list of errors', () => {
  test('ends one error after the limit, to show that there are more', () => {
    const many = Array.from({ length: 5000 }, (_, index) => `${index}`);
    const found = errors({ type: 'array', items: { type: 'integer' } }, many);
    expect(found).toHaveLength(maxErrors + 1);
  });

  test('does not grow with the names in a request', () => {
    const [error] = errors(closed, { ['x'.repeat(500_000)]: 1 });
    expect(error?.pointer).toBe(`/${'x'.repeat(500)}…`);
    expect(error?.detail).toBe(`\`${'x'.repeat(100)}…\` is unknown here. Remove it.`);
  });

  test('contains names unchanged up to a length', () => {
    const [error] = errors(closed, { ['x'.repeat(500)]: 1 });
    expect(error?.pointer).toBe(`/${'x'.repeat(500)}`);
    const [shorter] = errors(closed, { ['x'.repeat(100)]: 1 });
    expect(shorter?.detail).toBe(`\`${'x'.repeat(100)}\` is unknown here. Remove it.`);
  });

  test('contains no half of a character, which could not be sent', () => {
    const [error] = errors(closed, { ['🎾'.repeat(400).slice(1)]: 1 });
    expect(error?.pointer.isWellFormed()).toBe(true);
    expect(error?.detail.isWellFormed()).toBe(true);
  });

  test('contains the failed branch of a condition, but not the condition', () => {
    const schema = JSON.parse(
      '{"type":"object","if":{"type":"object","required":["a"]},"then":{"type":"object","required":["b"]}}',
    );
    expect(errors(schema, { a: 1 }).map(({ pointer, code }) => `${pointer} ${code}`)).toEqual([
      '/b required',
    ]);
  });

  test('contains a value that could not be decoded only once', () => {
    const found: ErrorItem[] = [{ pointer: '/query/ids', code: 'format', detail: 'Encode it.' }];
    addErrors([{ pointer: '/query/ids', code: 'required', detail: 'Send it.' }], found);
    expect(found).toHaveLength(1);
    addErrors([{ pointer: '/query/sport', code: 'required', detail: 'Send it.' }], found);
    expect(found.map(({ pointer }) => pointer)).toEqual(['/query/ids', '/query/sport']);
  });
});
