import { setTimeout as sleep } from 'node:timers/promises';
import { MODEL_REVISION, type RatingModel } from '@partner-rating/ratings';
import type { Logger } from 'pino';
import type { Dependencies } from '../platform/configuration/dependencies.ts';
import { readSnapshot } from '../platform/database/prepared-statement.ts';
import type { Database, DatabaseTransaction } from '../platform/database/schema.ts';
import { compareWithLedger, type LedgerProgress } from './audit-ratings.ts';
import {
  MovesCollector,
  type MovesSummary,
  moveOf,
  type RatingDifference,
  type RatingMove,
} from './domain/rating-differences.ts';
import { FIRST_POSITION } from './domain/touched-matches.ts';
import { findModel } from './model-in-use.ts';
import { chunkSizesBesideBatches, chunkSizesOfRebuild } from './settlement/pace.ts';
import { type SettleOptions, settleSport } from './settlement/settle-sport.ts';
import { findRebuild, insertDue, isDue } from './settlement/store/due-positions.ts';
import { findSettlement } from './settlement/store/settlements.ts';
import { countLedger } from './store/ledger.ts';
import { findModelRevision, lockRatingsExclusive, setModelRevision } from './store/ratings.ts';

interface RebuildOptions {
  /** Only report what would change. */
  dryRun: boolean;
  onProgress?: (progress: LedgerProgress) => void;
  /** In a dry run, stores the ratings that would change, in portions, in the transaction that found them. */
  storeMoves?:
    | ((transaction: DatabaseTransaction, moves: readonly RatingMove[]) => Promise<void>)
    | undefined;
  /** Stops the rebuild. The service later continues with a sport that was begun. */
  signal?: AbortSignal | undefined;
  /** By default, the model in use, or the one that was chosen for the sport. */
  model?: RatingModel | undefined;
  /** Whether this process also answers requests while it works. */
  isBesideRequests?: boolean;
}

export interface RebuiltSport {
  sport: string;
  matches: number;
  /** How many steps (players' states after a match) and how many current ratings were changed, or would be. */
  steps: number;
  ratings: number;
  /** How far the main ratings move. */
  moves: MovesSummary;
}

// Batches get as much time as the rebuild, while there are any.
const PAUSE_SHARE = 1;

// How often to check whether a settlement of another process has ended.
const POLL_MILLISECONDS = 200;

/**
 * Folds the whole ledger (rates all matches again in the order of play), and stores the resulting ratings with their
 * events: after a change of the model, or to fix what an audit found. Each sport is a settlement of all players, while
 * batches are rated as usual. An interrupted rebuild continues.
 */
export async function rebuildRatings(
  dependencies: Pick<Dependencies, 'database' | 'clock' | 'configuration'>,
  options: RebuildOptions,
): Promise<RebuiltSport[]> {
  const { database } = dependencies;
  const rebuilt: RebuiltSport[] = [];
  for (const [sport, total] of await countLedger(database)) {
    rebuilt.push(await rebuildSport(dependencies, { ...options, sport, total }));
  }
  if (!options.dryRun && options.model === undefined) {
    await setModelRevision(database, MODEL_REVISION);
  }
  return rebuilt;
}

interface SportToRebuild extends RebuildOptions {
  sport: string;
  /** The number of matches that count. */
  total: number;
  /** A rebuild that is due already, to wait for it instead of beginning one. */
  dueOrder?: number;
}

/** Rebuilds one sport. */
export async function rebuildSport(
  dependencies: Pick<Dependencies, 'database' | 'clock' | 'configuration'>,
  {
    sport,
    total,
    dryRun,
    onProgress,
    storeMoves,
    signal,
    model,
    dueOrder,
    isBesideRequests = false,
  }: SportToRebuild,
): Promise<RebuiltSport> {
  let done = 0;
  const onMatches = (matches: number) => {
    done += matches;
    onProgress?.({ sport, done, total });
  };
  const moves = new MovesCollector();
  const collect = (differences: readonly RatingDifference[]) => {
    const some = differences.map(moveOf);
    for (const move of some) moves.add(move);
    return some;
  };
  const fold = { sport, model, onMatches, isBesideRequests };
  const projectIn = async (snapshot: DatabaseTransaction) =>
    await project(snapshot, fold, async (differences) => {
      const some = collect(differences);
      await storeMoves?.(snapshot, some);
    });
  const changed = dryRun
    ? await readSnapshot(dependencies.database, projectIn, { isWritten: storeMoves !== undefined })
    : await rebuild(dependencies, { ...fold, signal, dueOrder, onDifferences: collect });
  return { sport, matches: done, ...changed, moves: moves.summary() };
}

interface SportToFold {
  sport: string;
  model: RatingModel | undefined;
  onMatches: (matches: number) => void;
  isBesideRequests: boolean;
}

