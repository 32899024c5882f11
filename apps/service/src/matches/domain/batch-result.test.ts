import { describe, expect, it } from 'vitest';
import { batchOf, matchOf, mike, priya } from '../testing/batches.ts';
import { batchResult, matchResult } from './batch-result.ts';
import type { BatchSettlement } from './batch-settlement.ts';
import type { Verdict } from './judge-batch.ts';
import type { LedgerEntry } from './ledger-entries.ts';

const settled: BatchSettlement = { isSettled: () => true, confirmed: new Map() };
const late: BatchSettlement = { isSettled: ({ id }) => id !== 'mat_late', confirmed: new Map() };
const valid = { status: 'valid' } as Verdict;

describe('settled', () => {
  const of = (verdict: Verdict | undefined, settlement: BatchSettlement, dryRun = false) =>
    matchResult('one', verdict, {
      position: 0,
      entryAt: (position) => (position === 0 ? entry('mat_late') : null),
      settlement,
      dryRun,
    });

  it('is true of a match that was rated in the order of play, and false of one that came late', () => {
    expect(of(valid, settled)).toMatchObject({ status: 'rated', settled: true });
    expect(of(valid, late)).toMatchObject({ status: 'rated', settled: false });
  });

  it('says in a dry run whether the match would be late', () => {
    expect(of(valid, late, true)).toMatchObject({ status: 'projected', settled: false });
  });

  it('is that of the match of the batch which another repeats', () => {
    const repeated: Verdict = { status: 'repeated', position: 0 };
    expect(of(repeated, late)).toMatchObject({ status: 'duplicate', settled: false });
  });

  const confirmed = new Map([['mat_before', false]]);
  const duplicate = (isOwn: boolean): Verdict => ({
    status: 'duplicate',
    report: { matchId: 'mat_before', isOwn },
  });

  it('is false of an own duplicate that confirmed the match', () => {
    expect(of(duplicate(true), { ...settled, confirmed })).toMatchObject({ settled: false });
  });

  it('says nothing of whom another application’s match moved', () => {
    expect(of(duplicate(false), { ...settled, confirmed })).not.toHaveProperty('settled');
  });

  it('is absent of a duplicate that confirmed nothing, and of a rejected match', () => {
    const report = { matchId: 'mat_before', isOwn: true };
    expect(of({ status: 'duplicate', report }, settled)).not.toHaveProperty('settled');
    expect(of({ status: 'rejected' } as Verdict, settled)).not.toHaveProperty('settled');
  });
});

describe('the message', () => {
  const answer = (dryRun: boolean, settlement: BatchSettlement) =>
    batchResult({
      batchId: 'bat_one',
      batch: { ...batchOf([matchOf('one', []), matchOf('two', [])]), dryRun },
      judgement: { verdicts: [valid, valid], faults: [] },
      entries: [entry('mat_late', 0), entry('mat_other', 1)],
      changes: [],
      players: [],
      settlement,
      mayReadRating: () => true,
    }).message;

  it('counts the matches that came late', () => {
    expect(answer(false, late)).toBe(
      '2 matches were rated. 1 match came late, so the ratings are being worked out again in the order of play.',
    );
    expect(answer(true, late)).toContain(
      '1 match would come late, so the ratings would be worked out',
    );
  });

  it('says nothing of it where none did', () => {
    expect(answer(false, settled)).toBe('2 matches were rated.');
  });
});

function entry(id: string, position = 0): LedgerEntry {
  return {
    id,
    position,
    teams: [[mike.id], [priya.id]],
    unrated: new Set<string>(),
    games: [{ scores: [11, 4], winScore: 11 }],
  } as unknown as LedgerEntry;
}
