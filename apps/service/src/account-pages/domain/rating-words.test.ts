import { describe, expect, it } from 'vitest';
import { bracketKeys } from '../../ratings/domain/brackets.ts';
import {
  bracketWords,
  changeText,
  countWords,
  inBracketOrder,
  percentText,
  rankWords,
  ratingText,
  reliabilityWords,
} from './rating-words.ts';

describe('ratings in words', () => {
  it.each([
    [0.012, '+0.012'],
    [-0.2, '−0.200'],
    [0, '±0.000'],
    [-0.0001, '±0.000'],
  ])('a change of %d is %s', (change, text) => {
    expect(changeText(change)).toBe(text);
  });

  it.each([
    [0, 'A first guess'],
    [0.2, 'Still settling'],
    [0.1999, 'A first guess'],
    [0.4999, 'Still settling'],
    [0.5, 'Well known'],
    [0.7499, 'Well known'],
    [0.75, 'Very well known'],
    [1, 'Very well known'],
  ])('a reliability of %d is “%s”', (reliability, words) => {
    expect(reliabilityWords(reliability)).toBe(words);
  });

  it.each([
    [1, 1, '1st of 1'],
    [2, 30, '2nd of 30'],
    [3, 30, '3rd of 30'],
    [11, 30, '11th of 30'],
    [1_021, 20_000, '1,021st of 20,000'],
  ])('rank %d of %d is “%s”', (rank, total, words) => {
    expect(rankWords({ rank, total })).toBe(words);
  });

  it('a rating has three decimals, always', () => {
    expect([4, 3.5, 2.0004].map(ratingText)).toEqual(['4.000', '3.500', '2.000']);
  });

  it('a share is a percentage', () => {
    expect([0, 0.494, 0.496, 1].map(percentText)).toEqual(['0%', '49%', '50%', '100%']);
  });

  it.each([
    [0, '0 games'],
    [1, '1 game'],
    [1_200, '1,200 games'],
  ])('%d of them are “%s”', (count, words) => {
    expect(countWords(count, 'game')).toBe(words);
  });

  it('a bracket that is rated no longer keeps its key', () => {
    expect(bracketWords('triples-90+')).toBe('triples, 90+');
    expect(bracketWords('triples-open')).toBe('triples');
  });

  it('every bracket has its own words', () => {
    const words = bracketKeys.map(bracketWords);
    expect(new Set(words).size).toBe(bracketKeys.length);
    expect(words).toContain('Doubles, 35 and over');
    expect(words).toContain('Same gender, 12 to 13');
  });

  it('brackets come from the main one on, by kind and age', () => {
    const shuffled = bracketKeys.toSorted().map((bracket) => ({ bracket }));
    expect(inBracketOrder(shuffled).map(({ bracket }) => bracket)).toEqual(bracketKeys);
  });
});
