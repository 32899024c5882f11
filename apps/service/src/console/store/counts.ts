import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../platform/database/schema.ts';

interface Standing {
  /** Deliveries of the last 24 hours that are not retried any more. */
  failedDeliveries: number;
  /** Endpoints that refused the last delivery. */
  failingEndpoints: number;
  disputedMatches: number;
  heldMatches: number;
  /** Applications that wait for approval. */
  pendingApplications: number;
}

/** Counts everything that waits for an operator. */
export async function readStanding(database: Database, now: Date): Promise<Standing> {
  const { rows } = await sql<Standing>`
    select
      (
        select count(*) from webhook_delivery
        where status = 'failed' and created_at >= ${now.toISOString()}::timestamptz - interval '1 day'
      ) as "failedDeliveries",
      (
        select count(*) from webhook_endpoint where failing_since is not null
      ) as "failingEndpoints",
      (select count(*) from match_status where status = 'disputed') as "disputedMatches",
      (
        select count(*) from uncounted_match where other_match_id is not null and reason = 'held'
      ) as "heldMatches",
      (
        select count(*) from application where pending_since is not null and deleted_at is null
      ) as "pendingApplications"
  `.execute(database);
  const [standing] = rows;
  if (standing === undefined) throw new Error('An aggregate has one row.');
  return standing;
}

/** An amount by day in UTC, `YYYY-MM-DD`. Days without any are left out. */
export interface AmountOfDay {
  day: string;
  amount: number;
  failures: number;
}

/** Requests of all partners, and those that failed because of the service. */
export async function countRequests(database: Database, since: Date): Promise<AmountOfDay[]> {
  const { rows } = await sql<AmountOfDay>`
    select day, sum(requests)::bigint as amount, sum(failures)::bigint as failures
    from daily_requests where day >= ${dayOf(since)}
    group by day
  `.execute(database);
  return rows;
}

/** Deliveries by the day they were written, and those that failed for good. */
export async function countDeliveries(database: Database, since: Date): Promise<AmountOfDay[]> {
  const failures = sql`count(*) filter (where status = 'failed')`;
  return await countByDay(database, 'webhook_delivery', since, failures);
}

/** Matches by the day they were submitted. */
export async function countMatches(database: Database, since: Date): Promise<AmountOfDay[]> {
  return await countByDay(database, 'match', since, sql`0`);
}

async function countByDay(
  database: Database,
  table: 'webhook_delivery' | 'match',
  since: Date,
  failures: RawBuilder<unknown>,
): Promise<AmountOfDay[]> {
  const { rows } = await sql<AmountOfDay>`
    select
      to_char(created_at at time zone 'UTC', 'YYYY-MM-DD') as day, count(*) as amount,
      ${failures} as failures
    from ${sql.table(table)} where created_at >= ${since.toISOString()}::timestamptz
    group by 1
  `.execute(database);
  return rows;
}

/** How many requests there were, and who caused those that failed. */
interface RequestCount {
  requests: number;
  /** Because of an error of the caller. */
  errors: number;
  /** Because of an error of the service. */
  failures: number;
}

interface CountedRequests {
  days: (RequestCount & { day: string })[];
  operations: (RequestCount & { operation: string })[];
}

const sums = sql.raw(
  'sum(requests)::bigint as requests, sum(errors)::bigint as errors, sum(failures)::bigint as failures',
);

/** The requests of an application by day, the latest first, and by operation, the most frequent first. */
export async function countRequestsOf(
  database: Database,
  applicationId: string,
  since: Date,
): Promise<CountedRequests> {
  const counted = sql`from daily_requests where application_id = ${applicationId} and day > ${dayOf(since)}`;
  const { rows: days } = await sql<CountedRequests['days'][number]>`
    select day, ${sums} ${counted} group by day order by day desc
  `.execute(database);
  const { rows: operations } = await sql<CountedRequests['operations'][number]>`
    select operation_id as operation, ${sums} ${counted}
    group by operation_id order by requests desc, operation_id limit 200
  `.execute(database);
  return { days, operations };
}

export function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}
