import type { ErrorItem } from '@partner-rating/server';
import { describe, expect, it } from 'vitest';
import type { NetChange } from '../../ratings/domain/net-changes.ts';
import { batchOf, matchOf, mike, priya } from '../testing/batches.ts';
import { batchResult, type HandledBatch, matchResult } from './batch-result.ts';
import type { SentBefore, Verdict } from './judge-batch.ts';
import { type BatchSettlement, batchSettlement, type LedgerEntry } from './ledger-entries.ts';

const settled: BatchSettlement = { isSettled: () => true, confirmed: new Map() };

const late: BatchSettlement = { isSettled: ({ id }) => id !== 'mat_late', confirmed: new Map() };

const valid = { status: 'valid' } as Verdict;

const sent = (rest: Partial<SentBefore> = {}): Verdict => ({
  status: 'duplicate',
  report: { matchId: 'mat_before', possibleDuplicateOf: null, isReleased: false, ...rest },
});

describe('settled', () => {
  const of = (verdict: Verdict | undefined, settlement: BatchSettlement, dryRun = false) =>
    matchResult('one', verdict, {
      position: 0,
      entryAt: (position) => (position === 0 ? entry('mat_late') : null),
      settlement,
      dryRun,
    });

  it('says whether a match was rated in the order of play, also in a dry run, and if another one repeats it', () => {
    expect(of(valid, settled)).toMatchObject({ status: 'rated', settled: true });
    expect(of(valid, late)).toMatchObject({ status: 'rated', settled: false });
    expect(of(valid, late, true)).toMatchObject({ status: 'projected', settled: false });
    const repeated: Verdict = { status: 'repeated', position: 0 };
    expect(of(repeated, late)).toMatchObject({ status: 'duplicate', settled: false });
  });

  it('is false for an own duplicate that confirmed the match, and absent if nothing was confirmed', () => {
    const confirmed = new Map([['mat_before', false]]);
    expect(of(sent(), { ...settled, confirmed })).toMatchObject({ settled: false });
    expect(of(sent(), settled)).not.toHaveProperty('settled');
    expect(of({ status: 'rejected' } as Verdict, settled)).not.toHaveProperty('settled');
  });
});

describe('the message', () => {
  const answer = (dryRun: boolean, settlement: BatchSettlement) =>
    batchResult({
      batchId: 'bat_one',
      batch: { ...batchOf([matchOf('one', []), matchOf('two', [])]), dryRun },
      judgement: { verdicts: [valid, valid], errors: [] },
      entries: [entry('mat_late', 0), entry('mat_other', 1)],
      changes: [],
      players: [],
      settlement,
      mayReadRating: () => true,
    }).message;

  it('counts the late matches, and does not mention them if there are none', () => {
    expect(answer(false, late)).toBe(
      '2 matches were rated. 1 match came late, so the ratings are being worked out again in the order of play.',
    );
    expect(answer(true, late)).toContain(
      '1 match would come late, so the ratings would be worked out',
    );
    expect(answer(false, settled)).toBe('2 matches were rated.');
  });
});

