import type { DatabaseTransaction } from '../../platform/database/schema.ts';
import { mergeReasons } from '../domain/touched-matches.ts';
import type { FoldedPage, LedgerPage } from '../fold-ledger.ts';
import { appendStates } from '../store/player-states.ts';
import { lockRatingsShared } from '../store/ratings.ts';
import type { RunningSettlement, SettlementDependencies, SettlementFold } from './open-fold.ts';
import type { Reason } from './store/due-positions.ts';
import { type ReachedPlayer, upsertReached } from './store/settlement-players.ts';
import { renewLease, setProgress } from './store/settlements.ts';

/** Thrown where another holder has taken the settlement over, since this one was slow for too long. */
export class LeaseLostError extends Error {
  override name = 'LeaseLostError';
}

/** What a chunk came to. */
export interface FoldedChunk {
  read: number;
  rated: number;
  /** How many states follow from it, and how many of them are stored again. */
  states: number;
  steps: number;
}

/** A chunk that is being read, then folded, and then stored; there is none after the last match. */
export interface StartedChunk {
  /** Whether there is one. */
  read: Promise<boolean>;
  folded: Promise<FoldedChunk | null>;
  stored: Promise<void>;
}

/** What the first chunk follows. */
export const noChunk: StartedChunk = {
  read: Promise.resolve(false),
  folded: Promise.resolve(null),
  stored: Promise.resolve(),
};

/**
 * Folds some matches more and stores them, each after `previous`, in a transaction of their own; where everybody
 * is rated they are read while that one is being folded. While it waits it holds nothing that keeps others waiting,
 * except a confirmation or a claim.
 */
export function startChunk(
  { database }: SettlementDependencies,
  running: RunningSettlement,
  { fold: settled, previous }: { fold: SettlementFold; previous: StartedChunk },
): StartedChunk {
  const { fold } = settled;
  const read = Promise.withResolvers<boolean>();
  const folded = Promise.withResolvers<FoldedChunk | null>();
  const stored = database.transaction().execute(async (transaction) => {
    // Before the page is read, so that a claim has no name of a ghost written after it.
    await lockRatingsShared(transaction, [running.settlement.sport]);
    if (fold.reach !== 'everyone') await previous.folded;
    const page = await fold.read(transaction, running.pace.sizes.matchesPerChunk);
    read.resolve(page !== null);
    await previous.folded;
    const computed = await computePage(transaction, running, { settled, page });
    folded.resolve(computed.chunk);
    await storeStates(transaction, running, computed);
    // Not before it is committed, so that another holder that goes on from here has its states.
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

/** @throws LeaseLostError */
export async function renew(
  transaction: DatabaseTransaction,
  { lease }: RunningSettlement,
): Promise<void> {
  if (!(await renewLease(transaction, lease()))) throw new LeaseLostError();
}

/** The same within a transaction that holds the ratings of the sport; null after the last match. */
export async function foldPage(
  transaction: DatabaseTransaction,
  running: RunningSettlement,
  fold: SettlementFold,
): Promise<FoldedChunk | null> {
  const page = await fold.fold.read(transaction, running.pace.sizes.matchesPerChunk);
  const computed = await computePage(transaction, running, { settled: fold, page });
  await storeStates(transaction, running, computed);
  await storeProgress(transaction, running, computed);
  return computed.chunk;
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
): Promise<void> {
  if (page === null || page.differences.length === 0) return;
  const states = page.differences.map(({ expected }) => expected);
  await appendStates(transaction, number, states);
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

/** Players whom a page has reached and who are not stored as reached yet, or for another reason. */
function newlyReached(
  page: FoldedPage | null,
  { settlement: { cause } }: RunningSettlement,
  { fold: { reach }, stored }: SettlementFold,
): ReachedPlayer[] {
  const found = new Map<string, Reason>();
  if (reach === 'everyone') {
    // All of them, also where no step differs: their ratings may.
    for (const { teams, unrated } of page?.matches ?? []) {
      for (const team of teams) {
        for (const memberId of team) {
          if (unrated.has(memberId) || stored.has(memberId)) continue;
          found.set(memberId, { cause, matchId: null });
        }
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
