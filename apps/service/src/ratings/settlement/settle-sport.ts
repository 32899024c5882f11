import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { retryOnContention } from '../../platform/concurrency/retry-on-contention.ts';
import type { RatingDifference } from '../domain/rating-differences.ts';
import { currentModel, MODEL_REVISION, type RatingModel } from '../domain/rating-model.ts';
import { beginSettlement, isHeldByAnother } from './begin-settlement.ts';
import { type ChunkSizes, defaultChunkSizes } from './chunk-sizes.ts';
import { foldChunk, LeaseLostError, openFold, type RunningSettlement } from './fold-chunk.ts';
import { finishFolding, publishChunk } from './publish.ts';
import type { SettlementDependencies } from './settlement-dependencies.ts';
import { findSettlement, type Lease, releaseLease } from './store/settlements.ts';

export interface SettleOptions {
  /** Leaves the settlement to another holder once it has rated more matches than this. */
  maxMatches?: number;
  /** How long to pause after each chunk, as a share of what it took, so that others get on. */
  pauseShare?: number;
  model?: RatingModel;
  sizes?: ChunkSizes;
  signal?: AbortSignal;
  /** Called with how many matches have been gone through since the last time. */
  onProgress?: (matches: number) => void;
  /** Called with how many steps came out otherwise than they were stored. */
  onSteps?: (steps: number) => void;
  onDifferences?: (differences: readonly RatingDifference[]) => void;
}

/**
 * How it ended: `settled`; `nothing` was due; another holder is at it (`busy`); it is too `large`, or was
 * `stopped`, and goes on from where it is.
 */
export type SettleOutcome = 'settled' | 'nothing' | 'busy' | 'large' | 'stopped';

// Long enough for the slowest chunk, short enough that the settlement of an instance that was killed goes on.
const LEASE_MILLISECONDS = 10_000;

/**
 * Settles what is due in a sport, chunk by chunk beside the batches that are rated meanwhile. Whatever holder
 * dies, another goes on from its last chunk.
 */
export async function settleSport(
  dependencies: SettlementDependencies,
  sport: string,
  options: SettleOptions = {},
): Promise<SettleOutcome> {
  const holder = randomUUID();
  return await retryOnContention(
    async () => await settleAs(dependencies, { sport, holder, options }),
  );
}

interface Settling {
  sport: string;
  holder: string;
  options: SettleOptions;
}

async function settleAs(
  dependencies: SettlementDependencies,
  { sport, holder, options }: Settling,
): Promise<SettleOutcome> {
  const { database, clock, configuration } = dependencies;
  const { model = currentModel, sizes = defaultChunkSizes } = options;
  // Who only wants to know must not keep the sport waiting.
  const underWay = await findSettlement(database, sport);
  if (isHeldByAnother(underWay, { holder, now: clock() })) return 'busy';
  const heldUntil = () => new Date(clock().getTime() + LEASE_MILLISECONDS);
  const begun = await database.transaction().execute(
    async (transaction) =>
      await beginSettlement(transaction, {
        sport,
        holder,
        heldUntil: heldUntil(),
        // Nobody else can go on with a model that is not in use.
        modelRevision: model === currentModel ? MODEL_REVISION : -1,
        budget: configuration.settlementBudget,
        now: clock(),
      }),
  );
  if (begun.kind !== 'held') return begun.kind;
  const { number } = begun.settlement;
  const lease = (): Lease => ({ sport, number, holder, heldUntil: heldUntil() });
  let isReleased = false;
  try {
    const outcome = await run(
      dependencies,
      { settlement: begun.settlement, model, sizes, lease, rounds: 0 },
      options,
    );
    isReleased = outcome === 'settled';
    return outcome;
  } catch (error) {
    if (error instanceof LeaseLostError) return 'busy';
    throw error;
  } finally {
    if (!isReleased) await releaseLease(database, { ...lease(), heldUntil: clock() });
  }
}

async function run(
  dependencies: SettlementDependencies,
  running: RunningSettlement,
  options: SettleOptions,
): Promise<SettleOutcome> {
  const { signal, maxMatches = Number.POSITIVE_INFINITY, pauseShare = 0 } = options;
  let { phase, matches } = running.settlement;
  let fold = phase === 'folding' ? await openFold(dependencies, running) : null;
  while (signal?.aborted !== true) {
    const started = performance.now();
    if (fold === null) {
      if (await publishChunk(dependencies, running, options)) return 'settled';
    } else {
      const chunk = await foldChunk(dependencies, running, fold);
      if (chunk === null) {
        const finished = await finishFolding(dependencies, running, { folded: fold, options });
        if (finished.kind === 'settled') return 'settled';
        fold = finished.kind === 'again' ? finished.fold : null;
      } else {
        options.onProgress?.(chunk.read);
        options.onSteps?.(chunk.steps);
        matches += chunk.rated;
      }
    }
    if (matches > maxMatches) return 'large';
    if (pauseShare > 0) await sleep((performance.now() - started) * pauseShare);
  }
  return 'stopped';
}
