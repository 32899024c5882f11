import type { Schemas } from '@partner-rating/server';
import { displayName } from '../../players/domain/names.ts';
import type { PlayerRow } from '../../players/store/players.ts';
import type { NetChange } from '../../ratings/domain/net-changes.ts';
import type { BatchSettlement } from './batch-settlement.ts';
import type { Judgement, Report, Verdict } from './judge-batch.ts';
import type { LedgerEntry } from './ledger-entries.ts';

export interface HandledBatch {
  batchId: string;
  batch: Schemas.MatchBatch;
  judgement: Judgement;
  entries: readonly LedgerEntry[];
  changes: readonly NetChange[];
  players: readonly PlayerRow[];
  settlement: BatchSettlement;
  /** Whether the submitting application may read the player's rating. */
  mayReadRating: (memberId: string) => boolean;
}

/** How many faults an answer lists at most: the bound of the contract's lists. */
export const MAXIMUM_ERRORS = 10_000;

export function batchResult(handled: HandledBatch): Schemas.MatchBatchResult {
  const { batchId, batch, judgement, entries, settlement } = handled;
  const dryRun = batch.dryRun ?? false;
  const results = matchResults(handled, dryRun);
  const own = results.filter((result) => result.duplicateOf === 'own').length;
  const others = results.filter((result) => result.duplicateOf === 'other').length;
  const rated = entries.filter(({ games }) => games.length > 0).length;
  const rejected = results.filter(({ status }) => status === 'rejected').length;
  return {
    success: judgement.faults.length === 0,
    batchId,
    numMatches: entries.length,
    numGames: entries.reduce((games, entry) => games + entry.games.length, 0),
    duplicates: own + others,
    dryRun,
    matches: results,
    ratingChanges: ratingChanges(handled),
    message: message({
      rated,
      stored: entries.length - rated,
      late: entries.filter((entry) => !settlement.isSettled(entry)).length,
      own,
      others,
      rejected,
      dryRun,
    }),
    ...(judgement.faults.length > 0 && { errors: judgement.faults.slice(0, MAXIMUM_ERRORS) }),
  };
}

function matchResults(
  { batch, judgement: { verdicts }, entries, settlement }: HandledBatch,
  dryRun: boolean,
): Schemas.MatchResult[] {
  const byPosition = new Map(entries.map((entry) => [entry.position, entry]));
  return batch.matches.map(({ identifier }, position) =>
    matchResult(identifier, verdicts[position], {
      entryAt: (other) => byPosition.get(other) ?? null,
      settlement,
      position,
      dryRun,
    }),
  );
}

export interface StoredEntries {
  /** The place of the match among those judged. */
  position: number;
  /** What is stored of the match at a place, or would be. */
  entryAt: (position: number) => Pick<LedgerEntry, 'id' | 'teams' | 'unrated' | 'games'> | null;
  settlement: BatchSettlement;
  dryRun: boolean;
}

/** What became of one match, by the verdict on it. */
export function matchResult(
  identifier: string,
  verdict: Verdict | undefined,
  { position, entryAt, settlement, dryRun }: StoredEntries,
): Schemas.MatchResult {
  const idAt = (other: number) => (dryRun ? null : (entryAt(other)?.id ?? null));
  const settledOf = (entry: ReturnType<StoredEntries['entryAt']>) =>
    entry === null ? {} : { settled: settlement.isSettled(entry) };
  switch (verdict?.status) {
    case 'valid': {
      const entry = entryAt(position);
      const status = entry?.games.length === 0 ? 'stored' : 'rated';
      return {
        identifier,
        id: idAt(position),
        status: dryRun ? 'projected' : status,
        ...settledOf(entry),
        confirmations: confirmationsOf(entry),
      };
    }
    case 'duplicate':
      return duplicateOf(identifier, verdict.report, settlement);
    case 'repeated': {
      const entry = entryAt(verdict.position);
      return {
        identifier,
        id: idAt(verdict.position),
        status: 'duplicate',
        duplicateOf: 'own',
        ...settledOf(entry),
        confirmations: confirmationsOf(entry),
      };
    }
    default:
      return { identifier, id: null, status: 'rejected' };
  }
}

/** A match that was reported before. Nothing is said of another application's but that it is there. */
export function duplicateOf(
  identifier: string,
  { matchId, isOwn }: Report,
  { confirmed }: Pick<BatchSettlement, 'confirmed'>,
): Schemas.MatchResult {
  const settled = confirmed.get(matchId);
  return {
    identifier,
    id: isOwn ? matchId : null,
    status: 'duplicate',
    duplicateOf: isOwn ? 'own' : 'other',
    ...(isOwn && settled !== undefined && { settled }),
  };
}

function confirmationsOf(
  entry: ReturnType<StoredEntries['entryAt']>,
): Schemas.ResultConfirmation[][] {
  const { teams, unrated } = entry ?? { teams: [], unrated: new Set() };
  return teams.map((team) =>
    team.map((memberId) => (unrated.has(memberId) ? 'unconfirmed' : 'confirmed')),
  );
}

function ratingChanges({ changes, players, mayReadRating }: HandledBatch): Schemas.RatingChange[] {
  const shown = new Map(
    players
      .filter((player) => mayReadRating(player.id))
      .map((player) => [
        player.id,
        { memberId: player.member_number, id: player.id, displayName: displayName(player) },
      ]),
  );
  return changes.flatMap(({ previousRating, gamesCounted, last }) => {
    const player = shown.get(last.memberId);
    if (player === undefined) return [];
    return {
      ...player,
      sport: last.sport,
      bracket: last.bracket,
      previousRating,
      newRating: last.rating,
      gamesCounted,
    };
  });
}

interface Counts {
  rated: number;
  /** Matches without a game that counts. */
  stored: number;
  /** Late ones among all that are stored, or would be. */
  late: number;
  /** Duplicates, by whose report came first. */
  own: number;
  others: number;
  rejected: number;
  dryRun: boolean;
}

function message({ rated, stored, late, own, others, rejected, dryRun }: Counts): string {
  const sentences: string[] = [];
  if (dryRun) sentences.push('This was a dry run, so nothing was stored.');
  if (rated > 0) sentences.push(`${matches(rated)} ${dryRun ? 'would be' : was(rated)} rated.`);
  if (stored > 0) {
    const isStored = dryRun ? 'would be' : was(stored);
    sentences.push(`${matches(stored)} ${isStored} stored without a game that counts.`);
  }
  if (late > 0) sentences.push(lateMessage(late, dryRun));
  if (own > 0) sentences.push(`${matches(own)} ${was(own)} sent before.`);
  if (others > 0) {
    sentences.push(`${matches(others)} ${was(others)} reported before by another application.`);
  }
  if (rejected > 0) sentences.push(`${matches(rejected)} ${was(rejected)} rejected; see errors.`);
  return sentences.join(' ');
}

/** A sentence about matches that were played before others already rated. */
export function lateMessage(late: number, dryRun: boolean): string {
  const [come, work] = dryRun ? ['would come', 'would be'] : ['came', 'are being'];
  return `${matches(late)} ${come} late, so the ratings ${work} worked out again in the order of play.`;
}

function matches(count: number): string {
  return count === 1 ? '1 match' : `${count} matches`;
}

function was(count: number): string {
  return count === 1 ? 'was' : 'were';
}
