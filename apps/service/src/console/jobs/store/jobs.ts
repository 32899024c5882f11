import { type Selectable, sql } from 'kysely';
import type {
  Database,
  DatabaseTransaction,
  JobDifferenceTable,
  JobTable,
} from '../../../platform/database/schema.ts';

export type StoredJob = Selectable<JobTable>;

/** The progress of a job. */
export interface Progress {
  done: number;
  total: number | null;
  text: string;
}

interface NewJob {
  id: string;
  kind: string;
  input: Record<string, unknown>;
  createdBy: string | null;
  createdAt: Date;
  leaseUntil: Date;
  expiresAt: Date;
}

/** Stores a job; undefined if another one of its kind has not ended. */
export async function insertJob(
  transaction: DatabaseTransaction,
  job: NewJob,
): Promise<StoredJob | undefined> {
  return await transaction
    .insertInto('job')
    .values({
      id: job.id,
      kind: job.kind,
      input: JSON.stringify(job.input),
      status: 'queued',
      created_by: job.createdBy,
      created_at: job.createdAt,
      lease_until: job.leaseUntil,
      expires_at: job.expiresAt,
    })
    .onConflict((conflict) => conflict.column('kind').where('ended_at', 'is', null).doNothing())
    .returningAll()
    .executeTakeFirst();
}

export async function findUnfinishedJob(
  database: Database,
  kind: string,
): Promise<StoredJob | undefined> {
  return await database
    .selectFrom('job')
    .selectAll()
    .where('kind', '=', kind)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
}

export async function findJob(database: Database, id: string): Promise<StoredJob | undefined> {
  return await database.selectFrom('job').selectAll().where('id', '=', id).executeTakeFirst();
}

interface JobFilter {
  kind: string | undefined;
  /** Continues after the job with this id. */
  before: string | undefined;
}

/** The jobs, the newest first: their ids are in the order of time. */
export async function listJobs(
  database: Database,
  { kind, before }: JobFilter,
  limit: number,
): Promise<StoredJob[]> {
  return await database
    .selectFrom('job')
    .selectAll()
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind ?? ''))
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? ''))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** Ends the jobs of crashed instances, so that others of their kind can start. */
export async function failAbandonedJobs(
  database: Database,
  problem: string,
  now: Date,
): Promise<void> {
  await database
    .updateTable('job')
    .set({ status: 'failed', problem, ended_at: sql`lease_until` })
    .where('ended_at', 'is', null)
    .where('lease_until', '<', now)
    .execute();
}

/** Only one process has the embedded database open, so the instance of every unfinished job has stopped. */
export async function releaseStaleJobs(database: Database): Promise<void> {
  await database
    .updateTable('job')
    .set({ lease_until: sql`created_at` })
    .where('ended_at', 'is', null)
    .execute();
}

/**
 * Renews the lease of a job, and stores its progress once it runs.
 * @returns when it was cancelled; undefined if it ended because its instance did not renew it.
 */
export async function renewJob(
  database: Database,
  id: string,
  leaseUntil: Date,
  running: { startedAt: Date; progress: Progress } | null,
): Promise<{ cancelledAt: Date | null } | undefined> {
  return await database
    .updateTable('job')
    .set({
      lease_until: leaseUntil,
      ...(running !== null && {
        status: 'running',
        started_at: running.startedAt,
        done: running.progress.done,
        total: running.progress.total,
        progress: running.progress.text,
      }),
    })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .returning('cancelled_at as cancelledAt')
    .executeTakeFirst();
}

/** How a job ended. */
export interface EndedJob {
  status: 'succeeded' | 'failed' | 'cancelled';
  progress: Progress;
  summary: string[];
  result: Record<string, unknown> | null;
  problem: string | null;
  differences: number;
  endedAt: Date;
}

export async function endJob(database: Database, id: string, ended: EndedJob): Promise<void> {
  await database
    .updateTable('job')
    .set({
      status: ended.status,
      done: ended.progress.done,
      total: ended.progress.total,
      progress: ended.progress.text,
      summary: ended.summary,
      result: ended.result === null ? null : JSON.stringify(ended.result),
      problem: ended.problem,
      differences: ended.differences,
      ended_at: ended.endedAt,
    })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .execute();
}

/**
 * Asks the instance of a job to stop it; false if it was asked before, or the job has ended.
 * @param isStopping Whether its instance is stopping it already, so that it may have ended for this reason.
 */
export async function cancelJob(
  transaction: DatabaseTransaction,
  id: string,
  { now, isStopping }: { now: Date; isStopping: boolean },
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('job')
    .set({ cancelled_at: now })
    .where('id', '=', id)
    .$if(!isStopping, (query) => query.where('ended_at', 'is', null))
    .where('cancelled_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

export type StoredDifference = Selectable<JobDifferenceTable>;

export async function insertDifferences(
  transaction: DatabaseTransaction,
  rows: readonly StoredDifference[],
): Promise<void> {
  await transaction.insertInto('job_difference').values(rows).execute();
}

export async function listDifferences(
  database: Database,
  id: string,
  { after, limit }: { after: number; limit: number },
): Promise<StoredDifference[]> {
  return await database
    .selectFrom('job_difference')
    .selectAll()
    .where('job_id', '=', id)
    .where('number', '>', after)
    .orderBy('number')
    .limit(limit)
    .execute();
}
