// Runs the fold of a settlement: rates the part of the ledger that is out of date again, chunk by chunk, and stores the states.

import type { RatingModel } from '@partner-rating/ratings';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import type { DatabaseTransaction } from '../../platform/database/schema.ts';
import { comparePositions, FIRST_POSITION, mergeReasons } from '../domain/touched-matches.ts';
import { type FoldedPage, LedgerFold, type LedgerPage } from '../fold-ledger.ts';
import { appendStates, deleteStates, findStrayStates } from '../store/player-states.ts';
import { lockRatingsShared } from '../store/ratings.ts';
import type { Pace } from './pace.ts';
import { findTaken, onlyOfMembers, type Reason } from './store/due-positions.ts';
import {
  findReached,
  insertEverybody,
  type ReachedPlayer,
  upsertReached,
} from './store/settlement-players.ts';
import { type Lease, renewLease, type SettlementRow, setProgress } from './store/settlements.ts';

/** What a settlement uses. */
export type SettlementDependencies = Pick<Dependencies, 'database' | 'clock' | 'configuration'>;

/** A settlement that this process holds. */
export interface RunningSettlement {
  settlement: SettlementRow;
  model: RatingModel;
  /** How many times the settlement went back to fold what arrived during it. */
  rounds: number;
  /** The arrival up to which this settlement stored every state again, so that no other counts; null if unknown. */
  replacedUpTo: number | null;
  pace: Pace;
  /** Returns the lease that a renewal now would give. */
  lease: () => Lease;
}

/** A fold whose states are stored as those of a settlement. */
export interface SettlementFold {
  fold: LedgerFold;
  lastArrival: number;
  /** The players who are stored as reached, which means that their ratings may change, and why. */
  stored: Map<string, Reason>;
}

const PLAYERS_PER_LOAD = 1_000;

/** Opens the fold of a settlement at the position up to which its matches are folded. */
export async function openFold(
  { database }: SettlementDependencies,
  { settlement, model }: RunningSettlement,
): Promise<SettlementFold> {
  const { sport, number, is_of_everybody: isOfEverybody, last_arrival: lastArrival } = settlement;
  const after = { matchDate: settlement.match_date, arrival: settlement.arrival };
  if (isOfEverybody) {
    // Another holder does this again, because batches may have rated new players since.
    await database
      .transaction()
      .execute(async (transaction) => await insertEverybody(transaction, sport, settlement.cause));
  }
  const reached = await findReached(database, sport);
  const due = onlyOfMembers(await findTaken(database, number));
  const fold = new LedgerFold({
    sport,
    after,
    lastArrival,
    reach: isOfEverybody ? 'everyone' : reasonsOf(reached),
    due: due.filter((position) => comparePositions(position, after) > 0),
    model,
    version: 'folded',
    mayAssumeDifferences: true,
  });
  // Before the first match, nobody has a rating to continue from.
  const toLoad = comparePositions(after, FIRST_POSITION) > 0 ? reached : [];
  const next = { matchDate: after.matchDate, arrival: after.arrival + 1 };
  for (let start = 0; start < toLoad.length; start += PLAYERS_PER_LOAD) {
    const some = toLoad.slice(start, start + PLAYERS_PER_LOAD);
    await fold.load(
      database,
      some.map(({ memberId }) => ({ memberId, ...next })),
    );
  }
  return { fold, lastArrival, stored: reasonsOf(reached) };
}

function reasonsOf(reached: readonly ReachedPlayer[]): Map<string, Reason> {
  return new Map(reached.map(({ memberId, cause, matchId }) => [memberId, { cause, matchId }]));
}

/** Deletes the states of a sport that no match explains, except those that the settlement replaces anyway. */
export async function deleteOrphanStates(
  { database }: SettlementDependencies,
  { settlement: { sport }, replacedUpTo }: RunningSettlement,
): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    await deleteStates(transaction, await findStrayStates(transaction, sport, replacedUpTo));
  });
}

