import { testRows } from '@partner-rating/table-tests';
import { describe, expect, test } from 'vitest';
import type { ErrorItem } from '../schema/errors.ts';
import { parseJson } from './json-body.ts';
import { addTextErrors, isText } from './text.ts';

function errorsIn(body: unknown): string[] {
  const errors: ErrorItem[] = [];
  addTextErrors(body, errors);
  return errors.map(({ pointer, code }) => `${pointer} ${code}`);
}

describe('text', () => {
  testRows(['', 'München', '🎾'])('may contain any whole character', (value) => {
    expect(isText(value)).toBe(true);
    expect(errorsIn([value, { [value]: value }])).toEqual([]);
  });

  testRows(['a\0', '\ud83c', '\udfbe\ud83c'])(
    'contains no NUL and no half of a character, at any depth',
    (value) => {
      expect(isText(value)).toBe(false);
      expect(errorsIn(value)).toEqual([' pattern']);
      expect(errorsIn({ a: ['b', value], c: value })).toEqual(['/a/1 pattern', '/c pattern']);
      expect(errorsIn({ 'a/b': { [value]: 1 } })).toEqual([
        expect.stringMatching(/^\/a~1b\/.+ propertyNames$/s),
      ]);
    },
  );

  testRows([1, null, true, undefined])('is not checked for another type', (value) => {
    expect(errorsIn(value)).toEqual([]);
    expect(errorsIn([value])).toEqual([]);
  });
});

test('no name may be __proto__', () => {
  const errors: ErrorItem[] = [];
  addTextErrors(JSON.parse('{"a":[{"__proto__":{"b":"\\u0000"}}],"proto":1}'), errors);
  expect(errors).toMatchObject([
    {
      ...{ pointer: '/a/0/__proto__', code: 'propertyNames' },
      detail: '`__proto__` is not allowed as a name. Remove it.',
    },
    { pointer: '/a/0/__proto__/b', code: 'pattern' },
  ]);
});

test('a body is checked up to the allowed depth', () => {
  const nested = (levels: number) => JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`);
  expect(errorsIn(nested(32))).toEqual([]);
  expect(() => errorsIn(nested(33))).toThrow('nested more than 32 levels');
});

describe('a body of JSON', () => {
  test('is parsed, and invalid text in it is an error', () => {
    const errors: ErrorItem[] = [];
    expect(parseJson('{"a":[1,"é"]}', errors)).toEqual({ a: [1, 'é'] });
    expect(errors).toEqual([]);
    parseJson('{"a":"\\u0000"}', errors);
    expect(errors).toMatchObject([{ pointer: '/a', code: 'pattern' }]);
  });

  testRows([
    ['{"a":1 "b":2}', ' The error is at character 7.'],
    ['{"a":', ''],
  ])('is refused with the position of the error', (text, where) => {
    const detail = `The body could not be read as JSON.${where} Send one complete JSON text in UTF-8.`;
    expect(() => parseJson(text, [])).toThrow(
      expect.objectContaining({ code: 'malformed_json', detail }),
    );
  });
});
