import { contract } from '@partner-rating/spec/contract';
import { describe, expect, it } from 'vitest';
import type { HistoryRow } from '../../ratings/store/rating-history.ts';
import { toHistoryEntry } from './history-entry.ts';

const explanation = {
  ...{
    reason: 'moved' as const,
    ratingBefore: 3.759,
    ratingAfter: 3.787,
    contributions: [0.01, 0.018],
  },
  ...{ gamesWon: 2, gamesPlayed: 2, gameShare: 1, expectedGameShare: 0.61, pointShare: 0.6 },
  ...{ expectedPointShare: 0.55, opponentsRatings: [3.6], withheld: 0 },
};
const row = {
  ...{ change_order: 1, sport: 'pickleball', bracket: 'mixed-open', previous_rating: 3.759 },
  ...{ rating: 3.787, reliability: 0.96, cause: 'match', match_id: 'mat_1' },
  match_date: new Date('2026-09-12T15:30:00Z'),
  changed_at: new Date('2026-09-12T18:04:11Z'),
} as HistoryRow;

describe('an entry of the rating history', () => {
  const entry = toHistoryEntry(row, explanation);

  it('says how the rating changed, by what, and why', () => {
    expect(entry).toEqual({
      ...{ sport: 'pickleball', bracket: 'mixed-open', previousRating: 3.759, newRating: 3.787 },
      ...{ reliability: 0.96, cause: 'match', matchId: 'mat_1', explanation },
      ...{ matchDate: '2026-09-12T15:30:00.000Z', changedAt: '2026-09-12T18:04:11.000Z' },
    });
    const { required } = contract.schemas.RatingHistoryEntry ?? {};
    expect(Object.keys(entry)).toEqual(expect.arrayContaining(required ?? []));
  });

  it('has no explanation where no match of the player made it', () => {
    const without = toHistoryEntry({ ...row, match_id: null, match_date: null }, undefined);
    expect(without).toMatchObject({ matchId: null, matchDate: null });
    expect(without).not.toHaveProperty('explanation');
  });
});