/** Thrown if another holder has taken the settlement over, because this one was slower than its lease. */
export class LeaseLostError extends Error {
  override name = 'LeaseLostError';
}

/** @throws LeaseLostError */
export async function renew(
  transaction: DatabaseTransaction,
  { lease }: RunningSettlement,
): Promise<void> {
  if (!(await renewLease(transaction, lease()))) throw new LeaseLostError();
}

/** The result of a chunk. */
interface FoldedChunk {
  read: number;
  rated: number;
  /** How many states follow from the chunk, and how many of them differed from the stored ones. */
  states: number;
  steps: number;
}

/** A chunk that is read, then folded, and then stored. After the last match, there is no chunk. */
interface StartedChunk {
  /** Whether there is a chunk. */
  read: Promise<boolean>;
  folded: Promise<FoldedChunk | null>;
  stored: Promise<void>;
}

/** The chunk before the first one. */
const noChunk: StartedChunk = {
  read: Promise.resolve(false),
  folded: Promise.resolve(null),
  stored: Promise.resolve(),
};

interface FoldAllOptions {
  maxMatches?: number;
  signal?: AbortSignal;
  onProgress?: (matches: number) => void;
  onSteps?: (steps: number) => void;
}

/**
 * Folds to the end, chunk by chunk. Each chunk is computed while the one before it is stored. In a rebuild, the next one
 * is read at the same time.
 * @returns null at the end, otherwise why it stopped.
 */
export async function foldAll(
  dependencies: SettlementDependencies,
  running: RunningSettlement,
  fold: SettlementFold,
  { signal, maxMatches = Number.POSITIVE_INFINITY, onProgress, onSteps }: FoldAllOptions,
): Promise<'large' | 'stopped' | null> {
  const isOfEverybody = fold.fold.reach === 'everyone';
  let rated = running.settlement.matches;
  let areAllReplaced = isOfEverybody && rated === 0;
  let isAtEnd = false;
  // At most three at a time, because what is read is in memory until it is stored.
  let [beforeLast, last] = [noChunk, noChunk];
  try {
    while (!isAtEnd && rated <= maxMatches && signal?.aborted !== true) {
      const next = startChunk(dependencies, running, { fold, previous: last });
      const folding = isOfEverybody ? last : next;
      const storing = isOfEverybody ? beforeLast : last;
      [beforeLast, last] = [last, next];
      isAtEnd = !(await next.read);
      await storing.stored;
      const chunk = await folding.folded;
      if (chunk !== null) {
        rated += chunk.rated;
        areAllReplaced &&= chunk.steps === chunk.states;
        onProgress?.(chunk.read);
        onSteps?.(chunk.steps);
      }
      if (!isAtEnd) await running.pace.follow(next.stored);
    }
    // The last chunk is stored after all others.
    await last.stored;
  } finally {
    await Promise.allSettled([beforeLast.stored, last.stored]);
  }
  if (!isAtEnd) return rated > maxMatches ? 'large' : 'stopped';
  if (areAllReplaced) running.replacedUpTo = fold.lastArrival;
  return null;
}

/**
 * Starts a chunk, in a transaction of its own. It is folded and stored after `previous`. While it waits, it keeps nobody
 * else waiting except a confirmation or a claim.
 */
function startChunk(
  { database }: SettlementDependencies,
  running: RunningSettlement,
  { fold: settled, previous }: { fold: SettlementFold; previous: StartedChunk },
): StartedChunk {
  const { fold } = settled;
  const read = Promise.withResolvers<boolean>();
  const folded = Promise.withResolvers<FoldedChunk | null>();
  const stored = database.transaction().execute(async (transaction) => {
    // Locked before the page is read: after a player claims a ghost (a member without an account), nothing is written under the
    // ghost's id.
    await lockRatingsShared(transaction, [running.settlement.sport]);
    if (fold.reach !== 'everyone') await previous.folded;
    const page = await fold.read(transaction, running.pace.sizes.matchesPerChunk);
    read.resolve(page !== null);
    await previous.folded;
    const computed = await computePage(transaction, running, { settled, page });
    folded.resolve(computed.chunk);
    await storeStates(transaction, running, computed, settled);
    // Another holder that continues from this chunk needs the states of the previous one, so the previous chunk commits first.
    await previous.stored;
    await renew(transaction, running);
    await storeProgress(transaction, running, computed);
  });
  // The caller that awaits `stored` gets the error.
  stored.catch((error) => {
    read.reject(error);
    folded.reject(error);
  });
  read.promise.catch(() => {});
  folded.promise.catch(() => {});
  return { read: read.promise, folded: folded.promise, stored };
}

