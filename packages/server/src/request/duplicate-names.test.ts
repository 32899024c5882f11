import { testRows } from '@partner-rating/table-tests';
import { expect, test } from 'vitest';
import { duplicateNames } from './duplicate-names.ts';

testRows([
  ['{"a":1,"b":2,"a":3}', ['a']],
  ['{"a":1,"\\u0061":2}', ['a']],
  ['{"a":1,"a":2,"a":3,"b":1,"b":1}', ['a', 'b']],
  ['{ "a" : {"b":1,"b":2} , "c" : ["d","d"] , "a" : 1 }', ['a']],
  ['{"a\\"b":1,"a\\"b":2}', ['a"b']],
  ['{"":1,"":2}', ['']],
])('a name that is repeated in an object is found in any notation', (text, names) => {
  expect(duplicateNames(text)).toEqual(names);
});

testRows([
  '{}',
  '[]',
  '"a:a"',
  'null',
  '{"a":"a","b":"\\"a\\":"}',
  '{"a":{"a":1},"b":[{"a":1},{"a":2}]}',
  '{"a":1,"A":2,"a ":3}',
])('a name in another object, or in a string, is not a repetition', (text) => {
  expect(duplicateNames(text)).toEqual([]);
});

test('a text of a megabyte is read in linear time', () => {
  const text = `{"a":"${'\\n'.repeat(500_000)}","b":1,"b":2}`;
  expect(duplicateNames(text)).toEqual(['b']);
});
