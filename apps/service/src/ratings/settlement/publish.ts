import { recordAudit } from '../../platform/audit/store/audit.ts';
import { retryOnContention } from '../../platform/concurrency/retry-on-contention.ts';
import type { DatabaseTransaction } from '../../platform/database/schema.ts';
import { positionBefore } from '../domain/ledger-position.ts';
import type { RatingDifference } from '../domain/rating-differences.ts';
import { LedgerFold } from '../fold-ledger.ts';
import { lockRatingsExclusive, lockRatingsShared } from '../store/rating-lock.ts';
import { foldPage, type RunningSettlement, renew, type SettlementFold } from './fold-chunk.ts';
import { publishPlayers } from './publish-players.ts';
import type { SettlementDependencies } from './settlement-dependencies.ts';
import type { DuePosition } from './store/due-positions.ts';
import { chargeDue, deleteTaken, insertDue, takeDueOf } from './store/due-positions.ts';
import {
  type ArrivedMatch,
  countPlayedAfter,
  findArrivedOfReached,
  findLastArrival,
  findSomeReached,
} from './store/settlement-players.ts';
import {
  countChanged,
  deleteSettlement,
  requireSettlement,
  setProgress,
  setPublishing,
} from './store/settlements.ts';

export interface PublishOptions {
  onDifferences?: ((differences: readonly RatingDifference[]) => void) | undefined;
}

export type Finished =
  /** More has arrived than can be folded while everybody waits. */
  { kind: 'again'; fold: SettlementFold } | { kind: 'publishing' } | { kind: 'settled' };

/**
 * Folds what has arrived meanwhile, if it is little, and has the settlement's steps be those that count, in
 * one short transaction. The players' ratings follow in it too where they are few, else in chunks: a batch that
 * rates one of them meanwhile publishes theirs first (`publish-first.ts`).
 */
export async function finishFolding(
  dependencies: SettlementDependencies,
  running: RunningSettlement,
  { folded, options }: { folded: SettlementFold; options: PublishOptions },
): Promise<Finished> {
  const { database } = dependencies;
  const { sport } = running.settlement;
  return await database.transaction().execute(async (transaction) => {
    await lockRatingsExclusive(transaction, [sport]);
    await renew(transaction, running);
    const { stored } = folded;
    const now = dependencies.clock();
    const arrived = await openArrived(transaction, running, { stored, now });
    if (arrived !== null) {
      if (arrived.isLarge) return { kind: 'again', fold: arrived.fold };
      while ((await foldPage(transaction, running, arrived.fold)) !== null);
    }
    await setPublishing(transaction, sport);
    const { playersWhileAllWait } = running.sizes;
    const memberIds = await findSomeReached(transaction, sport, playersWhileAllWait + 1);
    if (memberIds.length > playersWhileAllWait) return { kind: 'publishing' };
    await publish(transaction, dependencies, { running, memberIds, options });
    await complete(transaction, dependencies, running);
    return { kind: 'settled' };
  });
}

// What arrives meanwhile is followed for so many rounds, else a settlement might never end. Later it is
// followed where it is little, and due for the next settlement where it is not.
const ROUNDS = 3;

