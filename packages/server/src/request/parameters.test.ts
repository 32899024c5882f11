import { testRows } from '@partner-rating/table-tests';
import { describe, expect, test } from 'vitest';
import type { OperationParameter } from '../schema/operation-table.ts';
import { operationWith, parameter, readWith } from '../testing/made-up-operation.ts';
import { headerReader, pathReader, queryReader } from './parameters.ts';

const text = { type: 'string', pattern: '^[a-z]+$' };

describe('a query', () => {
  const ofPath = parameter('no', {}, { in: 'path' });
  const readerOf = (...parameters: OperationParameter[]) =>
    queryReader(operationWith({ parameters: [ofPath, ...parameters] }));
  const read = (query: string, ...parameters: OperationParameter[]) =>
    readWith(readerOf(...parameters), { url: `/a?${query}` });

  test('contains each value in the type of its schema', () => {
    const reader = readerOf(
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
      errors: [],
    });
  });

  testRows<[string, string[]]>([
    ['integer', ['', '%201', '+1', '1a', 'a1', '-', '00', '01', '0x1', '1.0', '1.5', '1e1']],
    ['integer', ['9007199254740992', '99999999999999999']],
    ['number', ['1.', '.5', '1e3', 'a0.5', '0.5a', '0.1234567890123456', '01']],
    ['boolean', ['1', 'True', 'TRUE']],
  ])('400: a value is not in the notation of its type', (type, values) => {
    for (const value of values) {
      expect(read(`a=${value}`, parameter('a', { type })).errors).toEqual(['/query/a type']);
    }
  });

  testRows([
    ['integer', '0', 0],
    ['integer', '9007199254740991', 9_007_199_254_740_991],
    ['number', '-10.5', -10.5],
    ['number', '1234', 1234],
    ['number', '7', 7],
    ['string', 'true', 'true'],
    ['number', '0.123456789012345', 0.123456789012345],
  ])('accepts a value in the notation of its type', (type, value, taken) => {
    expect(read(`a=${value}`, parameter('a', { type })).values).toEqual({ a: taken });
  });

  test('400: a value breaks a keyword of its schema', () => {
    const limit = parameter('limit', { type: 'integer', minimum: 1, maximum: 100 });
    expect(read('limit=0', limit).errors).toEqual(['/query/limit minimum']);
    expect(read('limit=101', limit).errors).toEqual(['/query/limit maximum']);
  });

  test('contains defaults only for missing parameters', () => {
    const limit = parameter('limit', { type: 'integer', default: 20 });
    expect(readWith(readerOf(limit, parameter('after', text)), {}).values).toStrictEqual({
      limit: 20,
    });
    expect(read('limit=0', limit).values).toStrictEqual({ limit: 0 });
  });

  test('400: a required parameter is missing, or an unknown one is sent', () => {
    const known = [parameter('a/b', text, { required: true }), parameter('c', text)];
    expect(read('', ...known).errors).toEqual(['/query/a~1b required']);
    const { all, errors } = read('d=1&a/b=a', ...known);
    expect(errors).toEqual(['/query/d additionalProperties']);
    expect(all[0]?.detail).toBe(
      'The query parameter is unknown. Remove it, or check its spelling. The known ones are a/b, c.',
    );
  });

  test('400: a parameter is sent to an operation without parameters', () => {
    const { all, values } = read('a=1');
    expect(all).toEqual([
      {
        ...{ pointer: '/query/a', code: 'additionalProperties' },
        detail:
          'The query parameter is unknown. Remove it, or check its spelling. This operation has none.',
      },
    ]);
    expect(values).toEqual({});
  });

  test('400: a parameter that is not a list is repeated', () => {
    expect(read('a=b&a=b', parameter('a', text))).toMatchObject({
      values: { a: 'b' },
      all: [
        { pointer: '/query/a', code: 'type', detail: 'The parameter is repeated. Send it once.' },
      ],
    });
  });

  testRows([
    ['a=%ZZ', '/query/a format'],
    ['a=%C3', '/query/a format'],
    ['a=%ED%A0%80', '/query/a format'],
    ['a=a%00', '/query/a pattern'],
    ['%ZZ=1', '/query/%ZZ additionalProperties'],
    ['%C3%A9=1', '/query/é additionalProperties'],
    ['__proto__=1', '/query/__proto__ additionalProperties'],
    ['constructor=1', '/query/constructor additionalProperties'],
  ])('400: a name is unknown, or a name or value is not percent-encoded UTF-8', (query, error) => {
    expect(read(query, parameter('a', text)).errors).toEqual([error]);
  });

  describe('a list', () => {
    const ids = { type: 'array', maxItems: 100, items: { type: 'string', pattern: '^[0-9]+$' } };
    const required = parameter('ids', ids, { required: true });

    testRows([
      ['ids=1,2', ['1', '2']],
      ['ids=1%2C2', ['1', '2']],
      ['ids=1&ids=2,3&ids=4', ['1', '2', '3', '4']],
    ])('is split at its commas, or repeated, in order', (query, items) => {
      expect(read(query, required)).toMatchObject({ values: { ids: items }, errors: [] });
    });

    test('400: an item is invalid, named by its index', () => {
      expect(read('ids=1,,x', required).errors).toEqual([
        '/query/ids/1 pattern',
        '/query/ids/2 pattern',
      ]);
    });

    test('400: it has more items than allowed, in either notation', () => {
      const many = Array.from({ length: 101 }, (_, index) => `${index}`);
      expect(read(`ids=${many.join(',')}`, required).errors).toEqual(['/query/ids maxItems']);
      expect(read(`ids=${many.join('&ids=')}`, required).errors).toEqual(['/query/ids maxItems']);
    });

    test('400: a value that cannot be decoded is not reported as missing too', () => {
      expect(read('ids=%ZZ', required).errors).toEqual(['/query/ids format']);
      expect(read('ids=1&ids=%ZZ&ids=2', required)).toMatchObject({
        values: { ids: ['1', '2'] },
        errors: ['/query/ids format'],
      });
      expect(read('ids=1&ids=%ZZ&ids=x', required).errors).toEqual([
        '/query/ids format',
        '/query/ids/1 pattern',
      ]);
    });

    test('must be declared with explode: false', () => {
      const list = parameter('ids', ids, { explode: true });
      expect(() => readerOf(list)).toThrow('made.up: ids is a list; give it explode: false.');
    });
  });
});

