import type { DatabaseTransaction } from '../../platform/database/schema.ts';
import { comparePositions, FIRST_POSITION, positionBefore } from '../domain/touched-matches.ts';
import { LedgerFold } from '../fold-ledger.ts';
import { lockRatingsExclusive, lockRatingsShared } from '../store/ratings.ts';
import { takeChoice, useChoice } from '../store/sport-parameters.ts';
import { foldPage, renew } from './fold-chunk.ts';
import type { RunningSettlement, SettlementDependencies, SettlementFold } from './open-fold.ts';
import {
  type DueFilter,
  type DuePosition,
  findReplaced,
  findTaken,
  insertDue,
  type Replaced,
  type SettlementCause,
  type StoredDuePosition,
  takeDue,
  takeDueOf,
} from './store/due-positions.ts';
import {
  type ArrivedMatch,
  countPlayedAfter,
  findArrivedOfReached,
  findLastArrival,
} from './store/settlement-players.ts';
import {
  findSettlement,
  insertSettlement,
  nextNumber,
  requireSettlement,
  restart,
  type SettlementRow,
  setLastArrival,
  setProgress,
  setPublishing,
  takeLease,
} from './store/settlements.ts';

// What arrives meanwhile is followed for so many rounds, else a settlement might never end. Later it is
// followed where it is little, and due for the next settlement where it is not.
const ROUNDS = 3;

/**
 * Folds what has arrived meanwhile, if it is little, and has the settlement's states be those that count, in
 * one short transaction. The players' ratings follow in chunks: a batch that rates one of them meanwhile
 * publishes theirs first (`publish.ts`).
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
    // In the same transaction: from now on a batch starts from these states, and rates by their parameters.
    await useChoice(transaction, running.settlement.number, clock());
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

interface Beginning extends DueFilter {
  modelRevision: number;
  holder: string;
  heldUntil: Date;
}

type Begun =
  | { kind: 'held'; settlement: SettlementRow }
  /** Another holder is at it. */
  | { kind: 'busy' }
  | { kind: 'nothing' };

/**
 * Takes up the settlement of a sport that another holder has left, or begins one with what is due. What
 * has arrived by then is the ledger it folds: a batch that adds matches has committed them, or waits.
 */
export async function beginSettlement(
  transaction: DatabaseTransaction,
  beginning: Beginning,
): Promise<Begun> {
  const { sport, holder, heldUntil, now, modelRevision } = beginning;
  await lockRatingsExclusive(transaction, [sport]);
  const underWay = await findSettlement(transaction, sport);
  if (underWay !== undefined) {
    const isHeld = isHeldByAnother(underWay, { holder, now });
    // An earlier release must not go on with what a later one began.
    if (isHeld || modelRevision < underWay.model_revision) return { kind: 'busy' };
    const { number } = underWay;
    await takeLease(transaction, { sport, number, holder, heldUntil });
    if (modelRevision > underWay.model_revision) {
      await restartWith(transaction, underWay, modelRevision);
    }
    return { kind: 'held', settlement: await requireSettlement(transaction, sport) };
  }

  const number = await nextNumber(transaction);
  const due = await takeDue(transaction, number, beginning);
  const [first] = due.toSorted(comparePositions);
  if (first === undefined) return { kind: 'nothing' };
  const isOfEverybody = due.some(({ memberIds }) => memberIds === null);
  const cause = causeOf(due);
  const settlement = await insertSettlement(transaction, number, {
    sport,
    modelRevision,
    isOfEverybody,
    cause,
    after: isOfEverybody ? FIRST_POSITION : positionBefore(first),
    lastArrival: await findLastArrival(transaction, sport),
    holder,
    heldUntil,
    startedAt: now,
  });
  if (isOfEverybody) await takeChoice(transaction, sport, number);
  return { kind: 'held', settlement };
}

/** Whether another holder is at it. What is asked without a lock is asked once more with it. */
export function isHeldByAnother(
  underWay: SettlementRow | undefined,
  { holder, now }: Pick<Beginning, 'holder' | 'now'>,
): boolean {
  return underWay !== undefined && underWay.holder !== holder && underWay.held_until > now;
}

/** By another model everything has to be folded again, the first steps of the settlement included. */
async function restartWith(
  transaction: DatabaseTransaction,
  { sport, number, is_of_everybody: isOfEverybody, phase }: SettlementRow,
  modelRevision: number,
): Promise<void> {
  const [first] = (await findTaken(transaction, number)).toSorted(comparePositions);
  if (first === undefined || phase === 'publishing') return;
  const after = isOfEverybody ? FIRST_POSITION : positionBefore(first);
  await restart(transaction, sport, { after, modelRevision });
}

function causeOf(due: readonly StoredDuePosition[]): SettlementCause {
  const causes = [...new Set(due.map(({ cause }) => cause))];
  const [only] = causes;
  return only !== undefined && causes.length === 1 ? only : 'settlement';
}