/**
 * Folds and stores the rest in the caller's transaction, which holds the ratings of the sport: for the few matches that are
 * folded while everybody waits.
 */
export async function foldRest(
  transaction: DatabaseTransaction,
  running: RunningSettlement,
  settled: SettlementFold,
): Promise<void> {
  for (;;) {
    const page = await settled.fold.read(transaction, running.pace.sizes.matchesPerChunk);
    const computed = await computePage(transaction, running, { settled, page });
    await storeStates(transaction, running, computed, settled);
    await storeProgress(transaction, running, computed);
    if (page === null) return;
  }
}

interface ComputedPage {
  page: FoldedPage | null;
  chunk: FoldedChunk | null;
  reached: ReachedPlayer[];
  lastArrival: number;
}

async function computePage(
  transaction: DatabaseTransaction,
  running: RunningSettlement,
  { settled, page: read }: { settled: SettlementFold; page: LedgerPage | null },
): Promise<ComputedPage> {
  const { fold, lastArrival } = settled;
  const page = read && (await fold.fold(transaction, read));
  const reached = newlyReached(page, running, settled);
  const chunk = page && {
    read: page.matches.length,
    rated: page.rated,
    states: page.states,
    steps: page.differences.length,
  };
  return { page, chunk, reached, lastArrival };
}

async function storeStates(
  transaction: DatabaseTransaction,
  { settlement: { number } }: RunningSettlement,
  { page }: ComputedPage,
  { fold: { memberNumbers } }: SettlementFold,
): Promise<void> {
  if (page === null || page.differences.length === 0) return;
  const states = page.differences.map(({ expected }) => expected);
  await appendStates(transaction, { settlement: number, memberNumbers }, states);
}

async function storeProgress(
  transaction: DatabaseTransaction,
  { settlement: { sport } }: RunningSettlement,
  { page, chunk, reached, lastArrival }: ComputedPage,
): Promise<void> {
  await upsertReached(transaction, sport, reached);
  if (page === null || chunk === null) return;
  const { rated: matches, steps } = chunk;
  await setProgress(transaction, sport, { after: page.after, lastArrival, matches, steps });
}

/** The players that a page has reached and that are not yet stored as reached, or are stored for another reason. */
function newlyReached(
  page: FoldedPage | null,
  { settlement: { cause } }: RunningSettlement,
  { fold: { reach }, stored }: SettlementFold,
): ReachedPlayer[] {
  const found = new Map<string, Reason>();
  if (reach === 'everyone') {
    // Also players whose states are as they were, because their ratings may differ.
    for (const { teams, unrated } of page?.matches ?? []) {
      for (const memberId of teams.flat()) {
        if (unrated.has(memberId) || stored.has(memberId)) continue;
        found.set(memberId, { cause, matchId: null });
      }
    }
  } else {
    for (const [memberId, reason] of reach) {
      const before = stored.get(memberId);
      const merged = before === undefined ? reason : mergeReasons(before, reason);
      const isSame = before?.cause === merged.cause && before.matchId === merged.matchId;
      if (!isSame) found.set(memberId, merged);
    }
  }
  for (const [memberId, reason] of found) stored.set(memberId, reason);
  return [...found].map(([memberId, { cause, matchId }]) => ({ memberId, cause, matchId }));
}
