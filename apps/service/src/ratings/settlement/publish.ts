import { recordAudit } from '../../platform/audit/store/audit.ts';
import { retryOnContention } from '../../platform/concurrency/retry-on-contention.ts';
import type { DatabaseTransaction } from '../../platform/database/schema.ts';
import type { RatingDifference } from '../domain/rating-differences.ts';
import { lockRatingsShared } from '../store/rating-lock.ts';
import { deleteReplacedInBlocks } from '../store/replaced-states.ts';
import { renew } from './fold-chunk.ts';
import type { RunningSettlement } from './open-fold.ts';
import { publishPlayers } from './publish-players.ts';
import type { SettlementDependencies } from './settlement-dependencies.ts';
import { chargeDue, deleteTaken } from './store/due-positions.ts';
import { countChanged, deleteSettlement, requireSettlement } from './store/settlements.ts';

export interface PublishOptions {
  onDifferences?: ((differences: readonly RatingDifference[]) => void) | undefined;
}

/** Publishes the ratings of these players, in a transaction of their own. */
export async function publishChunk(
  dependencies: SettlementDependencies,
  running: RunningSettlement,
  { memberIds, onDifferences }: PublishOptions & { memberIds: readonly string[] },
): Promise<void> {
  const { database, clock } = dependencies;
  const { settlement, model } = running;
  const { sport } = settlement;
  await retryOnContention(
    async () =>
      await database.transaction().execute(async (transaction) => {
        await lockRatingsShared(transaction, [sport]);
        const ratings = await publishPlayers(transaction, dependencies, {
          ...{ sport, memberIds, model, changedAt: clock(), onDifferences },
        });
        // Last, since the next chunk waits for this row.
        await renew(transaction, running);
        await countChanged(transaction, sport, ratings);
      }),
  );
}

/** Deletes what a rebuild has replaced in these blocks of the states, in a transaction of its own. */
export async function deleteReplacedChunk(
  { database }: SettlementDependencies,
  running: RunningSettlement,
  blocks: { from: number; to: number },
): Promise<void> {
  const { settlement, replacedUpTo } = running;
  const { sport, number } = settlement;
  await database.transaction().execute(async (transaction) => {
    await lockRatingsShared(transaction, [sport]);
    await deleteReplacedInBlocks(transaction, { sport, number, replacedUpTo }, blocks);
    // As long as the settlement is this holder's, nothing of the sport is folding.
    await renew(transaction, running);
  });
}

/** Ends a settlement all of whose players are published. */
export async function complete(
  { database, clock }: SettlementDependencies,
  running: RunningSettlement,
): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    await renew(transaction, running);
    await end(transaction, running, clock());
  });
}

async function end(
  transaction: DatabaseTransaction,
  { settlement }: RunningSettlement,
  now: Date,
): Promise<void> {
  const { sport, number, is_of_everybody: isOfEverybody } = settlement;
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
