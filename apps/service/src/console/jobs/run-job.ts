import { setImmediate } from 'node:timers/promises';
import type { Logger } from '@partner-rating/server';
import type { LimitFunction } from 'p-limit';
import { createPeriodicTask } from '../../platform/concurrency/periodic-task.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import { OperatorError } from '../terminal.ts';
import { type DifferenceLog, logDifferences } from './log-differences.ts';
import { type EndedJob, endJob, type Progress, renewJob } from './store/jobs.ts';

/** The context of a job. */
export interface JobContext {
  dependencies: Dependencies;
  /** Aborted when the job has to stop. */
  signal: AbortSignal;
  /**
   * Reports the progress of the job.
   * @throws the reason of the signal, so that the job stops.
   */
  onProgress: (progress: Progress) => void;
  differences: DifferenceLog;
  /** Whether this process also answers requests while it works. */
  isBesideRequests: boolean;
}

/** The result of a job: lines for people, values for programs, and a problem that somebody has to look at. */
export interface JobOutcome {
  summary: string[];
  result: Record<string, unknown>;
  problem?: string | null;
}

/** @throws OperatorError if it cannot do its work. */
export type JobWork = (context: JobContext) => Promise<JobOutcome>;

/** A job that this process is to run. */
export interface JobToRun {
  id: string;
  work: JobWork;
  isBesideRequests: boolean;
  /** The state that this process shows. */
  state: JobState;
  log: Logger | undefined;
}

/** The state of a job that this process runs. */
export interface JobState {
  startedAt: Date | null;
  progress: Progress;
  stopping: AbortController;
}

const MAX_PROBLEM = 4_000;

/** The problem of a job that did not end because its instance stopped. */
export const ABANDONED = 'The instance that ran this job stopped. Start the job again.';

/** An instance that does not renew the lease for this long is considered crashed. */
export const LEASE_MILLISECONDS = 30_000;

const RENEWAL_MILLISECONDS = 2_000;

const RENEWAL_FAILED = 'The lease of a job could not be renewed.';

/** The reason why a cancelled job stops. */
export class CancelledError extends Error {
  override name = 'CancelledError';
}

/** Runs a job when the slot is free, and stores its result. Renews the lease of the job until the result is stored. */
export async function runInSlot(
  dependencies: Dependencies,
  slot: LimitFunction,
  job: JobToRun,
): Promise<void> {
  const { database, clock } = dependencies;
  const { id, state, log } = job;
  const { signal } = state.stopping;
  const renew = async () => {
    const leaseUntil = new Date(clock().getTime() + LEASE_MILLISECONDS);
    const { startedAt, progress } = state;
    const running = startedAt === null ? null : { startedAt, progress };
    const found = await renewJob(database, id, leaseUntil, running);
    if (found === undefined) state.stopping.abort(new OperatorError(ABANDONED));
    else if (found.cancelledAt !== null) state.stopping.abort(new CancelledError());
  };
  const renewal = createPeriodicTask(
    async () => await renew().catch((error: unknown) => log?.warn({ err: error }, RENEWAL_FAILED)),
    { firstPauseMilliseconds: RENEWAL_MILLISECONDS, pauseMilliseconds: RENEWAL_MILLISECONDS },
  );
  renewal.start();
  try {
    // The request that started the job is answered first, because the job may hold the only connection of an embedded database.
    await setImmediate();
    await slot(async () => {
      signal.throwIfAborted();
      state.startedAt = clock();
      await renew();
      await endJob(database, id, await run(dependencies, job));
    });
  } catch (error) {
    if (!signal.aborted) log?.error({ err: error }, 'The end of a job could not be stored.');
    else await endJob(database, id, stopped(state, signal.reason, clock())).catch(() => {});
  } finally {
    await renewal.stop();
  }
}

async function run(
  dependencies: Dependencies,
  { id, work, state, log, isBesideRequests }: JobToRun,
): Promise<EndedJob> {
  const { signal } = state.stopping;
  const differences = logDifferences(dependencies, id);
  const onProgress = (progress: Progress) => {
    state.progress = progress;
    signal.throwIfAborted();
  };
  const end = (): Pick<EndedJob, 'progress' | 'differences' | 'endedAt'> => ({
    progress: state.progress,
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
    if (signal.aborted) return stopped(state, signal.reason, dependencies.clock());
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

function stopped(
  { progress }: Pick<JobState, 'progress'>,
  reason: unknown,
  endedAt: Date,
): EndedJob {
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

/** A job refuses to do its work. `summary` has what the job found until then. */
export class RefusedJobError extends OperatorError {
  readonly summary: string[];

  constructor(message: string, summary: string[]) {
    super(message);
    this.summary = summary;
  }
}
