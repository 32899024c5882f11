import { describe, expect, it } from 'vitest';
import { type RatedBracket, splits, sportMap } from './sport-map.ts';

function rating(sport: string, bracket: string, value: number): RatedBracket {
  return { sport, bracket, rating: value, reliability: 0.5, games: 12 };
}

describe('sportMap', () => {
  it('puts the primary rating on top and every bracket among the splits', () => {
    const map = sportMap([
      rating('pickleball', 'gender-open', 4.1),
      rating('pickleball', 'overall-open', 4.231),
      rating('padel', 'overall-open', 3.512),
    ]);
    expect(map).toEqual({
      pickleball: {
        R: 4.231,
        reliability: 0.5,
        games: 12,
        splits: {
          'overall-open': { R: 4.231, reliability: 0.5, games: 12 },
          'gender-open': { R: 4.1, reliability: 0.5, games: 12 },
        },
      },
      padel: {
        R: 3.512,
        reliability: 0.5,
        games: 12,
        splits: { 'overall-open': { R: 3.512, reliability: 0.5, games: 12 } },
      },
    });
  });

  it('is empty for a player without ratings', () => {
    expect(sportMap([])).toEqual({});
  });
});

describe('splits', () => {
  it('are in the same order whatever order the ratings come in', () => {
    const rows = ['singles-open', 'overall-35+', 'overall-open'].map((key) =>
      rating('padel', key, 4),
    );
    const expected = ['overall-open', 'overall-35+', 'singles-open'];
    expect(Object.keys(splits(rows))).toEqual(expected);
    expect(Object.keys(splits(rows.toReversed()))).toEqual(expected);
  });
});
