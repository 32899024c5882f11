// A settlement of one sport: rates again the part of the ledger whose ratings are out of date (due), and publishes them.

import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { MODEL_REVISION, type RatingModel } from '@partner-rating/ratings';
import {
  createPeriodicTask,
  type PeriodicTask,
  retryOnContention,
} from '../../platform/concurrency/periodic-task.ts';
import type { Database, DatabaseTransaction } from '../../platform/database/schema.ts';
import type { RatingDifference } from '../domain/rating-differences.ts';
import { comparePositions, FIRST_POSITION, positionBefore } from '../domain/touched-matches.ts';
import { findModel } from '../model-in-use.ts';
import { addParts } from '../store/parts.ts';
import { findModelRevision, lockRatingsExclusive } from '../store/ratings.ts';
import { takeChoice } from '../store/sport-parameters.ts';
import { finishFolding } from './finish-folding.ts';
import {
  deleteOrphanStates,
  foldAll,
  LeaseLostError,
  openFold,
  type RunningSettlement,
  type SettlementDependencies,
  type SettlementFold,
} from './fold.ts';
import { Pace, type PaceOptions } from './pace.ts';
import { publishAll } from './publish.ts';
import {
  type DueFilter,
  findRebuild,
  findTaken,
  type SettlementCause,
  type StoredDuePosition,
  takeDue,
} from './store/due-positions.ts';
import { findLastArrival } from './store/settlement-players.ts';
import {
  findSettlement,
  insertSettlement,
  type Lease,
  nextNumber,
  releaseLease,
  renewLease,
  requireSettlement,
  restart,
  type SettlementRow,
  takeLease,
} from './store/settlements.ts';
import { traceSettlement } from './trace-settlement.ts';

export interface SettleOptions extends PaceOptions {
  /** Leaves the settlement to another holder after it has rated more matches than this. */
  maxMatches?: number;
  /** A model that is not in use, for a comparison. By default, the one in use or the one chosen for this settlement. */
  model?: RatingModel;
  signal?: AbortSignal;
  /** Called with the number of matches read since the last call. */
  onProgress?: (matches: number) => void;
  /** Called with the number of states that differ from the stored ones. */
  onSteps?: (steps: number) => void;
  onDifferences?: (differences: readonly RatingDifference[]) => void;
}

/**
 * How a settlement ended: `settled`; `nothing` was due; another holder has it (`busy`); it is too `large` or was
 * `stopped`, and continues later from where it is; or it is `waiting` for a rebuild, because the ratings follow from another
 * model.
 */
type SettleOutcome = 'settled' | 'nothing' | 'busy' | 'large' | 'stopped' | 'waiting';

/**
 * Settles what is due in a sport: late results, voids, confirmations, claims, and rebuilds all take this path. It works
 * chunk by chunk, next to the batches that are rated. If its holder crashes, another one continues from the last chunk.
 */
export async function settleSport(
  dependencies: SettlementDependencies,
  sport: string,
  options: SettleOptions = {},
): Promise<SettleOutcome> {
  // An operator can find the process by this name.
  const holder = `${hostname()} ${process.pid} ${randomUUID()}`;
  return await retryOnContention(
    async () => await settleAs(dependencies, { sport, holder, options }),
  );
}

/** Whether what is due must wait for a rebuild, because one model cannot continue from the states of another. */
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
  // Checked without the lock first, so that a caller who cannot settle keeps nobody waiting.
  if (model === undefined && (await isBeforeRebuild(database, sport))) return 'waiting';
  const underWay = await findSettlement(database, sport);
  if (isHeldByAnother(underWay, { holder, now: clock() })) return 'busy';
  await addParts(database, [sport], clock());
  const begun = await database.transaction().execute(
    async (transaction) =>
      await beginSettlement(transaction, {
        sport,
        holder,
        heldUntil: heldFrom(clock()),
        // No other holder can continue with a model that is not in use.
        modelRevision: model === undefined ? MODEL_REVISION : -1,
        budget: configuration.settlementBudget,
        now: clock(),
        withRebuild: true,
      }),
  );
  if (begun.kind !== 'held') return begun.kind;
  const { settlement } = begun;
  return await traceSettlement(
    database,
    settlement,
    async () => await settleHeld(dependencies, settlement, { sport, holder, options }),
  );
}

/** Settles what this holder has the lease of. */
async function settleHeld(
  dependencies: SettlementDependencies,
  settlement: SettlementRow,
  { sport, holder, options }: Settling,
): Promise<SettleOutcome> {
  const { database, clock } = dependencies;
  const { model } = options;
  const { number } = settlement;
  const heldUntil = () => heldFrom(clock());
  const lease = (): Lease => ({ sport, number, holder, heldUntil: heldUntil() });
  const renewal = createLeaseRenewal(database, lease);
  let isReleased = false;
  renewal.start();
  try {
    const outcome = await run(
      dependencies,
      {
        settlement,
        model: model ?? (await findModel(database, number)),
        lease,
        rounds: 0,
        replacedUpTo: settlement.replaced_up_to,
        pace: new Pace(database, options),
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
    let fold: SettlementFold | null = await openFold(dependencies, running);
    while (fold !== null) {
      const interrupted = await foldAll(dependencies, running, fold, options);
      if (interrupted !== null) return interrupted;
      const isFirst = running.rounds === 0;
      if (isFirst && settlement.is_of_everybody) await deleteOrphanStates(dependencies, running);
      fold = await finishFolding(dependencies, running, fold.stored);
    }
  }
  return await publishAll(dependencies, running, options);
}

interface Beginning extends DueFilter {
  modelRevision: number;
  holder: string;
  heldUntil: Date;
}

type Begun = { kind: 'held'; settlement: SettlementRow } | { kind: 'busy' } | { kind: 'nothing' };

/**
 * Takes over the settlement that another holder left, or begins one with what is due. It folds the ledger as it is now: under
 * the exclusive lock, no batch is adding matches.
 */
async function beginSettlement(
  transaction: DatabaseTransaction,
  beginning: Beginning,
): Promise<Begun> {
  const { sport, holder, heldUntil, now, modelRevision } = beginning;
  await lockRatingsExclusive(transaction, [sport]);
  const underWay = await findSettlement(transaction, sport);
  if (underWay !== undefined) {
    const isHeld = isHeldByAnother(underWay, { holder, now });
    // An earlier release must not continue a settlement that a later one began.
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
    lastArrival: await findLastArrival(transaction),
    holder,
    heldUntil,
    startedAt: now,
  });
  if (isOfEverybody) await takeChoice(transaction, sport, number);
  return { kind: 'held', settlement };
}

/** Whether another holder has the settlement. It is checked again under the lock. */
function isHeldByAnother(
  underWay: SettlementRow | undefined,
  { holder, now }: Pick<Beginning, 'holder' | 'now'>,
): boolean {
  return underWay !== undefined && underWay.holder !== holder && underWay.held_until > now;
}

/** Starts again from the first position, because everything must be folded by the new model. */
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

/** How long others wait for a holder that has crashed. */
export const LEASE_MILLISECONDS = 10_000;

const heldFrom = (now: Date) => new Date(now.getTime() + LEASE_MILLISECONDS);

const PAUSE_MILLISECONDS = LEASE_MILLISECONDS / 5;

/**
 * Renews a lease until it is stopped, however long one step of its holder takes. A failed renewal is ignored, because each
 * step checks that the lease is still held.
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
