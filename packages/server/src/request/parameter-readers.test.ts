import { testRows } from '@partner-rating/table-tests';
import { describe, expect, test } from 'vitest';
import type { FaultItem } from '../schema/faults.ts';
import type { OperationParameter } from '../schema/operation-table.ts';
import { operationWith, parameter, readWith } from '../testing/made-up-operation.ts';
import { headerReader, pathReader, queryReader } from './parameters.ts';

const text = { type: 'string', pattern: '^[a-z]+$' };

describe('a query', () => {
  const ofQuery = (...parameters: OperationParameter[]) =>
    queryReader(
      operationWith({ parameters: [parameter('no', {}, { in: 'path' }), ...parameters] }),
    );

  test('has each value in the type of its schema', () => {
    const reader = ofQuery(
      parameter('text', text),
      parameter('count', { type: 'integer' }),
      parameter('share', { type: 'number' }),
      parameter('isOn', { type: 'boolean' }),
      parameter('isOff', { type: 'boolean' }),
      parameter('counts', { type: 'array', items: { type: 'integer' } }),
      parameter('names', { type: 'array', items: { type: 'string' } }),
    );
    const url = '/a?text=a&count=-7&share=0.25&isOn=true&isOff=false&counts=1,2&counts=3&names=1,2';
    expect(readWith(reader, { url })).toMatchObject({
      values: {
        ...{ text: 'a', count: -7, share: 0.25, isOn: true, isOff: false },
        ...{ counts: [1, 2, 3], names: ['1', '2'] },
      },
      faults: [],
    });
  });

  testRows([
    ['integer', '1.5'],
    ['integer', '+1'],
    ['integer', '1a'],
    ['integer', 'a1'],
    ['integer', '-'],
    ['integer', '00'],
    ['integer', '9007199254740992'],
    ['integer', '99999999999999999'],
    ['number', '1.'],
    ['number', '.5'],
    ['number', '1e3'],
    ['number', 'a0.5'],
    ['number', '0.5a'],
    ['number', '0.1234567890123456'],
    ['number', '01'],
    ['boolean', '1'],
    ['boolean', 'True'],
  ])('refuses a value that is not written as its type is', (type, value) => {
    const reader = ofQuery(parameter('a', { type }));
    expect(readWith(reader, { url: `/a?a=${value}` }).faults).toEqual(['/query/a type']);
  });

  testRows([
    ['integer', '0', 0],
    ['integer', '9007199254740991', 9_007_199_254_740_991],
    ['number', '-10.5', -10.5],
    ['number', '1234', 1234],
    ['number', '7', 7],
    ['string', 'true', 'true'],
    ['number', '0.123456789012345', 0.123456789012345],
  ])('takes a value that is written as its type is', (type, value, taken) => {
    const reader = ofQuery(parameter('a', { type }));
    expect(readWith(reader, { url: `/a?a=${value}` }).values).toEqual({ a: taken });
  });

  test('has the default of what is left out, and of nothing else', () => {
    const reader = ofQuery(
      parameter('limit', { type: 'integer', default: 20 }),
      parameter('after', text),
    );
    expect(readWith(reader, {}).values).toStrictEqual({ limit: 20 });
    expect(readWith(reader, { url: '/a?limit=0' }).values).toStrictEqual({ limit: 0 });
  });

  test('needs what is required, and says what is known of what is not', () => {
    const reader = ofQuery(parameter('a/b', text, { required: true }), parameter('c', text));
    expect(readWith(reader, {}).faults).toEqual(['/query/a~1b required']);
    const { all, faults } = readWith(reader, { url: '/a?d=1&a/b=a' });
    expect(faults).toEqual(['/query/d additionalProperties']);
    expect(all[0]?.detail).toBe(
      'The query parameter is unknown. Remove it, or check its spelling. The known ones are a/b, c.',
    );
  });

  test('has an unknown name decoded where it can be, and as it was sent where not', () => {
    expect(readWith(ofQuery(), { url: '/a?%C3%A9=1&%ZZ=1' }).faults).toEqual([
      '/query/é additionalProperties',
      '/query/%ZZ additionalProperties',
    ]);
  });

  test('without parameters has none', () => {
    const { all, values } = readWith(ofQuery(), { url: '/a?a=1' });
    expect(all).toEqual([
      {
        ...{ pointer: '/query/a', code: 'additionalProperties' },
        detail:
          'The query parameter is unknown. Remove it, or check its spelling. This operation has none.',
      },
    ]);
    expect(values).toEqual({});
  });

  test('has one that is no list once', () => {
    const { all, values } = readWith(ofQuery(parameter('a', text)), { url: '/a?a=b&a=c' });
    expect(all).toEqual([
      { pointer: '/query/a', code: 'type', detail: 'The parameter is repeated. Send it once.' },
    ]);
    expect(values).toEqual({ a: 'b' });
  });

  test('has the first values of a list of which the next cannot be read', () => {
    const reader = ofQuery(parameter('a', { type: 'array', items: text }));
    expect(readWith(reader, { url: '/a?a=b&a=%ZZ&a=c' })).toMatchObject({
      values: { a: ['b', 'c'] },
      faults: ['/query/a format'],
    });
  });

  test('has lists in one value each, or the document is refused', () => {
    const list = parameter('ids', { type: 'array', items: text }, { explode: true });
    expect(() => ofQuery(list)).toThrow('made.up: ids is a list; give it explode: false.');
  });
});

