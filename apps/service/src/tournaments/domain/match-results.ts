import type { Schemas } from '@partner-rating/server';
import { matchResult, sentBeforeResult } from '../../matches/domain/batch-result.ts';
import type { BatchSettlement } from '../../matches/domain/batch-settlement.ts';
import type { EffectiveMatch } from '../../matches/domain/effective-match.ts';
import { sentBefore, type Verdict } from '../../matches/domain/judge-batch.ts';
import type { LedgerEntry } from '../../matches/domain/ledger-entries.ts';
import type { TournamentMatch } from './tournament-matches.ts';

export interface JudgedMatches {
  matches: readonly TournamentMatch[];
  /** The ids of those that were imported before. */
  imported: ReadonlyMap<TournamentMatch, { id: string; heldFor: string | null }>;
  /** The others, and the verdicts on them. */
  judged: readonly EffectiveMatch[];
  verdicts: readonly Verdict[];
  /** What was stored now or would be, by position. */
  entries: ReadonlyMap<number, LedgerEntry>;
  settlement: BatchSettlement;
  dryRun: boolean;
}

/** What became of each match of an import, in the order sent. */
export function matchResults(source: JudgedMatches): Schemas.MatchResult[] {
  const { matches, imported, judged, verdicts, entries, settlement, dryRun } = source;
  const verdictAt = new Map(judged.map(({ position }, index) => [position, verdicts[index]]));
  // A verdict names another match by its place among those judged.
  const indexes = new Map(judged.map(({ position }, index) => [position, index]));
  const entryAt = (index: number) => entries.get(judged[index]?.position ?? -1) ?? null;
  return matches.map((match) => {
    const { identifier, position } = match.effective;
    const before = imported.get(match);
    if (before !== undefined) {
      return sentBeforeResult(identifier, sentBefore(match.effective, before), {
        settlement,
        dryRun,
      });
    }
    return matchResult(identifier, verdictAt.get(position), {
      position: indexes.get(position) ?? -1,
      entryAt,
      settlement,
      dryRun,
    });
  });
}
