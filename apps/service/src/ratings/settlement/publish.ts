import { recordAudit } from '../../platform/audit/store/audit.ts';
import { retryOnContention } from '../../platform/concurrency/periodic-task.ts';
import type { DatabaseTransaction } from '../../platform/database/schema.ts';
import type { RatingDifference } from '../domain/rating-differences.ts';
import { countStateBlocks, deleteReplacedInBlocks } from '../store/rating-changes.ts';
import { lockRatingsShared } from '../store/ratings.ts';
import { renew } from './fold-chunk.ts';
import type { RunningSettlement, SettlementDependencies } from './open-fold.ts';
import { publishPlayers } from './publish-players.ts';
import { chargeDue, deleteTaken } from './store/due-positions.ts';
import { findSomeReached } from './store/settlement-players.ts';
import { countChanged, deleteSettlement, requireSettlement } from './store/settlements.ts';

interface PublishAllOptions {
  signal?: AbortSignal;
  onDifferences?: (differences: readonly RatingDifference[]) => void;
}

// Some ten thousand states: tens of milliseconds.
const BLOCKS_PER_CHUNK = 1_000;

/** Publishes all players of a settlement that is folded, and ends it. */
export async function publishAll(
  dependencies: SettlementDependencies,
  running: RunningSettlement,
  options: PublishAllOptions,
): Promise<'settled' | 'stopped'> {
  // Twice, to be sure that nobody was reached behind one's back.
  let published = Number.POSITIVE_INFINITY;
  while (published > 0) {
    published = await publishEachPlayer(dependencies, running, options);
    if (options.signal?.aborted === true) return 'stopped';
  }
  if (running.settlement.is_of_everybody) {
    await deleteReplaced(dependencies, running, options);
    if (options.signal?.aborted === true) return 'stopped';
  }
  await complete(dependencies, running);
  return 'settled';
}

/** Publishes everybody who is reached, two chunks of them at a time, and returns how many there were. */
async function publishEachPlayer(
  dependencies: SettlementDependencies,
  running: RunningSettlement,
  { signal, onDifferences }: PublishAllOptions,
): Promise<number> {
  const { pace, settlement } = running;
  const chunks = twoAtATime(pace);
  let count = 0;
  let after = '';
  while (signal?.aborted !== true) {
    const some = { sport: settlement.sport, after, limit: pace.sizes.playersPerChunk };
    const memberIds = await findSomeReached(dependencies.database, some);
    const last = memberIds.at(-1);
    if (last === undefined) break;
    count += memberIds.length;
    after = last;
    await chunks.add(publishChunk(dependencies, running, { memberIds, onDifferences }));
  }
  await chunks.end();
  return count;
}

/** Deletes what a rebuild has replaced, two chunks of blocks at a time. */
async function deleteReplaced(
  dependencies: SettlementDependencies,
  running: RunningSettlement,
  { signal }: PublishAllOptions,
): Promise<void> {
  const blocks = await countStateBlocks(dependencies.database);
  const chunks = twoAtATime(running.pace);
  for (let from = 0; from < blocks && signal?.aborted !== true; from += BLOCKS_PER_CHUNK) {
    const to = from + BLOCKS_PER_CHUNK;
    await chunks.add(deleteReplacedChunk(dependencies, running, { from, to }));
  }
  await chunks.end();
}

/** Adding a chunk waits for the one before it, and for the pace; a chunk that fails has the next call throw. */
function twoAtATime(pace: RunningSettlement['pace']) {
  let previous = Promise.resolve();
  return {
    add: async (chunk: Promise<void>) => {
      // Where the one before it fails, that is what is thrown.
      chunk.catch(() => {});
      await Promise.all([previous, pace.follow(chunk)]);
      previous = chunk;
    },
    end: async () => await previous,
  };
}

interface PublishOptions {
  onDifferences?: ((differences: readonly RatingDifference[]) => void) | undefined;
}

/** Publishes the ratings of these players, in a transaction of their own. */
async function publishChunk(
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
async function deleteReplacedChunk(
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
async function complete(
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
