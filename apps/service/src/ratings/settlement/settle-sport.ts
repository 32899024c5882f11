import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { MODEL_REVISION, type RatingModel } from '@partner-rating/ratings';
import {
  createPeriodicTask,
  type PeriodicTask,
  retryOnContention,
} from '../../platform/concurrency/periodic-task.ts';
import type { Database } from '../../platform/database/schema.ts';
import type { RatingDifference } from '../domain/rating-differences.ts';
import { findModel } from '../model-in-use.ts';
import { findModelRevision } from '../store/ratings.ts';
import { beginSettlement, finishFolding, isHeldByAnother } from './finish-folding.ts';
import { LeaseLostError, noChunk, startChunk } from './fold-chunk.ts';
import {
  type ChunkSizes,
  deleteStrays,
  openFold,
  Pace,
  type RunningSettlement,
  type SettlementDependencies,
  type SettlementFold,
} from './open-fold.ts';
import { publishAll } from './publish.ts';
import { findRebuild } from './store/due-positions.ts';
import { findSettlement, type Lease, releaseLease, renewLease } from './store/settlements.ts';

export interface SettleOptions {
  /** Leaves the settlement to another holder once it has rated more matches than this. */
  maxMatches?: number;
  /**
   * How long to pause after each chunk while matches arrive, as a share of what it took, so that others get on;
   * where it is 0, and where none arrive, the next chunk is computed while the last one is being stored.
   */
  pauseShare?: number;
  /** One that is not in use, for a comparison; the one in use, or the one that was chosen for the settlement, where left out. */
  model?: RatingModel;
  /** How much to do at once while no matches arrive. */
  quietSizes?: ChunkSizes;
  /** The same at all times, in place of those that fit. */
  sizes?: ChunkSizes;
  signal?: AbortSignal;
  /** Called with how many matches have been gone through since the last time. */
  onProgress?: (matches: number) => void;
  /** Called with how many steps differ from the stored ones. */
  onSteps?: (steps: number) => void;
  onDifferences?: (differences: readonly RatingDifference[]) => void;
}

/**
 * How it ended: `settled`; `nothing` was due; another holder is at it (`busy`); it is too `large`, or was
 * `stopped`, and goes on from where it is; or it is `waiting` for a rebuild, since the ratings follow from
 * another model.
 */
type SettleOutcome = 'settled' | 'nothing' | 'busy' | 'large' | 'stopped' | 'waiting';

/**
 * Settles what is due in a sport, chunk by chunk beside the batches that are rated meanwhile. Whatever holder
 * dies, another goes on from its last chunk.
 */
export async function settleSport(
  dependencies: SettlementDependencies,
  sport: string,
  options: SettleOptions = {},
): Promise<SettleOutcome> {
  // So that an operator finds the process.
  const holder = `${hostname()} ${process.pid} ${randomUUID()}`;
  return await retryOnContention(
    async () => await settleAs(dependencies, { sport, holder, options }),
  );
}

/** Whether what is due has to wait for a rebuild: two models do not go on from each other. */
async function isBeforeRebuild(database: Database, sport: string): Promise<boolean> {
  if ((await findModelRevision(database, MODEL_REVISION)) === MODEL_REVISION) return false;
  return (await findRebuild(database, sport, MODEL_REVISION)) === undefined;
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
  const { model } = options;
  // A caller that only asks must not keep the sport waiting.
  if (model === undefined && (await isBeforeRebuild(database, sport))) return 'waiting';
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
        modelRevision: model === undefined ? MODEL_REVISION : -1,
        budget: configuration.settlementBudget,
        now: clock(),
      }),
  );
  if (begun.kind !== 'held') return begun.kind;
  const { number } = begun.settlement;
  const lease = (): Lease => ({ sport, number, holder, heldUntil: heldUntil() });
  const renewal = createLeaseRenewal(database, lease);
  let isReleased = false;
  renewal.start();
  try {
    const outcome = await run(
      dependencies,
      {
        settlement: begun.settlement,
        model: model ?? (await findModel(database, number)),
        lease,
        rounds: 0,
        replacedUpTo: begun.settlement.replaced_up_to,
        pace: new Pace(dependencies, options),
      },
      options,
    );
    isReleased = outcome === 'settled';
    return outcome;
  } catch (error) {
    if (error instanceof LeaseLostError) return 'busy';
    throw error;
  } finally {
    await renewal.stop();
    if (!isReleased) await releaseLease(database, { ...lease(), heldUntil: clock() });
  }
}

async function run(
  dependencies: SettlementDependencies,
  running: RunningSettlement,
  options: SettleOptions,
): Promise<SettleOutcome> {
  const { settlement } = running;
  if (settlement.phase === 'folding') {
    const folding = { options, matches: settlement.matches };
    let fold: SettlementFold | null = await openFold(dependencies, running);
    while (fold !== null) {
      const interrupted = await foldAll(dependencies, running, { ...folding, fold });
      if (interrupted !== null) return interrupted;
      const isFirst = running.rounds === 0;
      if (isFirst && settlement.is_of_everybody) await deleteStrays(dependencies, running);
      fold = await finishFolding(dependencies, running, fold.stored);
    }
  }
  return await publishAll(dependencies, running, options);
}

interface Folding {
  fold: SettlementFold;
  options: SettleOptions;
  /** How many matches were rated before. */
  matches: number;
}

/**
 * Folds to the end, each chunk while the one before it is being stored and the one after it read; null unless it
 * was interrupted.
 */
async function foldAll(
  dependencies: SettlementDependencies,
  running: RunningSettlement,
  { fold, options, matches }: Folding,
): Promise<'large' | 'stopped' | null> {
  const { signal, maxMatches = Number.POSITIVE_INFINITY } = options;
  const isOfEverybody = fold.fold.reach === 'everyone';
  let rated = matches;
  let areAllReplaced = isOfEverybody && matches === 0;
  let isAtEnd = false;
  // Three at a time, not more: what is read is in memory until it is stored.
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
        options.onProgress?.(chunk.read);
        options.onSteps?.(chunk.steps);
      }
      if (!isAtEnd) await running.pace.follow(next.stored);
    }
    // It waits for all others.
    await last.stored;
  } finally {
    await Promise.allSettled([beforeLast.stored, last.stored]);
  }
  if (isAtEnd) {
    if (areAllReplaced) running.replacedUpTo = fold.lastArrival;
    return null;
  }
  return rated > maxMatches ? 'large' : 'stopped';
}

/** How long others wait for a holder that has died. */
export const LEASE_MILLISECONDS = 10_000;

const PAUSE_MILLISECONDS = LEASE_MILLISECONDS / 5;

/**
 * Renews a lease until it is stopped, however long a single step of its holder takes. A step asks for itself
 * whether the lease is still held, so a renewal that fails needs nobody to hear of it.
 */
function createLeaseRenewal(
  database: Database,
  lease: () => Lease,
  pauseMilliseconds = PAUSE_MILLISECONDS,
): PeriodicTask {
  const run = async () => {
    await renewLease(database, lease()).catch(() => false);
  };
  return createPeriodicTask(run, {
    firstPauseMilliseconds: pauseMilliseconds,
    pauseMilliseconds,
  });
}
