import type { DatabaseTransaction } from '../../platform/database/schema.ts';
import { comparePositions, positionBefore } from '../domain/ledger-position.ts';
import { LedgerFold } from '../fold-ledger.ts';
import { lockRatingsExclusive, lockRatingsShared } from '../store/rating-lock.ts';
import { foldPage, renew } from './fold-chunk.ts';
import type { RunningSettlement, SettlementFold } from './open-fold.ts';
import type { SettlementDependencies } from './settlement-dependencies.ts';
import type { DuePosition } from './store/due-positions.ts';
import { findReplaced, insertDue, type Replaced, takeDueOf } from './store/due-positions.ts';
import {
  type ArrivedMatch,
  countPlayedAfter,
  findArrivedOfReached,
  findLastArrival,
} from './store/settlement-players.ts';
import { setLastArrival, setProgress, setPublishing } from './store/settlements.ts';

// What arrives meanwhile is followed for so many rounds, else a settlement might never end. Later it is
// followed where it is little, and due for the next settlement where it is not.
const ROUNDS = 3;

/**
 * Folds what has arrived meanwhile, if it is little, and has the settlement's states be those that count, in
 * one short transaction. The players' ratings follow in chunks: a batch that rates one of them meanwhile
 * publishes theirs first (`publish-first.ts`).
 * @param stored Who is stored as reached: not read again while everybody waits, since it may be everybody.
 * @returns the fold of what has arrived where it is more than can be folded while everybody waits; null where
 *   the settlement is publishing.
 */
export async function finishFolding(
  { database, clock }: SettlementDependencies,
  running: RunningSettlement,
  stored: SettlementFold['stored'],
): Promise<SettlementFold | null> {
  const { sport } = running.settlement;
  running.rounds += 1;
  // What has arrived by then is committed. How much of it there is to follow is found while others go on.
  const lastArrival = await database.transaction().execute(async (transaction) => {
    await lockRatingsExclusive(transaction, [sport]);
    return await findLastArrival(transaction, sport);
  });
  const large = await database.transaction().execute(async (transaction) => {
    await lockRatingsShared(transaction, [sport]);
    await renew(transaction, running);
    const arrived = await findArrived(transaction, running, lastArrival);
    if (!arrived.isLarge) return null;
    if (running.rounds <= ROUNDS)
      return await openArrived(transaction, running, { arrived, stored });
    await leaveDue(transaction, running, { arrived, now: clock() });
    return null;
  });
  if (large !== null) return large;

  return await database.transaction().execute(async (transaction) => {
    await lockRatingsExclusive(transaction, [sport]);
    await renew(transaction, running);
    const last = await findLastArrival(transaction, sport);
    const arrived = await findArrived(transaction, running, last);
    if (arrived.isLarge && running.rounds <= ROUNDS)
      return await openArrived(transaction, running, { arrived, stored });
    if (arrived.isLarge) {
      await leaveDue(transaction, running, { arrived, now: clock() });
    } else if (arrived.followed.length > 0) {
      const fold = await openArrived(transaction, running, { arrived, stored });
      while ((await foldPage(transaction, running, fold)) !== null);
    }
    await setPublishing(transaction, sport, running.replacedUpTo);
    return null;
  });
}

/** What arrived since the settlement began, and has to be rated again by it. */
interface Arrived {
  lastArrival: number;
  followed: ArrivedMatch[];
  /** What they replace. */
  replaced: Replaced[];
  /** From where all that is rated again, in the order of play. */
  due: DuePosition[];
  /** Whether it reaches more than can be folded while everybody waits. */
  isLarge: boolean;
}

async function findArrived(
  transaction: DatabaseTransaction,
  { settlement, pace, rounds }: RunningSettlement,
  lastArrival: number,
): Promise<Arrived> {
  const { sport, cause, is_of_everybody: isOfEverybody, last_arrival: after } = settlement;
  const nothing = { lastArrival, followed: [], replaced: [], due: [], isLarge: false };
  if (lastArrival === after) return nothing;
  const pending = await findReplaced(transaction, sport);
  const arrived = await findArrivedOfReached(transaction, {
    sport,
    after,
    lastArrival,
    isOfEverybody,
    named: pending.filter(({ isReached }) => isReached).map(({ lateMatchId }) => lateMatchId),
  });
  const followed = arrived.filter(({ isLate }) => !isLate || rounds <= ROUNDS);
  const due: DuePosition[] = followed.map(({ matchId, matchDate, arrival, memberIds, isLate }) => ({
    ...{ matchDate, arrival, memberIds },
    ...(isLate ? { cause: 'late', matchId } : { cause, matchId: null }),
  }));
  // Nobody may see a rating with the match that came and not without the one that went.
  const late = new Set(lateOf(followed));
  const replaced = pending.filter(({ lateMatchId }) => late.has(lateMatchId));
  due.push(...replaced);
  const [first] = due.sort(comparePositions);
  if (first === undefined) return nothing;
  const limit = pace.sizes.matchesWhileAllWait + 1;
  const played = await countPlayedAfter(transaction, { sport, ...positionBefore(first), limit });
  return { lastArrival, followed, replaced, due, isLarge: played === limit };
}

function lateOf(followed: readonly ArrivedMatch[]): string[] {
  return followed.filter(({ isLate }) => isLate).map(({ matchId }) => matchId);
}

/** A fold of what arrived, with what it reaches. */
async function openArrived(
  transaction: DatabaseTransaction,
  { settlement, model }: RunningSettlement,
  {
    arrived: { followed, replaced, due, lastArrival },
    stored,
  }: { arrived: Arrived; stored: SettlementFold['stored'] },
): Promise<SettlementFold> {
  const { sport, number } = settlement;
  const [first] = due;
  if (first === undefined) throw new RangeError('Nothing has arrived that is to be followed.');
  await takeDueOf(transaction, number, { matchIds: lateOf(followed), replaced });
  const after = positionBefore(first);
  settlement.last_arrival = lastArrival;
  await setProgress(transaction, sport, { after, lastArrival, matches: 0, steps: 0 });
  const fold = new LedgerFold({
    ...{ sport, after, lastArrival, reach: new Map(), due, model, version: 'folded' },
    mayAssumeDifferences: true,
  });
  return { fold, lastArrival, stored };
}

/** Leaves matches that arrived meanwhile to the next settlement, on nobody's account. */
async function leaveDue(
  transaction: DatabaseTransaction,
  { settlement }: RunningSettlement,
  { arrived: { followed, lastArrival }, now }: { arrived: Arrived; now: Date },
): Promise<void> {
  const { sport } = settlement;
  const positions = followed.map(({ matchId, matchDate, arrival, memberIds }) => {
    const match = { sport, matchId, matchDate, arrival, memberIds };
    return { ...match, cause: 'late', applicationId: null } as const;
  });
  await insertDue(transaction, now, positions);
  settlement.last_arrival = lastArrival;
  await setLastArrival(transaction, sport, lastArrival);
}
