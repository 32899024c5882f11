import type { Schemas } from '@partner-rating/server';
import { describe, expect, it } from 'vitest';
import type { RatingDifference } from '../../ratings/domain/rating-differences.ts';
import { mike, priya } from '../testing/batches.ts';
import { replacementResult } from './replacement-result.ts';

const rated = { identifier: 'final', id: 'mat_2', status: 'rated' } as const;
const duplicate = { identifier: 'final', status: 'duplicate', duplicateOf: 'own' } as const;
const stored = (match: Schemas.MatchResult, numMatches = 1) =>
  ({ success: true, batchId: 'bat_1', numMatches, matches: [match] }) as Schemas.MatchBatchResult;

function difference(memberId: string, bracket = 'overall-open', to: number | null = 4.3) {
  return {
    ...{ memberId, sport: 'padel', bracket, standing: { rating: 4.2 } },
    expected: to === null ? undefined : { rating: to },
  } as RatingDifference;
}

const moved = {
  isSettled: true,
  differences: [
    difference(mike.id),
    difference(mike.id, 'singles-open', null),
    difference(priya.id),
    difference('mem_hidden'),
  ],
  players: [mike, priya],
  counted: { memberIds: new Set([mike.id]), brackets: ['overall-open'], games: 3 },
};

describe('the answer to a replacement', () => {
  it('says what both matches moved, of those whose ratings may be seen', () => {
    const { ratingChanges } = replacementResult(stored(rated), moved);
    const ofMike = { memberId: 10_482, id: mike.id, displayName: 'Mike B.', sport: 'padel' };
    expect(ratingChanges).toEqual([
      {
        ...{ ...ofMike, bracket: 'overall-open', previousRating: 4.2, newRating: 4.3 },
        gamesCounted: 3,
      },
      {
        ...{ ...ofMike, bracket: 'singles-open', previousRating: 4.2, newRating: null },
        gamesCounted: 0,
      },
      expect.objectContaining({ id: priya.id, gamesCounted: 0 }),
    ]);
  });

  it('says of a rating that there was none before', () => {
    const first = { ...difference(mike.id), standing: null };
    const { ratingChanges } = replacementResult(stored(rated), { ...moved, differences: [first] });
    expect(ratingChanges).toMatchObject([{ previousRating: null, newRating: 4.3 }]);
  });

  it('says nothing of ratings that do not follow yet', () => {
    const later = { ...moved, isSettled: false };
    expect(replacementResult(stored(rated), later)).toEqual({
      ...stored(rated),
      matches: [{ ...rated, settled: false }],
      ratingChanges: [],
      message: 'The match was replaced. The ratings are being worked out again and follow.',
    });
  });

  it.each([
    [1, 'The match was replaced.'],
    [0, 'The match is taken back, and the one sent was reported before.'],
  ])('says what became of the match where %i was stored', (count, message) => {
    expect(replacementResult(stored(rated, count), moved).message).toBe(message);
  });

  it.each<[string, Schemas.MatchResult, boolean, object]>([
    ['a match that was rated', { ...rated, settled: false }, true, { settled: true }],
    ['an own duplicate that waits', { ...duplicate, id: 'mat_1' }, false, { settled: false }],
  ])('says of %s whether it is settled', (_, match, isSettled, settled) => {
    const [result] = replacementResult(stored(match), { ...moved, isSettled }).matches;
    expect(result).toMatchObject(settled);
  });

  it.each<[string, Schemas.MatchResult, boolean]>([
    [
      'an own duplicate for which nothing waits',
      { ...duplicate, id: 'mat_1', settled: true },
      true,
    ],
    ['the duplicate of another application', { ...duplicate, id: null, settled: true }, false],
  ])('does not say of %s whether it is settled', (_, match, isSettled) => {
    const [result] = replacementResult(stored(match), { ...moved, isSettled }).matches;
    expect(result).not.toHaveProperty('settled');
  });
});