interface SportToSettle extends SportToFold {
  signal: AbortSignal | undefined;
  dueOrder: number | undefined;
  onDifferences: (differences: readonly RatingDifference[]) => void;
}

async function project(
  transaction: DatabaseTransaction,
  { sport, model, onMatches, isBesideRequests }: SportToFold,
  onDifferences: (differences: readonly RatingDifference[]) => Promise<void>,
): Promise<{ steps: number; ratings: number }> {
  const changed = { steps: 0, ratings: 0 };
  for await (const { matches, findings } of compareWithLedger(transaction, {
    sport,
    model: model ?? (await findModel(transaction)),
    withDue: true,
    isBesideRequests,
  })) {
    const ratings = findings.flatMap((finding) =>
      finding.kind === 'rating' ? [finding.difference] : [],
    );
    if (ratings.length > 0) await onDifferences(ratings);
    changed.ratings += ratings.length;
    changed.steps += findings.length - ratings.length;
    if (matches > 0) onMatches(matches);
  }
  return changed;
}

async function rebuild(
  dependencies: Pick<Dependencies, 'database' | 'clock' | 'configuration'>,
  {
    sport,
    model,
    onMatches,
    isBesideRequests,
    signal,
    dueOrder: given,
    onDifferences,
  }: SportToSettle,
): Promise<{ steps: number; ratings: number }> {
  const { database, clock } = dependencies;
  const changed = { steps: 0, ratings: 0 };
  const options: SettleOptions = {
    ...(model && { model }),
    ...(signal && { signal }),
    pauseShare: PAUSE_SHARE,
    quietSizes: isBesideRequests ? chunkSizesBesideBatches : chunkSizesOfRebuild,
    onProgress: onMatches,
    onSteps: (steps) => {
      changed.steps += steps;
    },
    onDifferences: (differences) => {
      changed.ratings += differences.length;
      onDifferences(differences);
    },
  };
  // If an instance of an earlier release settles it, it uses its own model, and the rebuild must be repeated.
  let isOfEarlierModel: boolean;
  let waitedFor = given;
  do {
    isOfEarlierModel = false;
    const dueOrder =
      waitedFor ??
      (await database
        .transaction()
        .execute(async (transaction) => await requireRebuild(transaction, sport, clock())));
    waitedFor = undefined;
    while (await isDue(database, [dueOrder])) {
      const outcome = await settleSport(dependencies, sport, options);
      if (outcome !== 'settled') signal?.throwIfAborted();
      if (outcome !== 'busy') continue;
      const underWay = await findSettlement(database, sport);
      isOfEarlierModel ||= underWay !== undefined && underWay.model_revision < MODEL_REVISION;
      await sleep(POLL_MILLISECONDS);
    }
  } while (isOfEarlierModel && model === undefined);
  return changed;
}

/** Returns the rebuild to wait for: an interrupted one, unless it is publishing the result of an earlier model. */
async function requireRebuild(
  transaction: DatabaseTransaction,
  sport: string,
  now: Date,
): Promise<number> {
  await lockRatingsExclusive(transaction, [sport]);
  const dueAlready = await findRebuild(transaction, sport, MODEL_REVISION);
  return dueAlready ?? (await insertRebuild(transaction, sport, now));
}

/** Marks all ratings of a sport as due, which means to be computed again. The transaction must hold its exclusive lock. */
export async function insertRebuild(
  transaction: DatabaseTransaction,
  sport: string,
  now: Date,
): Promise<number> {
  const everything = { sport, ...FIRST_POSITION, memberIds: null };
  const onWhoseAccount = { matchId: null, applicationId: null };
  const position = { ...everything, ...onWhoseAccount, cause: 'rebuild' } as const;
  const [dueOrder] = await insertDue(transaction, now, [position]);
  if (dueOrder === undefined) throw new Error('The insert returned no order number.');
  return dueOrder;
}

/** Warns if the ratings follow from another model than the one of this release. */
export async function checkModel(database: Database, log: Pick<Logger, 'warn'>): Promise<void> {
  const revision = await findModelRevision(database, MODEL_REVISION);
  if (revision === MODEL_REVISION) return;
  log.warn({ revision, current: MODEL_REVISION }, revision > MODEL_REVISION ? LATER : EARLIER);
}

const EARLIER =
  'The ratings follow from an earlier model than new matches are rated with. ' +
  'Late results and corrections wait until they are rebuilt: ' +
  '`operator ratings rebuild --dry-run` shows which ratings would move, and how far. `operator ratings rebuild` moves them.';

const LATER =
  'The ratings follow from a later model than this release rates new matches with. ' +
  'Upgrade this instance, and do not rebuild with it: that would return the ratings to its model.';
