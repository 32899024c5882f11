import { expect, it } from 'vitest';
import { findWords } from './find-words.ts';
import { words } from './words.ts';

it('are patterns in lower case, each there once', () => {
  const patterns = words.map(({ not }) => not);
  expect(patterns.filter((pattern) => /[A-RT-Z]|[^\\]_/.test(pattern))).toEqual([]);
  expect(new Set(patterns).size).toBe(patterns.length);
});

it('match words and not the nothing between them', () => {
  expect(words.filter(({ not }) => new RegExp(`^(?:${not})$`).test(''))).toEqual([]);
});

it('name words that are good themselves', () => {
  expect(words.flatMap(({ use }) => findWords('any.md', use))).toEqual([]);
});
