import type { RatingDifference } from '../domain/rating-differences.ts';
import { countStateBlocks } from '../store/replaced-states.ts';
import type { RunningSettlement } from './open-fold.ts';
import { complete, deleteReplacedChunk, publishChunk } from './publish.ts';
import type { SettlementDependencies } from './settlement-dependencies.ts';
import { findSomeReached } from './store/settlement-players.ts';

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
    published = await publishPlayers(dependencies, running, options);
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
async function publishPlayers(
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
