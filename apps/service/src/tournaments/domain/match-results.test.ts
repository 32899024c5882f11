import { expect, it } from 'vitest';
import type { EffectiveMatch } from '../../matches/domain/effective-match.ts';
import type { LedgerEntry } from '../../matches/domain/ledger-entries.ts';
import { matchResults } from './match-results.ts';
import type { TournamentMatch } from './tournament-matches.ts';

const [before, rejected, stored, repeated] = ['before', 'rejected', 'stored', 'repeated'].map(
  (identifier, position) => ({ effective: { identifier, position } }) as TournamentMatch,
) as [TournamentMatch, TournamentMatch, TournamentMatch, TournamentMatch];
const entry = { id: 'mat_2', teams: [['mem_1']], unrated: new Set(), games: [{}] } as object;

it('says of each match what became of it, in the order sent, whichever were judged', () => {
  const results = matchResults({
    matches: [before, rejected, stored, repeated],
    imported: new Map([[before, { id: 'mat_1', heldFor: null }]]),
    judged: [rejected, stored, repeated].map(({ effective }) => effective as EffectiveMatch),
    // The place of the repeated match is that among those judged.
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
