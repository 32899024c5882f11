// The end of a settlement's fold: rates the matches that arrived while the settlement rated the earlier ones again.

import type { DatabaseTransaction } from '../../platform/database/schema.ts';
import { currentTraceparent } from '../../platform/telemetry/tracing.ts';
import { comparePositions, positionBefore } from '../domain/touched-matches.ts';
import { LedgerFold } from '../fold-ledger.ts';
import { lockRatingsExclusive, lockRatingsShared } from '../store/ratings.ts';
import { useChoice } from '../store/sport-parameters.ts';
import {
  foldRest,
  type RunningSettlement,
  renew,
  type SettlementDependencies,
  type SettlementFold,
} from './fold.ts';
import {
  type DueFilter,
  type DuePosition,
  findUntaken,
  insertDue,
  onlyOfMembers,
  takeDue,
} from './store/due-positions.ts';
import {
  type ArrivedMatch,
  countPlayedAfter,
  findArrivedOfReached,
  findLastArrival,
} from './store/settlement-players.ts';
import { setLastArrival, setProgress, setPublishing } from './store/settlements.ts';

// A settlement goes back this many times for matches that arrived during it, because otherwise it might never end. After
// that, it folds later matches only if they are few. Otherwise, the next settlement folds them.
const ROUNDS = 3;

/**
 * Takes what became due and what arrived during the settlement. If that is only a few matches, folds them and makes the
 * settlement's states those that count, in one short transaction.
 * @param stored The players who are stored as reached. They may be all players, so they are not read again under the lock.
 * @returns the fold of the rest, if it is too much to fold while everybody waits; null if the settlement is publishing.
 */
export async function finishFolding(
  { database, clock, configuration }: SettlementDependencies,
  running: RunningSettlement,
  stored: SettlementFold['stored'],
): Promise<SettlementFold | null> {
  const { sport, number } = running.settlement;
  running.rounds += 1;
  const finishing = {
    running,
    stored,
    // A rebuild that became due cannot follow from a position. It is left to the next settlement.
    due: { sport, budget: configuration.settlementBudget, now: clock(), withRebuild: false },
  };
  // All matches that arrived up to here are committed. Other transactions continue while the fold finds the players whose
  // ratings these matches affect.
  const lastArrival = await database.transaction().execute(async (transaction) => {
    await lockRatingsExclusive(transaction, [sport]);
    return await findLastArrival(transaction);
  });
  const large = await database.transaction().execute(async (transaction) => {
    await lockRatingsShared(transaction, [sport]);
    await renew(transaction, running);
    const pending = await findPending(transaction, finishing, lastArrival);
    return pending.isLarge ? await postpone(transaction, finishing, pending) : null;
  });
  if (large !== null) return large;

  return await database.transaction().execute(async (transaction) => {
    await lockRatingsExclusive(transaction, [sport]);
    await renew(transaction, running);
    const last = await findLastArrival(transaction);
    const pending = await findPending(transaction, finishing, last);
    if (pending.isLarge) {
      const fold = await postpone(transaction, finishing, pending);
      if (fold !== null) return fold;
    } else if (pending.first !== undefined) {
      await foldRest(transaction, running, await openPending(transaction, finishing, pending));
    }
    await setPublishing(transaction, sport, running.replacedUpTo);
    // In the same transaction, because batches now start from these states and rate by their parameters.
    await useChoice(transaction, number, clock());
    return null;
  });
}

interface Finishing {
  running: RunningSettlement;
  stored: SettlementFold['stored'];
  due: DueFilter;
}

/** What a settlement has yet to fold before it can publish. */
interface Pending {
  lastArrival: number;
  /** Matches of reached players that batches rated, on ratings that the settlement replaces. */
  arrived: ArrivedMatch[];
  /** The earliest position to fold again from; undefined if nothing is pending. */
  first: DuePosition | undefined;
  /** Whether there are more matches than can be folded while everybody waits. */
  isLarge: boolean;
}

async function findPending(
  transaction: DatabaseTransaction,
  { running: { settlement, pace, rounds }, due: filter }: Finishing,
  lastArrival: number,
): Promise<Pending> {
  const { sport, is_of_everybody: isOfEverybody, last_arrival: after } = settlement;
  const arrived =
    lastArrival === after
      ? []
      : await findArrivedOfReached(transaction, { sport, after, lastArrival, isOfEverybody });
  const due = rounds > ROUNDS ? [] : onlyOfMembers(await findUntaken(transaction, filter));
  const [first] = [...due, ...positionsOf(arrived, settlement)].sort(comparePositions);
  if (first === undefined) return { lastArrival, arrived, first, isLarge: false };
  const limit = pace.sizes.matchesWhileAllWait + 1;
  const played = await countPlayedAfter(transaction, { sport, ...positionBefore(first), limit });
  return { lastArrival, arrived, first, isLarge: played === limit };
}

function positionsOf(
  arrived: readonly ArrivedMatch[],
  { cause }: RunningSettlement['settlement'],
): DuePosition[] {
  return arrived.map(({ matchDate, arrival, memberIds }) => {
    return { matchDate, arrival, memberIds, cause, matchId: null };
  });
}

/** Opens a fold of what is pending, or after the last round leaves it to the next settlement and returns null. */
async function postpone(
  transaction: DatabaseTransaction,
  finishing: Finishing,
  pending: Pending,
): Promise<SettlementFold | null> {
  const { running, due } = finishing;
  if (running.rounds <= ROUNDS) return await openPending(transaction, finishing, pending);
  const { sport } = due;
  const positions = pending.arrived.map((match) => {
    return { ...match, sport, cause: 'late', applicationId: null } as const;
  });
  await insertDue(transaction, due.now, positions, currentTraceparent());
  running.settlement.last_arrival = pending.lastArrival;
  await setLastArrival(transaction, sport, pending.lastArrival);
  return null;
}

/** Takes what is pending, and opens a fold that reaches only what follows from it. */
async function openPending(
  transaction: DatabaseTransaction,
  { running: { settlement, model, rounds }, stored, due: filter }: Finishing,
  { arrived, first, lastArrival }: Pending,
): Promise<SettlementFold> {
  if (first === undefined) throw new RangeError('Nothing is pending.');
  const { sport, number } = settlement;
  const taken = rounds > ROUNDS ? [] : onlyOfMembers(await takeDue(transaction, number, filter));
  const due = [...taken, ...positionsOf(arrived, settlement)].sort(comparePositions);
  const after = positionBefore(due[0] ?? first);
  settlement.last_arrival = lastArrival;
  await setProgress(transaction, sport, { after, lastArrival, matches: 0, steps: 0 });
  const fold = new LedgerFold({
    ...{ sport, after, lastArrival, reach: new Map(), due, model, version: 'folded' },
    mayAssumeDifferences: true,
  });
  return { fold, lastArrival, stored };
}
