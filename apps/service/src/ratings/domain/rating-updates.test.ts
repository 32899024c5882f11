import { type RatingStep, sportParameters, UNCONNECTED } from '@partner-rating/ratings';
import { describe, expect, it } from 'vitest';
import {
  type RatedBracket,
  type RatingUpdateCause,
  ratingUpdate,
  splits,
} from './rating-updates.ts';

const step: RatingStep = {
  matchId: 'mat_01k4yh2c9f3v7b1r5x8z6k2a0d',
  matchDate: new Date('2026-09-12T15:30:00Z'),
  memberId: 'mem_01jq8z6v3mfb7s4d2k9c5x1ha0',
  sport: 'pickleball',
  bracket: 'overall-open',
  previousRating: 4.231,
  rating: 4.268,
  mu: 34,
  sigma: 3,
  ...UNCONNECTED,
  reliability: 0.87,
  games: 130,
  gamesCounted: 2,
  lastPlayed: Date.parse('2026-09-12T15:30:00Z'),
};

const cause: RatingUpdateCause = {
  parametersOf: sportParameters,
  player: {
    id: 'mem_01jq8z6v3mfb7s4d2k9c5x1ha0',
    member_number: 10_482,
    first_name: 'Mike',
    last_name: 'Brennan',
  },
  sport: 'pickleball',
  before: [
    {
      sport: 'pickleball',
      bracket: 'overall-open',
      rating: 4.231,
      reliability: 0.86,
      lastPlayed: Date.parse('2026-09-01T10:00:00Z'),
      games: 128,
    },
    {
      sport: 'pickleball',
      bracket: 'singles-open',
      rating: 4.102,
      reliability: 0.7,
      lastPlayed: Date.parse('2026-05-01T10:00:00Z'),
      games: 40,
    },
  ],
  changes: [{ previousRating: 4.231, last: step }],
  changedAt: new Date('2026-09-12T18:04:11Z'),
  sequence: 58,
};

describe('rating.updated', () => {
  it('contains the whole state after the change, including splits that did not change', () => {
    expect(ratingUpdate(cause, true)).toEqual({
      memberId: 10_482,
      id: 'mem_01jq8z6v3mfb7s4d2k9c5x1ha0',
      displayName: 'Mike B.',
      sport: 'pickleball',
      previousRating: 4.231,
      newRating: 4.268,
      splits: {
        'overall-open': { R: 4.268, reliability: 0.87, games: 130 },
        'singles-open': { R: 4.102, reliability: 0.66, games: 40 },
      },
      changedAt: '2026-09-12T18:04:11.000Z',
      sequence: 58,
    });
  });

  it('has no main rating if only another one changed, and no removed split', () => {
    const gone = { ...step, bracket: 'singles-open', rating: null, reliability: null };
    const changes = [{ previousRating: 4.102, last: gone }];
    const update = ratingUpdate({ ...cause, changes }, true);
    expect(update).not.toHaveProperty('newRating');
    expect(update).not.toHaveProperty('previousRating');
    expect(Object.keys(update.splits ?? {})).toEqual(['overall-open']);
  });

  it('leaves out the ratings without user:rating:read', () => {
    expect(ratingUpdate(cause, false)).toEqual({
      memberId: 10_482,
      id: 'mem_01jq8z6v3mfb7s4d2k9c5x1ha0',
      displayName: 'Mike B.',
      sport: 'pickleball',
      changedAt: '2026-09-12T18:04:11.000Z',
      sequence: 58,
    });
  });
});

function rating(sport: string, bracket: string, value: number): RatedBracket {
  return { sport, bracket, rating: value, reliability: 0.5, lastPlayed: null, games: 12 };
}

const at = new Date('2026-09-12T18:04:11Z');

describe('splits', () => {
  it('are in the same order for any order of the ratings', () => {
    const rows = ['singles-open', 'overall-35+', 'overall-open'].map((key) =>
      rating('padel', key, 4),
    );
    const expected = ['overall-open', 'overall-35+', 'singles-open'];
    expect(Object.keys(splits(rows, at, sportParameters))).toEqual(expected);
    expect(Object.keys(splits(rows.toReversed(), at, sportParameters))).toEqual(expected);
  });
});
