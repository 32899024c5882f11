import { expect, it } from 'vitest';
import { findWords } from './find-words.ts';
import { words } from './words.ts';

it('the words are patterns in lower case, without repetitions', () => {
  const patterns = words.map(({ not }) => not);
  expect(patterns.filter((pattern) => /[A-RT-Z]|[^\\]_/.test(pattern))).toEqual([]);
  expect(new Set(patterns).size).toBe(patterns.length);
});

it('the words match words, but not an empty text', () => {
  expect(words.filter(({ not }) => new RegExp(`^(?:${not})$`).test(''))).toEqual([]);
});

it('suggest only words that are allowed', () => {
  expect(words.flatMap(({ use }) => findWords('any.md', use))).toEqual([]);
});