describe('a path', () => {
  test('has the parameters that the router found', () => {
    const parameters = [parameter('id', text, { in: 'path', required: true })];
    const reader = pathReader(operationWith({ parameters }));
    expect(readWith(reader, { params: { id: 'a', other: 'b' } })).toMatchObject({
      values: { id: 'a' },
      faults: [],
    });
    expect(readWith(reader, { params: { id: 'A' } }).faults).toEqual(['/path/id pattern']);
    expect(readWith(reader, { params: {} }).faults).toEqual(['/path/id pattern']);
    expect(readWith(reader, { params: { id: 'a\0' } }).all).toMatchObject([
      { pointer: '/path/id', detail: expect.stringContaining('NUL') },
    ]);
  });

  test('without parameters is empty, whatever the router found', () => {
    expect(readWith(pathReader(operationWith({})), { params: { a: 'b' } }).values).toEqual({});
  });
});

describe('header fields', () => {
  const parameters = [
    parameter('If-Match', text, { in: 'header', required: true }),
    parameter('Depth', { type: 'integer', default: 1 }, { in: 'header' }),
  ];
  const reader = headerReader(operationWith({ parameters }));

  test('are read by their lower-case names, and no others', () => {
    const headers = { 'if-match': 'a', depth: '2', accept: '*/*' };
    expect(readWith(reader, { headers })).toMatchObject({
      values: { 'if-match': 'a', depth: 2 },
      faults: [],
    });
    expect(readWith(reader, { headers }).values).not.toHaveProperty('accept');
  });

  test('may be left out where they are not required', () => {
    expect(readWith(reader, { headers: { 'if-match': 'a' } }).values).toEqual({
      ...{ 'if-match': 'a', depth: 1 },
    });
    expect(readWith(reader, {}).faults).toEqual(['/headers/if-match required']);
  });

  test('are sent once', () => {
    const head = {
      headers: { 'if-match': 'a, a' },
      rawHeaders: ['If-Match', 'a', 'X-Header', 'If-Match', 'IF-MATCH', 'a'],
    };
    const faults: FaultItem[] = [];
    reader({ head, params: {}, body: undefined }, faults);
    expect(faults.map(({ pointer, code }) => `${pointer} ${code}`)).toEqual([
      '/headers/if-match type',
    ]);
    const once = {
      ...head,
      headers: { 'if-match': 'a' },
      rawHeaders: ['If-Match', 'a', 'X-Header', 'if-match'],
    };
    const none: FaultItem[] = [];
    reader({ head: once, params: {}, body: undefined }, none);
    expect(none).toEqual([]);
  });

  test('of an operation without any are none', () => {
    const none = headerReader(operationWith({}));
    expect(readWith(none, { headers: { depth: '1' } }).values).toEqual({});
  });
});