describe('the response to a batch', () => {
  const walkover = { ...entry('mat_stored', 1), games: [] };
  const identifiers = ['rated', 'stored', 'sent', 'reported', 'twice', 'held', 'released', 'wrong'];
  const error: ErrorItem = { pointer: '/matches/7', code: 'no_winner', detail: 'Level.' };
  const handled: HandledBatch = {
    batchId: 'bat_one',
    batch: batchOf(identifiers.map((identifier) => matchOf(identifier, []))),
    judgement: {
      verdicts: [
        ...[valid, valid, sent(), valid, { status: 'repeated', position: 0 } as const, valid],
        ...[sent({ isReleased: true }), { status: 'rejected' } as const],
      ],
      errors: [error],
    },
    entries: [
      entry('mat_rated'),
      { ...walkover, unrated: new Set([priya.id]) },
      { ...entry('mat_repeat', 3), uncounted: { reason: 'repeated', otherMatchId: 'mat_theirs' } },
      { ...entry('mat_held', 5), uncounted: { reason: 'held', otherMatchId: 'mat_before' } },
    ],
    ...{ changes: [], players: [mike, priya], settlement: settled, mayReadRating: () => true },
  };

  it('has the result of each match, in the order sent', () => {
    const of = (identifier: string, id: string | null, status: string, rest = {}) => ({
      ...{ identifier, id, status, ...rest },
    });
    const answered = { settled: true, confirmations: [['confirmed'], ['confirmed']] };
    const halfAnswered = { settled: true, confirmations: [['confirmed'], ['unconfirmed']] };
    const own = { duplicateOf: 'own' };
    expect(batchResult(handled).matches).toEqual([
      of('rated', 'mat_rated', 'rated', answered),
      of('stored', 'mat_stored', 'stored', halfAnswered),
      of('sent', 'mat_before', 'duplicate', own),
      of('reported', 'mat_repeat', 'duplicate', { ...answered, duplicateOf: 'other' }),
      of('twice', 'mat_rated', 'duplicate', { ...answered, ...own }),
      of('held', 'mat_held', 'held', { ...answered, possibleDuplicateOf: 'mat_before' }),
      of('released', 'mat_before', 'rated'),
      of('wrong', null, 'rejected'),
    ]);
  });

  it('counts the matches, and says so in a message', () => {
    expect(batchResult(handled)).toMatchObject({
      ...{ success: false, batchId: 'bat_one', numMatches: 3, numGames: 1, duplicates: 3, held: 1 },
      ...{ dryRun: false, errors: [error] },
      message:
        '1 match was rated. 1 match was stored without a game that counts. 1 match was held before ' +
        'and now counts. 2 matches were sent before. 1 match was stored and repeats a report of ' +
        'another application. 1 match is held, because you reported a match with the same players ' +
        'and games before: send it again with distinct: true, or void it. 1 match was rejected; ' +
        'see errors.',
    });
  });

  it('does not mention a count of zero', () => {
    const verdicts = identifiers.map(() => ({ status: 'rejected' }) as const);
    const judgement = { verdicts, errors: [error] };
    const { message } = batchResult({ ...handled, judgement, entries: [] });
    expect(message).toBe('8 matches were rejected; see errors.');
  });

  it('has no ids in a dry run, and says that nothing was stored', () => {
    const { message, matches } = batchResult({
      ...handled,
      batch: { ...handled.batch, dryRun: true },
    });
    expect(message).toMatch(
      /^This was a dry run, so nothing was stored\. 1 match would be rated\. 1 match would be stored without/,
    );
    expect(matches.map(({ id, status }) => [id, status])).toEqual([
      [null, 'projected'],
      [null, 'projected'],
      ['mat_before', 'duplicate'],
      [null, 'duplicate'],
      [null, 'duplicate'],
      [null, 'held'],
      ['mat_before', 'projected'],
      [null, 'rejected'],
    ]);
  });

  it('lists no more errors than the contract allows, and none without errors', () => {
    const errors = Array.from({ length: 10_001 }, () => error);
    const judgement = { verdicts: [], errors };
    expect(batchResult({ ...handled, judgement }).errors).toHaveLength(10_000);
    const without = batchResult({ ...handled, judgement: { verdicts: [], errors: [] } });
    expect(without.success).toBe(true);
    expect(without).not.toHaveProperty('errors');
  });

  it('lists the changes of ratings that the application may read', () => {
    const change = (memberId: string): NetChange => ({
      ...{ previousRating: 4, gamesCounted: 2 },
      last: { memberId, sport: 'padel', bracket: 'overall-open', rating: 4.1 } as NetChange['last'],
    });
    const changes = [change(priya.id), change(mike.id), change('mem_unknown')];
    const mayReadRating = (memberId: string) => memberId === mike.id;
    expect(batchResult({ ...handled, changes, mayReadRating }).ratingChanges).toEqual([
      {
        ...{ memberId: 10_482, id: mike.id, displayName: 'Mike B.', sport: 'padel' },
        ...{ bracket: 'overall-open', previousRating: 4, newRating: 4.1, gamesCounted: 2 },
      },
    ]);
  });
});

describe('the settled part of a batch', () => {
  it('excludes late matches, and what the batch confirmed of other matches', () => {
    const { isSettled, confirmed } = batchSettlement([{ id: 'mat_late' }], ['mat_before']);
    expect([isSettled({ id: 'mat_late' }), isSettled({ id: 'mat_other' })]).toEqual([false, true]);
    expect([...confirmed]).toEqual([['mat_before', false]]);
  });
});

function entry(id: string, position = 0): LedgerEntry {
  return {
    id,
    position,
    teams: [[mike.id], [priya.id]],
    unrated: new Set<string>(),
    uncounted: null,
    games: [{ scores: [11, 4], winScore: 11 }],
  } as unknown as LedgerEntry;
}
