import { type Logger, ProblemError } from '@partner-rating/server';
import pLimit, { type LimitFunction } from 'p-limit';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import { newId } from '../../platform/database/identifiers.ts';
import type { Database, DatabaseTransaction } from '../../platform/database/schema.ts';
import { inTransaction, recordAct } from '../actions/audited.ts';
import { OperatorError } from '../terminal.ts';
import {
  ABANDONED,
  CancelledError,
  type JobState,
  type JobWork,
  LEASE_MILLISECONDS,
  runInSlot,
} from './run-job.ts';
import {
  cancelJob,
  failAbandonedJobs,
  findUnfinishedJob,
  insertJob,
  type StoredJob,
} from './store/jobs.ts';

export interface JobToStart {
  kind: 'ratings_audit' | 'ratings_rebuild' | 'ratings_fit' | 'secrets_reseal';
  input: Record<string, unknown>;
  /** The name of the operator; null for a command. */
  createdBy: string | null;
  work: JobWork;
  isBesideRequests?: boolean;
  /** Called at the end of the transaction that stores the job. */
  beforeCommit?: (transaction: DatabaseTransaction, stored: StoredJob) => Promise<void>;
}

/** A job of this process, whose state is newer than in the database. */
interface OwnJob {
  stored: StoredJob;
  state: JobState;
  ended: Promise<void>;
}

interface Runner {
  jobs: Map<string, OwnJob>;
  // One at a time: each may hold all players in memory.
  slot: LimitFunction;
}

const runners = new WeakMap<Database, Runner>();

function runnerOf(database: Database): Runner {
  const runner = runners.get(database) ?? { jobs: new Map(), slot: pLimit(1) };
  runners.set(database, runner);
  return runner;
}

export const JOB_RETENTION_MILLISECONDS = 30 * 24 * 60 * 60 * 1_000;

/**
 * Starts a job in this process.
 * @throws ProblemError `job_running` if another one of its kind has not ended.
 */
export async function startJob(
  dependencies: Dependencies,
  job: JobToStart,
  log?: Logger,
): Promise<StoredJob> {
  const { database } = dependencies;
  const id = newId('job');
  const { kind, input, createdBy, beforeCommit } = job;
  const stored = await inTransaction(dependencies, async (transaction, now) => {
    await failAbandonedJobs(transaction, ABANDONED, now);
    const inserted = await insertJob(transaction, {
      ...{ id, kind, input, createdBy, createdAt: now },
      leaseUntil: new Date(now.getTime() + LEASE_MILLISECONDS),
      expiresAt: new Date(now.getTime() + JOB_RETENTION_MILLISECONDS),
    });
    if (inserted === undefined) {
      throw alreadyRunning((await findUnfinishedJob(transaction, kind))?.id);
    }
    const details = { jobId: id, kind, ...input };
    await recordAct(transaction, now, 'job.started', { details });
    await beforeCommit?.(transaction, inserted);
    return inserted;
  });
  const runner = runnerOf(database);
  const state: JobState = {
    startedAt: null,
    progress: { done: 0, total: null, text: '' },
    stopping: new AbortController(),
  };
  const { work, isBesideRequests = false } = job;
  const toRun = { id, work, isBesideRequests, state, log };
  const ended = runInSlot(dependencies, runner.slot, toRun).finally(() => runner.jobs.delete(id));
  runner.jobs.set(id, { stored, state, ended });
  return stored;
}

function alreadyRunning(id: string | undefined): ProblemError {
  return new ProblemError('job_running', {
    detail: `${id ?? 'A job of this kind'} has not ended yet. Show it with jobs.get, or cancel it with jobs.cancel.`,
  });
}

/**
 * Returns the state of a running job of this process; null for any other job. It reads no database, because the
 * job may hold the only connection of an embedded one.
 */
export function findOwnJob(database: Database, id: string): StoredJob | null {
  const own = runnerOf(database).jobs.get(id);
  if (own === undefined) return null;
  const { startedAt, progress } = own.state;
  return {
    ...own.stored,
    status: startedAt === null ? 'queued' : 'running',
    started_at: startedAt,
    done: progress.done,
    total: progress.total,
    progress: progress.text,
  };
}

/** Cancels a job. Its instance stops it soon. */
export async function requestCancellation(
  dependencies: Pick<Dependencies, 'database' | 'clock'>,
  id: string,
): Promise<void> {
  // First, because a job may hold the only connection of an embedded database.
  const own = runnerOf(dependencies.database).jobs.get(id);
  own?.state.stopping.abort(new CancelledError());
  await inTransaction(dependencies, async (transaction, now) => {
    if (!(await cancelJob(transaction, id, { now, isStopping: own !== undefined }))) return;
    await recordAct(transaction, now, 'job.cancelled', { details: { jobId: id } });
  });
}

/** Stops the jobs of this process, and waits until they have. */
export async function stopJobs(database: Database): Promise<void> {
  const jobs = [...runnerOf(database).jobs.values()];
  for (const { state } of jobs) state.stopping.abort(new OperatorError(ABANDONED));
  await Promise.all(jobs.map(async ({ ended }) => await ended));
}
