import { testRows } from '@partner-rating/table-tests';
import { expect, it } from 'vitest';
import { bracketName, difference, formatList, formatRating, sportName } from './format.ts';

testRows([
  ['overall-open', 'All matches, open'],
  ['doubles-50+', 'Doubles, 50+'],
  ['gender-40+', 'Same gender, 40+'],
  ['singles-12-13', 'Singles, 12–13'],
])('each bracket has a name', (bracket, name) => {
  expect(bracketName(bracket)).toBe(name);
});

testRows([
  [4.231, 4.268, '+0.037', 'up'],
  [4.052, 4.016, '−0.036', 'down'],
  [4.2, 4.2, '±0.000', 'same'],
  [4.2, 4.2001, '±0.000', 'same'],
  [null, 3.5, 'new', 'new'],
  [3.5, null, 'removed', 'down'],
])('the change of a rating has its sign and direction', (before, after, text, direction) => {
  expect(difference(before, after)).toEqual({ text, direction });
});

it('a rating has three decimals, and a missing rating is a dash', () => {
  expect([formatRating(4.5), formatRating(null), formatRating(undefined)]).toEqual([
    '4.500',
    '–',
    '–',
  ]);
});

it('each sport has a name, also an unknown one', () => {
  expect(['padel', 'table-tennis', 'beach-tennis'].map(sportName)).toEqual([
    'Padel',
    'Table tennis',
    'Beach tennis',
  ]);
});

it('a list of names is joined with commas and the word and', () => {
  expect(formatList(['You', 'Priya'])).toBe('You and Priya');
});
