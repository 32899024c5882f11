import { contract } from '@partner-rating/spec/contract';
import { describe, expect, it } from 'vitest';
import type { HistoryRow } from '../../ratings/store/rating-history.ts';
import { toHistoryEntry, withoutOthers } from './history-entry.ts';

const explanation = {
  ...{ ratingBefore: 3.759, gamesWon: 2, gamesPlayed: 2, expectedShare: 0.61 },
  ...{ opponentsRating: 3.6, contributions: [0.01, 0.018] },
};
const row = {
  ...{ change_order: 1, sport: 'pickleball', bracket: 'mixed-open', previous_rating: 3.759 },
  ...{ rating: 3.787, reliability: 0.96, cause: 'match', match_id: 'mat_1' },
  match_date: new Date('2026-09-12T15:30:00Z'),
  changed_at: new Date('2026-09-12T18:04:11Z'),
  explanation,
} as HistoryRow;

describe('an entry of the rating history', () => {
  const entry = toHistoryEntry(row);

  it('says how the rating changed, by what, and why', () => {
    expect(entry).toEqual({
      ...{ sport: 'pickleball', bracket: 'mixed-open', previousRating: 3.759, newRating: 3.787 },
      ...{ reliability: 0.96, cause: 'match', matchId: 'mat_1', explanation },
      ...{ matchDate: '2026-09-12T15:30:00.000Z', changedAt: '2026-09-12T18:04:11.000Z' },
    });
    const { required } = contract.schemas.RatingHistoryEntry ?? {};
    expect(Object.keys(entry)).toEqual(expect.arrayContaining(required ?? []));
  });

  it('has no explanation of a change that no match made', () => {
    const rebuilt = { ...row, match_id: null, match_date: null, explanation: null };
    const without = toHistoryEntry(rebuilt);
    expect(without).toMatchObject({ matchId: null, matchDate: null });
    expect(without).not.toHaveProperty('explanation');
    expect(withoutOthers(without)).toEqual(without);
  });

  it('says nothing of the others in the match where they are hidden, and all of the player', () => {
    expect(withoutOthers(entry)).toEqual({
      ...entry,
      explanation: { ...explanation, expectedShare: null, opponentsRating: null },
    });
  });
});
