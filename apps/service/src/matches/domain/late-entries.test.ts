import { describe, expect, it } from 'vitest';
import type { RatingRow } from '../../platform/database/schema.ts';
import { lateEntries, type RatedBefore } from './late-entries.ts';
import type { LedgerEntry } from './ledger-entries.ts';

const day = (number: number) => new Date(Date.UTC(2026, 0, number));

function playedOn(date: number, entry: Partial<LedgerEntry> = {}): LedgerEntry {
  return {
    sport: 'padel',
    matchDate: day(date),
    teams: [['ann'], ['bea']],
    games: [{ scores: [11, 4], winScore: 11, winBy: 2 }],
    unrated: new Set(),
    ...entry,
  } as LedgerEntry;
}

const moved = (memberId: string, date: number, row: Partial<RatingRow> = {}) =>
  ({
    member_id: memberId,
    sport: 'padel',
    bracket: 'overall-open',
    last_played_at: day(date),
    ...row,
  }) as RatingRow;

function isLate(entry: LedgerEntry, { ratings = [], unmoved = [] }: Partial<RatedBefore>): boolean {
  return lateEntries([entry], { ratings, unmoved }).length === 1;
}

describe('a match is late', () => {
  it('where one of its players was rated for a match played after it', () => {
    expect(isLate(playedOn(3), { ratings: [moved('ann', 4)] })).toBe(true);
    expect(isLate(playedOn(3), { ratings: [moved('ann', 2), moved('bea', 3)] })).toBe(false);
  });

  it('by when they last played at all, whatever their last day in another bracket', () => {
    const ratings = [moved('ann', 4), moved('ann', 2, { bracket: 'singles-open' })];
    expect(isLate(playedOn(3), { ratings })).toBe(true);
    expect(isLate(playedOn(3), { ratings: ratings.toReversed() })).toBe(true);
  });

  it('not for what was played in another sport, or by nobody of it', () => {
    const ratings = [moved('ann', 9, { sport: 'tennis' }), moved('cleo', 9)];
    expect(isLate(playedOn(3), { ratings })).toBe(false);
  });

  it('not where an earlier model rated, which kept no day', () => {
    expect(isLate(playedOn(3), { ratings: [moved('ann', 4, { last_played_at: null })] })).toBe(
      false,
    );
  });

  it('where whom it does not move has been rated since: the others are rated against them', () => {
    const entry = playedOn(3, { unrated: new Set(['bea']) });
    expect(isLate(entry, { ratings: [moved('bea', 4)] })).toBe(true);
  });

  it('where whom it moves has played since without being moved, and others were rated against them', () => {
    const unmoved = [{ memberId: 'ann', sport: 'padel', matchDate: day(4) }];
    expect(isLate(playedOn(3), { unmoved })).toBe(true);
    expect(isLate(playedOn(3, { unrated: new Set(['ann']) }), { unmoved })).toBe(false);
  });

  it('never where it moves nobody, or no game of it counts', () => {
    const ratings = [moved('ann', 4), moved('bea', 4)];
    expect(isLate(playedOn(3, { unrated: new Set(['ann', 'bea']) }), { ratings })).toBe(false);
    expect(isLate(playedOn(3, { games: [] }), { ratings })).toBe(false);
  });
});