/** A fold of what arrived since the settlement began, with what it reaches; null where there is nothing. */
async function openArrived(
  transaction: DatabaseTransaction,
  running: RunningSettlement,
  { stored, now }: { stored: SettlementFold['stored']; now: Date },
): Promise<{ fold: SettlementFold; isLarge: boolean } | null> {
  const { settlement, model, sizes } = running;
  const { sport, number, cause, is_of_everybody: isOfEverybody } = settlement;
  const lastArrival = await findLastArrival(transaction, sport);
  const after = settlement.last_arrival;
  if (lastArrival === after) return null;
  running.rounds += 1;
  const range = { sport, after, isOfEverybody };
  const arrived = await findArrivedOfReached(transaction, range);
  settlement.last_arrival = lastArrival;
  const followed = arrived.filter(({ isLate }) => !isLate || running.rounds <= ROUNDS);
  const [first] = followed;
  if (first === undefined) return null;

  const before = positionBefore(first);
  const limit = sizes.matchesWhileAllWait + 1;
  const played = await countPlayedAfter(transaction, { sport, ...before, limit });
  const isLarge = played === limit;
  if (isLarge && running.rounds > ROUNDS) {
    await leaveDue(transaction, { sport, now, followed });
    return null;
  }
  const late = followed.filter(({ isLate }) => isLate).map(({ matchId }) => matchId);
  await takeDueOf(transaction, number, late);
  const due: DuePosition[] = followed.map(({ matchId, matchDate, arrival, memberIds, isLate }) => ({
    ...{ matchDate, arrival, memberIds },
    ...(isLate ? { cause: 'late', matchId } : { cause, matchId: null }),
  }));
  await setProgress(transaction, sport, { after: before, lastArrival, matches: 0, steps: 0 });
  const fold = {
    lastArrival,
    // Not read again while everybody waits: it may be everybody.
    stored,
    fold: new LedgerFold({
      ...{ sport, after: before, lastArrival, reach: new Map(), due, model, version: 'folded' },
      mayAssumeDifferences: true,
      maxPage: sizes.matchesPerChunk,
    }),
  };
  return { fold, isLarge };
}

/** Leaves matches that arrived meanwhile to the next settlement, on nobody's account. */
async function leaveDue(
  transaction: DatabaseTransaction,
  { sport, now, followed }: { sport: string; now: Date; followed: readonly ArrivedMatch[] },
): Promise<void> {
  const positions = followed.map(({ matchId, matchDate, arrival, memberIds }) => {
    const match = { sport, matchId, matchDate, arrival, memberIds };
    return { ...match, cause: 'late', applicationId: null } as const;
  });
  await insertDue(transaction, now, positions);
}

/** Publishes some players; whether they were the last. */
export async function publishChunk(
  dependencies: SettlementDependencies,
  running: RunningSettlement,
  options: PublishOptions,
): Promise<boolean> {
  const { database } = dependencies;
  const { sport } = running.settlement;
  const { playersPerChunk } = running.sizes;
  return await retryOnContention(
    async () =>
      await database.transaction().execute(async (transaction) => {
        await lockRatingsShared(transaction, [sport]);
        await renew(transaction, running);
        const memberIds = await findSomeReached(transaction, sport, playersPerChunk);
        await publish(transaction, dependencies, { running, memberIds, options });
        const isLast = memberIds.length < playersPerChunk;
        if (isLast) await complete(transaction, dependencies, running);
        return isLast;
      }),
  );
}

interface Publishing {
  running: RunningSettlement;
  memberIds: readonly string[];
  options: PublishOptions;
}

async function publish(
  transaction: DatabaseTransaction,
  dependencies: SettlementDependencies,
  { running: { settlement, model }, memberIds, options }: Publishing,
): Promise<void> {
  const { sport } = settlement;
  const ratings = await publishPlayers(transaction, dependencies, {
    ...{ sport, memberIds, model, changedAt: dependencies.clock(), ...options },
  });
  await countChanged(transaction, sport, ratings);
}

async function complete(
  transaction: DatabaseTransaction,
  { clock }: SettlementDependencies,
  { settlement }: RunningSettlement,
): Promise<void> {
  const { sport, number, is_of_everybody: isOfEverybody } = settlement;
  const now = clock();
  const { matches, steps, ratings } = await requireSettlement(transaction, sport);
  // A rebuild is the operator's, whatever late matches it took along.
  if (!isOfEverybody) await chargeDue(transaction, { number, matches, now });
  await deleteTaken(transaction, number);
  await deleteSettlement(transaction, sport);
  if (!isOfEverybody || steps + ratings === 0) return;
  await recordAudit(transaction, {
    occurredAt: now,
    actor: 'operator',
    action: 'ratings.rebuilt',
    applicationId: null,
    memberId: null,
    details: { sport, steps, ratings },
  });
}
