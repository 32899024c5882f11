import { type Kysely, sql } from 'kysely';
import { table } from '../schema/statements.ts';

const statements = [
  ...table(`
    -- Long work that an operator started. An instance runs it, and all of them show it.
    create table job (
      -- The public id, job_...
      id text primary key,
      -- What the job does.
      kind text not null,
      -- What the operator asked for.
      input jsonb not null,
      -- How it stands. One that did not end and whose lease expired has failed.
      status text not null check (status in ('queued', 'running', 'succeeded', 'failed', 'cancelled')),
      -- How much of its current step is done.
      done bigint not null default 0,
      -- How much the current step has, as far as it is known.
      total bigint,
      -- The same in words.
      progress text not null default '',
      -- What came of it, in lines for people.
      summary text[] not null default '{}',
      -- The same for programs.
      result jsonb,
      -- Why it failed, or what it found that somebody has to look at.
      problem text,
      -- How many rows of job_difference it has.
      differences integer not null default 0,
      -- The name of the operator. Null for a command on the machine itself.
      created_by text,
      -- When it was started.
      created_at timestamptz not null,
      -- When its instance began with it.
      started_at timestamptz,
      -- When it ended.
      ended_at timestamptz,
      -- When an operator cancelled it.
      cancelled_at timestamptz,
      -- Until when its instance is taken to be alive.
      lease_until timestamptz not null,
      -- When it is deleted.
      expires_at timestamptz not null
    )`),
  // So that two instances cannot start the same work at the same time.
  `create unique index job_unfinished on job (kind) where ended_at is null`,
  `create index job_expires on job (expires_at)`,
  ...table(`
    -- What an audit found, or a rating that a dry run would change.
    create table job_difference (
      -- The job.
      job_id text not null,
      -- Its number in the job.
      number integer not null,
      -- What differs.
      kind text not null check (kind in ('rating', 'state', 'stray')),
      -- The member.
      member_id text not null,
      -- The sport.
      sport text not null,
      -- The bracket of a rating.
      bracket text,
      -- The rating that is stored.
      rating_before double precision,
      -- The rating that follows from the ledger.
      rating_after double precision,
      -- What is stored and what follows, in words.
      about text,
      -- When it is deleted.
      expires_at timestamptz not null,
      primary key (job_id, number)
    )`),
  `create index job_difference_expires on job_difference (expires_at)`,
];

/** Stores the jobs of operators. */
export async function addJobs(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}
