import type { ProblemError } from '@partner-rating/server';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import { notFound, viewOf } from '../api/handlers.ts';
import type * as Types from '../api/types.gen.ts';
import { ABANDONED } from './run-job.ts';
import { findOwnJob } from './start-job.ts';
import { findJob, type StoredJob } from './store/jobs.ts';

/** @throws ProblemError `not_found` if there is no such job. */
export async function showJob(dependencies: Dependencies, jobId: string): Promise<Types.Job> {
  const { database } = dependencies;
  const job = findOwnJob(database, jobId) ?? (await findJob(database, jobId));
  if (job === undefined) throw noJob(jobId);
  return jobView(dependencies, job);
}

/** A job with its input and its result. */
export function jobView(dependencies: Dependencies, job: StoredJob): Types.Job {
  const { input, summary, result, differences } = job;
  return { ...summaryOf(dependencies, job), input, summary, result, differences };
}

/** Refuses a request about a job that does not exist. */
export function noJob(jobId: string): ProblemError {
  return notFound(`There is no job ${jobId}. Jobs are kept for 30 days. List them to find it.`);
}

/** A job as lists show it. */
export function summaryOf({ database, clock }: Dependencies, listed: StoredJob): Types.JobSummary {
  const own = findOwnJob(database, listed.id);
  const job = own ?? listed;
  const isAbandoned = own === null && job.ended_at === null && job.lease_until < clock();
  return viewOf({
    jobId: job.id,
    kind: job.kind as Types.JobSummary['kind'],
    status: isAbandoned ? 'failed' : job.status,
    progress: { done: job.done, total: job.total, text: job.progress },
    problem: isAbandoned ? ABANDONED : job.problem,
    createdBy: job.created_by,
    createdAt: job.created_at,
    startedAt: job.started_at,
    endedAt: isAbandoned ? job.lease_until : job.ended_at,
  });
}
