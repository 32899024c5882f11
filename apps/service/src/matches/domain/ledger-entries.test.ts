import type { Schemas } from '@partner-rating/server';
import { testRows } from '@partner-rating/table-tests';
import { describe, expect, it } from 'vitest';
import type { RatingRow } from '../../platform/database/schema.ts';
import { batchOf, matchOf, mike, priya } from '../testing/batches.ts';
import { effectiveMatches } from './effective-match.ts';
import type { Verdict } from './judge-batch.ts';
import {
  type LedgerEntry,
  lateEntries,
  ledgerEntries,
  type RatedBefore,
} from './ledger-entries.ts';

const games = [{ identifier: 'g1', scores: [11, 4] }, { scores: [0, 0] }];

/** Returns the verdicts on valid matches of Mike and Priya, each played on the day of its number. */
function valid(
  days: number[],
  rest: Partial<Schemas.MatchInput> = {},
  batch: Partial<Schemas.MatchBatch> = {},
): Verdict[] {
  const matches = days.map((day) => matchOf(`on ${day}`, [[mike], [priya]], rest));
  return effectiveMatches(batchOf(matches, batch)).map((effective, index) => {
    const playedAt = new Date(Date.UTC(2026, 8, days[index]));
    const day = playedAt.toISOString().slice(0, 10);
    return {
      status: 'valid',
      match: {
        ...{ effective, fingerprint: 'print', contentHash: Buffer.from('hash') },
        played: { playedAt, moment: playedAt, day, firstDay: day, lastDay: day },
        possibleDuplicateOf: null,
        teams: [[mike], [priya]],
      },
    };
  });
}

function entriesOf(verdicts: Verdict[]) {
  let count = 0;
  return ledgerEntries(verdicts, {
    newMatchId: () => {
      count += 1;
      return `mat_${count}`;
    },
    isConfirmed: (memberId) => memberId === mike.id,
  });
}

describe('the entries of a ledger', () => {
  it('are the valid matches in the order of play, each with its index in the batch', () => {
    const entries = entriesOf([{ status: 'rejected' }, ...valid([9, 3, 5])]);
    expect(entries.map(({ identifier, position }) => [identifier, position])).toEqual([
      ['on 3', 1],
      ['on 5', 2],
      ['on 9', 0],
    ]);
  });

  it('have the data of a match to store and to rate', () => {
    const details = { event: 'Open', outcome: 'timed' } as const;
    const [entry] = entriesOf(valid([9], { games, ...details }));
    expect(entry).toMatchObject({
      ...{ id: 'mat_1', identifier: 'on 9', fingerprint: 'print', sport: 'pickleball' },
      matchDate: new Date('2026-09-09T00:00:00Z'),
      brackets: ['overall-open', 'singles-open'],
      teams: [[mike.id], [priya.id]],
      games: [{ scores: [11, 4], winScore: 11, winBy: 2 }],
      unrated: new Set([priya.id]),
    });
    expect(entry?.games).toHaveLength(1);
    expect(entry?.content).toEqual({
      teams: [[mike.id], [priya.id]],
      outcome: 'timed',
      games: [
        { identifier: 'g1', scores: [11, 4], winScore: 11, winBy: 2 },
        { identifier: null, scores: [0, 0], winScore: 11, winBy: 2, isRated: false },
      ],
      ...{ bracket: null, event: 'Open', location: null, matchSource: null, matchType: null },
      matchDate: '2026-09-12T15:30:00Z',
    });
  });

  it('keep the date and the time zone as sent', () => {
    const timeZone = 'America/Chicago';
    const [entry] = entriesOf(valid([9], { matchDate: '2026-09-09' }, { timeZone }));
    expect(entry?.content).toMatchObject({ matchDate: '2026-09-09', timeZone });
    expect(entriesOf(valid([9]))[0]?.content).not.toHaveProperty('timeZone');
  });

  it('count for the age divisions of the day at the venue', () => {
    const [verdict] = valid([9]);
    if (verdict?.status !== 'valid') throw new Error('It is valid.');
    const { match } = verdict;
    const [young, old] = [mike, priya].map((one) => [{ ...one, birth_date: '1976-09-10' }]);
    if (young === undefined || old === undefined) throw new Error('There are two.');
    const on = (day: string) => {
      const played = { ...match.played, day };
      return entriesOf([{ status: 'valid', match: { ...match, teams: [young, old], played } }])[0]
        ?.brackets;
    };
    expect(on('2026-09-09')).not.toContain('overall-50+');
    expect(on('2026-09-10')).toContain('overall-50+');
  });

  it('name the format that was sent, and no outcome of a completed match', () => {
    const format = 'pickleball-21';
    const [entry] = entriesOf(valid([9], { format, games: [{ scores: [21, 4] }] }));
    expect(entry?.content).toMatchObject({ games: [{ format, winScore: 21 }] });
    expect(entry?.content).not.toHaveProperty('outcome');
  });

  it('count for no bracket without a game that counts', () => {
    const [entry] = entriesOf(valid([9], { games: [], outcome: 'walkover' }));
    expect(entry).toMatchObject({ brackets: [], games: [] });
  });
});

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

const unmoved = (memberId: string, date: number) => ({
  ...{ memberId, sport: 'padel', matchDate: day(date) },
});

const both = [moved('ann', 4), moved('bea', 4)];

describe('a match is late', () => {
  const late: [string, Partial<RatedBefore>, Partial<LedgerEntry>?][] = [
    ['one of its players was rated for a later match', { ratings: [moved('ann', 4)] }],
    [
      'one of its players played later in any bracket',
      { ratings: [moved('ann', 4), moved('ann', 2, { bracket: 'singles-open' })] },
    ],
    // The others are rated against this player.
    [
      'a player that it does not move was rated for a later match',
      { ratings: [moved('bea', 4)] },
      { unrated: new Set(['bea']) },
    ],
    ['a player that it moves played later without being moved', { unmoved: [unmoved('ann', 4)] }],
  ];
  testRows(late)('if a player played a later match that counts', (_, before, entry) => {
    expect(isLate(playedOn(3, entry), before)).toBe(true);
    const { ratings = [] } = before;
    expect(isLate(playedOn(3, entry), { ...before, ratings: ratings.toReversed() })).toBe(true);
  });

  const inTime: [string, Partial<RatedBefore>, Partial<LedgerEntry>?][] = [
    [
      'its players played before, or at the same moment',
      { ratings: [moved('ann', 2), moved('bea', 3)] },
    ],
    ['another sport', { ratings: [moved('ann', 9, { sport: 'tennis' })] }],
    ['other players', { ratings: [moved('cleo', 9)] }],
    [
      'an earlier model, which stored no day',
      { ratings: [moved('ann', 4, { last_played_at: null })] },
    ],
    [
      'a player whose rating it does not move',
      { unmoved: [unmoved('ann', 4)] },
      { unrated: new Set(['ann']) },
    ],
    ['it moves no rating', { ratings: both }, { unrated: new Set(['ann', 'bea']) }],
    ['no game of it counts', { ratings: both }, { games: [] }],
  ];
  testRows(inTime)('but not otherwise', (_, before, entry) => {
    expect(isLate(playedOn(3, entry), before)).toBe(false);
  });
});
