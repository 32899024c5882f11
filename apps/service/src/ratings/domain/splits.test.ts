import { describe, expect, it } from 'vitest';
import { type RatedBracket, splits } from './splits.ts';

function rating(sport: string, bracket: string, value: number): RatedBracket {
  return { sport, bracket, rating: value, reliability: 0.5, lastPlayed: null, games: 12 };
}

const at = new Date('2026-09-12T18:04:11Z');

describe('splits', () => {
  it('are in the same order whatever order the ratings come in', () => {
    const rows = ['singles-open', 'overall-35+', 'overall-open'].map((key) =>
      rating('padel', key, 4),
    );
    const expected = ['overall-open', 'overall-35+', 'singles-open'];
    expect(Object.keys(splits(rows, at))).toEqual(expected);
    expect(Object.keys(splits(rows.toReversed(), at))).toEqual(expected);
  });
});
