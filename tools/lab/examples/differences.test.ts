import { expect, test } from 'vitest';
import { differences } from './differences.ts';

test('a response equals its example in any order of fields', () => {
  expect(differences({ a: 1, b: [{ c: null }] }, { b: [{ c: null }], a: 1 })).toEqual([]);
});

test('each difference is reported with its JSON pointer', () => {
  const example = { a: 1, 'b/c': ['x', 'y'], d: {}, e: [], f: null };
  const answer = { a: 2, 'b/c': ['x'], d: [], e: null, g: 1 };
  expect(differences(example, answer)).toEqual([
    { pointer: '/a', example: 1, answer: 2 },
    { pointer: '/b~1c/1', example: 'y', answer: undefined },
    { pointer: '/d', example: {}, answer: [] },
    { pointer: '/e', example: [], answer: null },
    { pointer: '/f', example: null, answer: undefined },
    { pointer: '/g', example: undefined, answer: 1 },
  ]);
});