describe('a path', () => {
  test('contains the parameters of the router if its schema allows them', () => {
    const parameters = [parameter('id', text, { in: 'path', required: true })];
    const reader = pathReader(operationWith({ parameters }));
    expect(readWith(reader, { params: { id: 'a', other: 'b' } })).toMatchObject({
      values: { id: 'a' },
      errors: [],
    });
    expect(readWith(reader, { params: { id: 'A' } }).errors).toEqual(['/path/id pattern']);
    expect(readWith(reader, { params: {} }).errors).toEqual(['/path/id pattern']);
    expect(readWith(reader, { params: { id: 'a\0' } }).all).toMatchObject([
      { pointer: '/path/id', detail: expect.stringContaining('NUL') },
    ]);
  });

  test('without declared parameters is empty', () => {
    expect(readWith(pathReader(operationWith({})), { params: { a: 'b' } }).values).toEqual({});
  });
});

describe('header fields', () => {
  const parameters = [
    parameter('If-Match', text, { in: 'header', required: true }),
    parameter('Depth', { type: 'integer', default: 1 }, { in: 'header' }),
  ];
  const reader = headerReader(operationWith({ parameters }));

  test('are read by their lower-case names, without other fields', () => {
    const headers = { 'if-match': 'a', depth: '2', accept: '*/*' };
    const { values, errors } = readWith(reader, { headers });
    expect([{ ...values }, errors]).toEqual([{ 'if-match': 'a', depth: 2 }, []]);
    const none = headerReader(operationWith({}));
    expect(readWith(none, { headers }).values).toEqual({});
  });

  test('may be missing if they are not required', () => {
    expect(readWith(reader, { headers: { 'if-match': 'a' } }).values).toEqual({
      ...{ 'if-match': 'a', depth: 1 },
    });
    expect(readWith(reader, {}).errors).toEqual(['/headers/if-match required']);
    expect(readWith(reader, { headers: { 'if-match': 'A' } }).errors).toEqual([
      '/headers/if-match pattern',
    ]);
  });

  test('400: a field is sent twice', () => {
    const head = { headers: { 'if-match': 'a' }, rawHeaders: ['If-Match', 'a', 'X', 'if-match'] };
    expect(readWith(reader, head).errors).toEqual([]);
    const twice = [...head.rawHeaders.slice(0, 3), 'If-Match', 'IF-MATCH', 'a'];
    expect(readWith(reader, { ...head, rawHeaders: twice }).errors).toEqual([
      '/headers/if-match type',
    ]);
  });
});
