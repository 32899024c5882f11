import type { Schemas } from '@partner-rating/server';
import type { NetChange } from '../../ratings/domain/net-changes.ts';
import { displayName } from '../../ratings/domain/player.ts';
import type { PlayerRow } from '../../ratings/store/players.ts';
import type { Judgement, SentBefore, Verdict } from './judge-batch.ts';
import type { BatchSettlement, LedgerEntry } from './ledger-entries.ts';

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

/** The maximum number of errors in a response, as in the contract. */
export const MAXIMUM_ERRORS = 10_000;

export function batchResult(handled: HandledBatch): Schemas.MatchBatchResult {
  const { batchId, batch, judgement, entries, settlement } = handled;
  const dryRun = batch.dryRun ?? false;
  const results = matchResults(handled, dryRun);
  const count = (is: (result: Schemas.MatchResult) => boolean) => results.filter(is).length;
  const counted = entries.filter(({ uncounted }) => uncounted === null);
  const rated = counted.filter(({ games }) => games.length > 0).length;
  const released = judgement.verdicts.filter(isReleased).length;
  const own = count(({ duplicateOf }) => duplicateOf === 'own');
  const others = count(({ duplicateOf }) => duplicateOf === 'other');
  const held = count(isHeld);
  return {
    success: judgement.errors.length === 0,
    batchId,
    numMatches: counted.length + released,
    numGames: counted.reduce((games, entry) => games + entry.games.length, 0),
    duplicates: own + others,
    held,
    dryRun,
    matches: results,
    ratingChanges: ratingChanges(handled),
    message: message({
      rated,
      stored: counted.length - rated,
      late: counted.filter((entry) => !settlement.isSettled(entry)).length,
      released,
      own,
      others,
      held,
      rejected: count(({ status }) => status === 'rejected'),
      dryRun,
    }),
    ...(judgement.errors.length > 0 && { errors: judgement.errors.slice(0, MAXIMUM_ERRORS) }),
  };
}

function isReleased(verdict: Verdict): boolean {
  return verdict.status === 'duplicate' && verdict.report.isReleased;
}

/** Returns whether a match is held as a possible duplicate or, in a dry run, would be. */
export function isHeld({ possibleDuplicateOf }: Schemas.MatchResult): boolean {
  return possibleDuplicateOf !== undefined;
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
  /** The index of the match among the judged ones. */
  position: number;
  /** The entry that is, or would be, stored for the match at an index. */
  entryAt: (
    position: number,
  ) => Pick<LedgerEntry, 'id' | 'teams' | 'unrated' | 'games' | 'uncounted'> | null;
  settlement: BatchSettlement;
  dryRun: boolean;
}

/** Returns the result of one match by its verdict. */
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
      return {
        identifier,
        id: idAt(position),
        ...statusOf(entry, dryRun),
        ...settledOf(entry),
        confirmations: confirmationsOf(entry),
      };
    }
    case 'duplicate':
      return sentBeforeResult(identifier, verdict.report, { settlement, dryRun });
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

function statusOf(
  entry: ReturnType<StoredEntries['entryAt']>,
  dryRun: boolean,
): Pick<Schemas.MatchResult, 'status' | 'duplicateOf' | 'possibleDuplicateOf'> {
  switch (entry?.uncounted?.reason) {
    case 'held':
      return { status: 'held', possibleDuplicateOf: entry.uncounted.otherMatchId };
    case 'repeated':
      return { status: 'duplicate', duplicateOf: 'other' };
    default: {
      const status = entry?.games.length === 0 ? 'stored' : 'rated';
      return { status: dryRun ? 'projected' : status };
    }
  }
}

/** Returns the result of a match that was sent before: still held, released by sending it again, or unchanged. */
export function sentBeforeResult(
  identifier: string,
  { matchId, possibleDuplicateOf, isReleased: isNew }: SentBefore,
  { settlement, dryRun }: Pick<StoredEntries, 'settlement' | 'dryRun'>,
): Schemas.MatchResult {
  const settled = settlement.confirmed.get(matchId);
  return {
    identifier,
    id: matchId,
    ...(possibleDuplicateOf !== null
      ? { status: 'held', possibleDuplicateOf }
      : isNew
        ? { status: dryRun ? 'projected' : 'rated' }
        : { status: 'duplicate', duplicateOf: 'own' }),
    ...(settled !== undefined && { settled }),
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
  /** Late ones among all matches that are stored, or would be. */
  late: number;
  /** Matches that were held, and are sent as distinct ones. */
  released: number;
  /** Duplicates of own matches. */
  own: number;
  others: number;
  held: number;
  rejected: number;
  dryRun: boolean;
}

function message(counts: Counts): string {
  const { rated, stored, late, released, own, others, held, rejected, dryRun } = counts;
  const sentences: string[] = [];
  if (dryRun) sentences.push('This was a dry run, so nothing was stored.');
  if (rated > 0) sentences.push(`${matches(rated)} ${dryRun ? 'would be' : was(rated)} rated.`);
  if (stored > 0) {
    const isStored = dryRun ? 'would be' : was(stored);
    sentences.push(`${matches(stored)} ${isStored} stored without a game that counts.`);
  }
  if (late > 0) sentences.push(lateMessage(late, dryRun));
  if (released > 0) {
    const release = dryRun
      ? 'would no longer be held'
      : `${was(released)} held before and now ${released === 1 ? 'counts' : 'count'}`;
    sentences.push(`${matches(released)} ${release}.`);
  }
  if (own > 0) sentences.push(`${matches(own)} ${was(own)} sent before.`);
  if (others > 0) sentences.push(othersMessage(others));
  if (held > 0) sentences.push(heldMessage(held, dryRun));
  if (rejected > 0) sentences.push(`${matches(rejected)} ${was(rejected)} rejected; see errors.`);
  return sentences.join(' ');
}

/** Returns a sentence about matches that were played before others that are already rated. */
export function lateMessage(late: number, dryRun: boolean): string {
  const [come, work] = dryRun ? ['would come', 'would be'] : ['came', 'are being'];
  return `${matches(late)} ${come} late, so the ratings ${work} worked out again in the order of play.`;
}

/** Returns a sentence about reports that repeat those of other applications. */
export function othersMessage(others: number): string {
  const repeat =
    others === 1 ? 'was stored and repeats a report' : 'were stored and repeat reports';
  return `${matches(others)} ${repeat} of another application.`;
}

/** Returns a sentence about matches that may have been reported before. */
export function heldMessage(held: number, dryRun: boolean): string {
  const [is, it] = held === 1 ? ['is', 'it'] : ['are', 'each'];
  const because = 'because you reported a match with the same players and games before';
  const what = `send ${it} again with distinct: true, or void it`;
  return `${matches(held)} ${dryRun ? 'would be' : is} held, ${because}: ${what}.`;
}

function matches(count: number): string {
  return count === 1 ? '1 match' : `${count} matches`;
}

function was(count: number): string {
  return count === 1 ? 'was' : 'were';
}
