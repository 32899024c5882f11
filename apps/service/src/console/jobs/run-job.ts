import { setImmediate as untilAnswered } from 'node:timers/promises';
import { type Logger, ProblemError } from '@partner-rating/server';
import pLimit from 'p-limit';
import { recordAudit } from '../../platform/audit/store/audit.ts';
import { createPeriodicTask } from '../../platform/concurrency/periodic-task.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import { newId } from '../../platform/database/identifiers.ts';
import type { Database } from '../../platform/database/schema.ts';
import { actOfOperator } from '../actions/operator-accounts.ts';
import { OperatorError } from '../terminal.ts';
import { type DifferenceLog, logDifferences } from './log-differences.ts';
import {
  cancelJob,
  type EndedJob,
  endJob,
  failAbandonedJobs,
  findUnfinishedJob,
  insertJob,
  type Progress,
  renewJob,
  renewQueuedJob,
  type StoredJob,
} from './store/jobs.ts';

/** What a job works with. */
export interface JobContext {
  dependencies: Dependencies;
  /** Aborted when the job is to stop. */
  signal: AbortSignal;
  /**
   * Says how far the job is.
   * @throws what the signal was aborted with, so that the job stops there.
   */
  onProgress: (progress: Progress) => void;
  differences: DifferenceLog;
  /** Whether this process answers requests meanwhile. */
  isBesideRequests: boolean;
}

/** What came of a job: in lines for people, for programs, and what somebody has to look at. */
export interface JobOutcome {
  summary: string[];
  result: Record<string, unknown>;
  problem?: string | null;
}

/** @throws OperatorError if there was nothing to do, or not so. */
type JobWork = (context: JobContext) => Promise<JobOutcome>;

export interface JobToStart {
  kind: 'ratings_audit' | 'ratings_rebuild' | 'ratings_fit' | 'secrets_reseal';
  input: Record<string, unknown>;
  /** The name of the operator; null for a command. */
  createdBy: string | null;
  work: JobWork;
  isBesideRequests?: boolean;
}

/** A job of this process, which knows more of it than the database does. */
interface OwnJob {
  stored: StoredJob;
  startedAt: Date | null;
  progress: Progress;
  stopping: AbortController;
  ended: Promise<void>;
}

interface Runner {
  jobs: Map<string, OwnJob>;
  // One at a time: each may hold what it knows of all players in memory.
  slot: ReturnType<typeof pLimit>;
}

const runners = new WeakMap<Database, Runner>();

function runnerOf(database: Database): Runner {
  const runner = runners.get(database) ?? { jobs: new Map(), slot: pLimit(1) };
  runners.set(database, runner);
  return runner;
}

const MAX_PROBLEM = 4_000;

/** The problem of a job whose instance stopped before it ended. */
export const ABANDONED = 'The instance that ran it stopped. Start it again.';

export const LEASE_MILLISECONDS = 30_000;

const RENEWAL_MILLISECONDS = 2_000;

const RENEWAL_FAILED = 'A job could not be renewed.';

const RETENTION_MILLISECONDS = 30 * 24 * 60 * 60 * 1_000;

/**
 * Starts a job in this process.
 * @throws ProblemError `job_running` if another one of its kind has not ended.
 */
export async function startJob(
  dependencies: Dependencies,
  job: JobToStart,
  log?: Logger,
): Promise<StoredJob> {
  const { database, clock } = dependencies;
  const now = clock();
  const id = newId('job');
  const { kind, input, createdBy } = job;
  const stored = await database.transaction().execute(async (transaction) => {
    await failAbandonedJobs(transaction, ABANDONED, now);
    const inserted = await insertJob(transaction, {
      ...{ id, kind, input, createdBy, createdAt: now },
      leaseUntil: new Date(now.getTime() + LEASE_MILLISECONDS),
      expiresAt: new Date(now.getTime() + RETENTION_MILLISECONDS),
    });
    if (inserted === undefined) {
      throw alreadyRunning((await findUnfinishedJob(transaction, kind))?.id);
    }
    await recordAudit(transaction, {
      ...actOfOperator(now),
      action: 'job.started',
      details: { jobId: id, kind, ...input },
    });
    return inserted;
  });
  const runner = runnerOf(database);
  const own = {
    stored,
    startedAt: null,
    progress: { done: 0, total: null, text: '' },
    stopping: new AbortController(),
  };
  const ended = runInSlot(dependencies, runner, { ...job, id, own, log }).finally(() =>
    runner.jobs.delete(id),
  );
  runner.jobs.set(id, Object.assign(own, { ended }));
  return stored;
}

function alreadyRunning(id: string | undefined): ProblemError {
  return new ProblemError('job_running', {
    detail: `${id ?? 'A job of this kind'} has not ended yet. Show it with jobs.get, or cancel it with jobs.cancel.`,
  });
}

/**
 * A job of this process that has not ended, as it stands; null for any other job. It asks no database, because the
 * job may hold the only connection of an embedded one.
 */
