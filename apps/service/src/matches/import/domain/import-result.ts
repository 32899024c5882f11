// The response to the import of a tournament: counts, results of matches, and a message.

import type { ErrorItem, Schemas } from '@partner-rating/server';
import {
  heldMessage,
  isHeld,
  lateMessage,
  MAXIMUM_ERRORS,
  matchResult,
  othersMessage,
  sentBeforeResult,
} from '../../domain/batch-result.ts';
import type { EffectiveMatch } from '../../domain/effective-match.ts';
import { sentBefore, type Verdict } from '../../domain/judge-batch.ts';
import type { BatchSettlement, LedgerEntry } from '../../domain/ledger-entries.ts';
import type { TournamentMatch } from './tournament-matches.ts';

interface HandledImport {
  dryRun: boolean;
  matches: Schemas.MatchResult[];
  participants: Schemas.ParticipantMatch[];
  gamesRecorded: number;
  errors: readonly ErrorItem[];
}

export function importResult({
  dryRun,
  matches,
  participants,
  gamesRecorded,
  errors,
}: HandledImport): Schemas.TournamentImportResult {
  const count = (is: (match: Schemas.MatchResult) => boolean) => matches.filter(is).length;
  const imported = count(({ status }) =>
    dryRun ? status === 'projected' : status === 'rated' || status === 'stored',
  );
  const ghosts = participants.filter(({ isNew }) => isNew).length;
  const counts = {
    imported,
    late: count(
      ({ status, settled }) => settled === false && status !== 'duplicate' && status !== 'held',
    ),
    own: count(({ duplicateOf }) => duplicateOf === 'own'),
    others: count(({ duplicateOf }) => duplicateOf === 'other'),
    held: count(isHeld),
    errors: errors.length,
    ghosts,
    matched: participants.length - ghosts,
  };
  return {
    success: errors.length === 0,
    matchesImported: imported,
    gamesRecorded,
    ghostPlayersCreated: ghosts,
    existingPlayersMatched: counts.matched,
    matches,
    participants,
    dryRun,
    message: dryRun ? dryRunMessage(counts) : message(counts),
    ...(errors.length > 0 && { errors: errors.slice(0, MAXIMUM_ERRORS) }),
  };
}

interface Counts {
  imported: number;
  /** How many of those came late. */
  late: number;
  /** Duplicates of own matches. */
  own: number;
  others: number;
  held: number;
  errors: number;
  ghosts: number;
  matched: number;
}

function dryRunMessage({ imported, late, own, held, errors }: Counts): string {
  const sentences = ['This was a dry run.'];
  if (errors > 0) sentences.push(`${was(errors, 'error')} found; see errors.`);
  if (own > 0) sentences.push(`${was(own, 'match')} imported before.`);
  if (imported > 0) {
    sentences.push(`${counted(imported, 'match')} would be imported; nothing was stored.`);
  }
  if (held > 0) sentences.push(heldMessage(held, true));
  if (late > 0) sentences.push(lateMessage(late, true));
  return sentences.join(' ');
}

function message({ imported, late, own, others, held, ghosts, matched }: Counts): string {
  const sentences: string[] = [];
  if (imported > 0) sentences.push(`${was(imported, 'match')} imported.`);
  if (late > 0) sentences.push(lateMessage(late, false));
  if (own > 0) sentences.push(`${was(own, 'match')} imported before.`);
  if (others > 0) sentences.push(othersMessage(others));
  if (held > 0) sentences.push(heldMessage(held, false));
  sentences.push(`${was(matched, 'player')} matched and ${was(ghosts, 'ghost')} created.`);
  return sentences.join(' ');
}

function was(count: number, noun: string): string {
  return `${counted(count, noun)} ${count === 1 ? 'was' : 'were'}`;
}

function counted(count: number, noun: string): string {
  const plural = noun === 'match' ? 'matches' : `${noun}s`;
  return `${count} ${count === 1 ? noun : plural}`;
}

interface JudgedMatches {
  matches: readonly TournamentMatch[];
  /** The ids of matches that were imported before. */
  imported: ReadonlyMap<TournamentMatch, { id: string; heldFor: string | null }>;
  /** The other matches, and the verdicts on them. */
  judged: readonly EffectiveMatch[];
  verdicts: readonly Verdict[];
  /** What was stored, or would be, by index. */
  entries: ReadonlyMap<number, LedgerEntry>;
  settlement: BatchSettlement;
  dryRun: boolean;
}

/** Returns the result of each match of an import, in the order sent. */
export function matchResults(source: JudgedMatches): Schemas.MatchResult[] {
  const { matches, imported, judged, verdicts, entries, settlement, dryRun } = source;
  const verdictAt = new Map(judged.map(({ position }, index) => [position, verdicts[index]]));
  // A verdict names another match by its index among the judged ones.
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
