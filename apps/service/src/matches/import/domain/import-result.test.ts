import type { ErrorItem, Schemas } from '@partner-rating/server';
import { describe, expect, it } from 'vitest';
import type { EffectiveMatch } from '../../domain/effective-match.ts';
import type { LedgerEntry } from '../../domain/ledger-entries.ts';
import { importResult, matchResults } from './import-result.ts';
import type { TournamentMatch } from './tournament-matches.ts';

const match = (status: Schemas.MatchResult['status'], rest: Partial<Schemas.MatchResult> = {}) =>
  ({ identifier: 'final', id: null, status, ...rest }) as Schemas.MatchResult;

const player = (isNew: boolean) => ({ isNew }) as Schemas.ParticipantMatch;

const error: ErrorItem = { pointer: '/matches/0', code: 'no_winner', detail: 'Level.' };

const rated = match('rated', { settled: true });

const late = match('stored', { settled: false });

const own = match('duplicate', { duplicateOf: 'own', settled: false });

const other = match('duplicate', { duplicateOf: 'other' });

const projected = match('projected', { settled: true });

const imported = (parts: Partial<Parameters<typeof importResult>[0]>) =>
  importResult({
    ...{ dryRun: false, matches: [], participants: [], gamesRecorded: 0, errors: [] },
    ...parts,
  });

describe('the response to an import', () => {
  it('counts what was imported, who was matched, and who got a ghost', () => {
    const matches = [rated, late, own, other];
    const participants = [player(true), player(false), player(false)];
    expect(imported({ matches, participants, gamesRecorded: 7 })).toEqual({
      ...{ success: true, dryRun: false, matchesImported: 2, gamesRecorded: 7 },
      ...{ ghostPlayersCreated: 1, existingPlayersMatched: 2, matches, participants },
      message:
        '2 matches were imported. 1 match came late, so the ratings are being worked out again in ' +
        'the order of play. 1 match was imported before. 1 match was stored and repeats a report ' +
        'of another application. 2 players were matched and 1 ghost was created.',
    });
  });

  it('says that a repetition added nothing', () => {
    expect(imported({ matches: [own, own, other, other] }).message).toBe(
      '2 matches were imported before. 2 matches were stored and repeat reports of another application. ' +
        '0 players were matched and 0 ghosts were created.',
    );
    expect(imported({ matches: [rated], participants: [player(false)] }).message).toBe(
      '1 match was imported. 1 player was matched and 0 ghosts were created.',
    );
  });

  it('says in a dry run what would be imported, and that nothing was', () => {
    const waiting = { ...projected, settled: false };
    const answer = imported({ dryRun: true, matches: [projected, waiting, own] });
    expect(answer).toMatchObject({ dryRun: true, matchesImported: 2, success: true });
    expect(answer).not.toHaveProperty('errors');
    expect(answer.message).toBe(
      'This was a dry run. 1 match was imported before. 2 matches would be imported; nothing was ' +
        'stored. 1 match would come late, so the ratings would be worked out again in the order of ' +
        'play.',
    );
    expect(imported({ dryRun: true }).message).toBe('This was a dry run.');
  });

  it('lists the errors of a dry run, as many as the contract allows', () => {
    const answer = imported({ dryRun: true, errors: [error, error] });
    expect(answer).toMatchObject({ success: false, errors: [error, error] });
    expect(answer.message).toBe('This was a dry run. 2 errors were found; see errors.');
    const many = imported({ dryRun: true, errors: Array.from({ length: 10_001 }, () => error) });
    expect(many.errors).toHaveLength(10_000);
    expect(many.message).toContain('10001 errors were found');
  });
});

const [before, rejected, stored, repeated] = ['before', 'rejected', 'stored', 'repeated'].map(
  (identifier, position) => ({ effective: { identifier, position } }) as TournamentMatch,
) as [TournamentMatch, TournamentMatch, TournamentMatch, TournamentMatch];

const entry = { id: 'mat_2', teams: [['mem_1']], unrated: new Set(), games: [{}] } as object;

it('has the result of each match, in the order sent, whichever were judged', () => {
  const results = matchResults({
    matches: [before, rejected, stored, repeated],
    imported: new Map([[before, { id: 'mat_1', heldFor: null }]]),
    judged: [rejected, stored, repeated].map(({ effective }) => effective as EffectiveMatch),
    // The repeated match is named by its index among the judged ones.
    verdicts: [
      { status: 'rejected' },
      { status: 'valid', match: {} as never },
      { status: 'repeated', position: 1 },
    ],
    entries: new Map([[2, entry as LedgerEntry]]),
    settlement: { isSettled: () => true, confirmed: new Map([['mat_1', false]]) },
    dryRun: false,
  });
  const found = { id: 'mat_2', settled: true, confirmations: [['confirmed']] };
  expect(results).toEqual([
    {
      ...{ identifier: 'before', id: 'mat_1', status: 'duplicate', duplicateOf: 'own' },
      settled: false,
    },
    { identifier: 'rejected', id: null, status: 'rejected' },
    { identifier: 'stored', status: 'rated', ...found },
    { identifier: 'repeated', status: 'duplicate', duplicateOf: 'own', ...found },
  ]);
});