export function findOwnJob(database: Database, id: string): StoredJob | null {
  const own = runnerOf(database).jobs.get(id);
  if (own === undefined) return null;
  const { stored, startedAt, progress } = own;
  return {
    ...stored,
    status: startedAt === null ? 'queued' : 'running',
    started_at: startedAt,
    done: progress.done,
    total: progress.total,
    progress: progress.text,
  };
}

/** Cancels a job, which its instance stops soon. */
export async function requestCancellation(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  id: string,
): Promise<void> {
  // First, because a job may hold the only connection of an embedded database.
  const own = runnerOf(database).jobs.get(id);
  own?.stopping.abort(new CancelledError());
  await database.transaction().execute(async (transaction) => {
    const now = clock();
    if (!(await cancelJob(transaction, id, { now, isStopping: own !== undefined }))) return;
    const details = { jobId: id };
    await recordAudit(transaction, { ...actOfOperator(now), action: 'job.cancelled', details });
  });
}

/** Stops the jobs of this process, and waits until they have. */
export async function stopJobs(database: Database): Promise<void> {
  const jobs = [...runnerOf(database).jobs.values()];
  for (const { stopping } of jobs) stopping.abort(new OperatorError(ABANDONED));
  await Promise.all(jobs.map(async ({ ended }) => await ended));
}

class CancelledError extends Error {
  override name = 'CancelledError';
}

interface JobToRun extends JobToStart {
  id: string;
  own: Omit<OwnJob, 'ended'>;
  log: Logger | undefined;
}

async function runInSlot(
  dependencies: Dependencies,
  { slot }: Runner,
  job: JobToRun,
): Promise<void> {
  const { database, clock } = dependencies;
  const { id, own, log } = job;
  const { signal } = own.stopping;
  const renew = async () => {
    const leaseUntil = new Date(clock().getTime() + LEASE_MILLISECONDS);
    const found =
      own.startedAt === null
        ? await renewQueuedJob(database, id, leaseUntil)
        : await renewJob(database, id, {
            ...{ progress: own.progress, startedAt: own.startedAt, leaseUntil },
          });
    if (found === undefined) own.stopping.abort(new OperatorError(ABANDONED));
    else if (found.cancelledAt !== null) own.stopping.abort(new CancelledError());
  };
  const renewal = createPeriodicTask(
    async () => await renew().catch((error: unknown) => log?.warn({ err: error }, RENEWAL_FAILED)),
    { firstPauseMilliseconds: RENEWAL_MILLISECONDS, pauseMilliseconds: RENEWAL_MILLISECONDS },
  );
  renewal.start();
  try {
    // The answer to who started it is stored first: a job may hold the only connection of an embedded database.
    await untilAnswered();
    await slot(async () => {
      signal.throwIfAborted();
      own.startedAt = clock();
      await renew();
      await endJob(database, id, await run(dependencies, job));
    });
  } catch (error) {
    if (!signal.aborted) log?.error({ err: error }, 'The end of a job could not be stored.');
    else await endJob(database, id, stopped(own, signal.reason, clock())).catch(() => {});
  } finally {
    await renewal.stop();
  }
}

async function run(
  dependencies: Dependencies,
  { id, work, own, log, isBesideRequests = false }: JobToRun,
): Promise<EndedJob> {
  const { signal } = own.stopping;
  const differences = logDifferences(dependencies, id);
  const onProgress = (progress: Progress) => {
    own.progress = progress;
    signal.throwIfAborted();
  };
  const end = (): Pick<EndedJob, 'progress' | 'differences' | 'endedAt'> => ({
    progress: own.progress,
    differences: differences.stored(),
    endedAt: dependencies.clock(),
  });
  try {
    const {
      summary,
      result,
      problem = null,
    } = await work({
      ...{ dependencies, signal, onProgress, differences, isBesideRequests },
    });
    return { status: 'succeeded', summary, result, problem, ...end() };
  } catch (error) {
    if (signal.aborted) return stopped(own, signal.reason, dependencies.clock());
    if (!(error instanceof OperatorError)) log?.error({ err: error }, 'A job failed.');
    const reason = error instanceof Error ? error.message : String(error);
    const summary = error instanceof RefusedJobError ? error.summary : [];
    return {
      status: 'failed',
      summary,
      result: null,
      problem: reason.slice(0, MAX_PROBLEM),
      ...end(),
      differences: 0,
    };
  }
}

function stopped({ progress }: Pick<OwnJob, 'progress'>, reason: unknown, endedAt: Date): EndedJob {
  const isCancelled = reason instanceof CancelledError;
  return {
    status: isCancelled ? 'cancelled' : 'failed',
    progress,
    summary: [],
    result: null,
    problem: isCancelled ? null : ABANDONED,
    differences: 0,
    endedAt,
  };
}

/** Why a job did not do what was asked for, with what it found out before. */
export class RefusedJobError extends OperatorError {
  readonly summary: string[];

  constructor(message: string, summary: string[]) {
    super(message);
    this.summary = summary;
  }
}
