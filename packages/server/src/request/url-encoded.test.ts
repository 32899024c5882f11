import { testRows } from '@partner-rating/table-tests';
import { describe, expect, test } from 'vitest';
import {
  decode,
  forEachPair,
  notText,
  queryOf,
  rawQuery,
  undecodable,
  unreadable,
} from './url-encoded.ts';

function pairs(text: string): [unknown, unknown][] {
  const found: [unknown, unknown][] = [];
  forEachPair(text, (name, value) => found.push([name, value]));
  return found;
}

describe('pairs', () => {
  testRows<[string, [string, string][]]>([
    ['', []],
    ['a=1', [['a', '1']]],
    [
      'a=1&b=2&a=3',
      [
        ['a', '1'],
        ['b', '2'],
        ['a', '3'],
      ],
    ],
    ['a', [['a', '']]],
    ['+', [[' ', '']]],
    ['a=', [['a', '']]],
    ['=1', [['', '1']]],
    ['a=b=c', [['a', 'b=c']]],
    ['&&a=1&', [['a', '1']]],
    [
      'a&b=1',
      [
        ['a', ''],
        ['b', '1'],
      ],
    ],
  ])('are read in order, without empty pairs', (text, expected) => {
    expect(pairs(text)).toEqual(expected);
  });
});

describe('decoding', () => {
  testRows([
    ['abc-._~', 'abc-._~'],
    ['a+b%20c', 'a b c'],
    ['M%C3%BCnchen', 'München'],
    ['%F0%9F%8E%BE', '🎾'],
    ['35%2B', '35+'],
  ])('decodes percent-encoded UTF-8 and plus signs', (text, expected) => {
    expect(decode(text)).toBe(expected);
  });

  testRows([
    ['%ZZ', 'no hexadecimal digits'],
    ['%', 'nothing after the percent sign'],
    ['%C3', 'half a character'],
    ['%ED%A0%80', 'a lone surrogate'],
    ['%C0%80', 'an overlong NUL'],
    ['München', 'a character outside ASCII'],
  ])('refuses text that is not percent-encoded UTF-8', (text) => {
    expect(decode(text)).toBe(undecodable);
  });
});

test('text with NUL is invalid', () => {
  expect(decode('a%00b')).toBe(notText);
  expect(pairs('a=1&b%00=%00')).toEqual([
    ['a', '1'],
    [notText, notText],
  ]);
});

test('the errors of a value say how to encode it, or what to remove', () => {
  expect(unreadable(undecodable, '/query/a')).toEqual({
    pointer: '/query/a',
    code: 'format',
    detail: 'This is not percent-encoded UTF-8. Encode it, for example é as %C3%A9.',
  });
  expect(unreadable(notText, '/b')).toEqual({
    pointer: '/b',
    code: 'pattern',
    detail:
      'This contains a NUL character or half of a surrogate pair, which is not text. Remove it.',
  });
});

describe('the query of an operation whose errors are pages', () => {
  test('a repeated name becomes a list, any other a string', () => {
    expect({ ...rawQuery('/a?state=x&scope=b&state=y&state=z') }).toEqual({
      state: ['x', 'y', 'z'],
      scope: 'b',
    });
  });

  test('names and values are decoded', () => {
    expect({ ...rawQuery('/a?st%61te=%C3%A9+1') }).toEqual({ state: 'é 1' });
  });

  test('a value that cannot be decoded is unchanged', () => {
    expect({ ...rawQuery('/a?state=%ZZ&%ZZ=1') }).toEqual({ state: '%ZZ', '%ZZ': '1' });
  });

  test('no name can change the prototype of an object', () => {
    const query = rawQuery('/a?__proto__=x&constructor=y');
    expect(Object.entries(query)).toEqual([
      ['__proto__', 'x'],
      ['constructor', 'y'],
    ]);
    expect(Object.getPrototypeOf(query)).toBeNull();
  });
});

test('a query is everything after the first question mark', () => {
  expect(queryOf('/a?b=c?d')).toBe('b=c?d');
  expect(queryOf('?b=c')).toBe('b=c');
  expect(queryOf('/a')).toBe('');
});
