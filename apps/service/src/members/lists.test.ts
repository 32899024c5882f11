import { contract } from '@partner-rating/spec/contract';
import { testRows } from '@partner-rating/table-tests';
import { describe, expect, it } from 'vitest';
import type { HistoryRow } from '../ratings/store/rating-history.ts';
import {
  decodeMemberCursor,
  decodeUpdateCursor,
  encodeMemberCursor,
  encodeUpdateCursor,
  toHistoryEntry,
} from './lists.ts';

const explanation = {
  ...{ reason: 'moved' as const, ratingBefore: 3.759, ratingAfter: 3.787, withheld: 0 },
  ...{ gamesWon: 2, gamesPlayed: 2, gameShare: 1, expectedGameShare: 0.61, pointShare: 0.6 },
  ...{ expectedPointShare: 0.55, opponentsRatings: [3.6], contributions: [0.01, 0.018] },
};

const row = {
  ...{ change_order: 1, sport: 'pickleball', bracket: 'mixed-open', previous_rating: 3.759 },
  ...{ rating: 3.787, reliability: 0.96, cause: 'match', match_id: 'mat_1' },
  match_date: new Date('2026-09-12T15:30:00Z'),
  changed_at: new Date('2026-09-12T18:04:11Z'),
} as HistoryRow;

describe('an entry of the rating history', () => {
  const entry = toHistoryEntry(row, explanation);

  it('says how, by what, and why the rating changed', () => {
    expect(entry).toEqual({
      ...{ sport: 'pickleball', bracket: 'mixed-open', previousRating: 3.759, newRating: 3.787 },
      ...{ reliability: 0.96, cause: 'match', matchId: 'mat_1', explanation },
      ...{ matchDate: '2026-09-12T15:30:00.000Z', changedAt: '2026-09-12T18:04:11.000Z' },
    });
    const { required } = contract.schemas.RatingHistoryEntry ?? {};
    expect(Object.keys(entry)).toEqual(expect.arrayContaining(required ?? []));
  });

  it('has no explanation if no match of the player caused it', () => {
    const without = toHistoryEntry({ ...row, match_id: null, match_date: null }, undefined);
    expect(without).toMatchObject({ matchId: null, matchDate: null });
    expect(without).not.toHaveProperty('explanation');
  });
});

const ids = ['mem_00000000000000000000000000', 'mem_7zzzzzzzzzzzzzzzzzzzzzzzzz'];

const ofText = (text: string) => Buffer.from(text).toString('base64url');

describe('a cursor of members', () => {
  testRows(ids)('is decoded to the same value', (id) => {
    const cursor = encodeMemberCursor(id);
    expect(cursor).toMatch(/^[A-Za-z0-9_-]{1,512}$/);
    expect(decodeMemberCursor(cursor)).toBe(id);
  });

  testRows([
    '',
    'x'.repeat(512),
    ...ids.map((id) => `${encodeMemberCursor(id)}==`),
    ...['1', 'mem_', `${ids[0]}0`, `${ids[0]?.slice(0, -1)}`, `x${ids[0]}`].map(encodeMemberCursor),
    ...['mem_80000000000000000000000000', 'mem_0000000000000000000000000u'].map(encodeMemberCursor),
    ...[`{"after":"${ids[0]}"} `, ` {"after":"${ids[0]}"}`, '{"before":1}'].map(ofText),
  ])('is refused if the service did not create it', (cursor) => {
    expect(decodeMemberCursor(cursor)).toBeNull();
  });
});

describe('a cursor of updates', () => {
  testRows([
    [0, 1],
    [733, 12],
    [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
  ])('is decoded to the same value', (transactionId, position) => {
    const cursor = encodeUpdateCursor({ transactionId, position });
    expect(cursor).toMatch(/^[A-Za-z0-9_-]{1,512}$/);
    expect(decodeUpdateCursor(cursor)).toEqual({ transactionId, position });
  });

  testRows([
    '',
    `${encodeUpdateCursor({ transactionId: 1, position: 1 })}x`,
    'eyJhZnRlciI6MTA1MTd9',
    ...[
      '{"before":1}',
      '{"after":[1]}',
      '{"after":[-1,1]}',
      '{"after":[1,0]}',
      '{"after":[1,9007199254740992]}',
      '{"after":[9007199254740992,1]}',
    ].map((text) => Buffer.from(text).toString('base64url')),
  ])('is refused if the service did not create it', (cursor) => {
    expect(decodeUpdateCursor(cursor)).toBeNull();
  });
});
