import type { Schemas } from '@partner-rating/server';
import { matchResult } from '../../matches/domain/batch-result.ts';
import type { EffectiveMatch } from '../../matches/domain/effective-match.ts';
import type { Verdict } from '../../matches/domain/judge-batch.ts';
import type { TournamentMatch } from './tournament-matches.ts';

export interface JudgedMatches {
  matches: readonly TournamentMatch[];
  /** The ids of those that were imported before. */
  imported: ReadonlyMap<TournamentMatch, { id: string }>;
  /** The others, and the verdicts on them. */
  judged: readonly EffectiveMatch[];
  verdicts: readonly Verdict[];
  /** The ids under which matches were stored now, by position. */
  ids: ReadonlyMap<number, string>;
  dryRun: boolean;
}

/** What became of each match of an import, in the order sent. */
export function matchResults(source: JudgedMatches): Schemas.MatchResult[] {
  const { matches, imported, judged, verdicts, ids, dryRun } = source;
  const verdictAt = new Map(judged.map(({ position }, index) => [position, verdicts[index]]));
  const idOf = (position: number | undefined) =>
    position === undefined ? null : (ids.get(position) ?? null);
  return matches.map((match) => {
    const { identifier, position } = match.effective;
    const before = imported.get(match);
    if (before !== undefined) return { identifier, id: before.id, status: 'duplicate' };
    return matchResult(identifier, verdictAt.get(position), {
      id: idOf(position),
      idAt: (index) => idOf(judged[index]?.position),
      dryRun,
    });
  });
}
