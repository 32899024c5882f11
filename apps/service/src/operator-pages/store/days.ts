import { sql } from 'kysely';
import type { Database } from '../../platform/database/schema.ts';

/** An amount of a day of UTC, `YYYY-MM-DD`. Days without any are left out. */
export interface AmountOfDay {
  day: string;
  amount: number;
  failures: number;
}

/** Requests of all partners, and those that failed by a fault of the service. */
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
  const { rows } = await sql<AmountOfDay>`
    select
      to_char(created_at at time zone 'UTC', 'YYYY-MM-DD') as day, count(*) as amount,
      count(*) filter (where status = 'failed') as failures
    from webhook_delivery where created_at >= ${since.toISOString()}::timestamptz
    group by 1
  `.execute(database);
  return rows;
}

/** Matches by the day they were submitted. */
export async function countMatches(database: Database, since: Date): Promise<AmountOfDay[]> {
  const { rows } = await sql<AmountOfDay>`
    select
      to_char(created_at at time zone 'UTC', 'YYYY-MM-DD') as day, count(*) as amount,
      0 as failures
    from match where created_at >= ${since.toISOString()}::timestamptz
    group by 1
  `.execute(database);
  return rows;
}

export function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}
