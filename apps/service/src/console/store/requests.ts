import { sql } from 'kysely';
import type { Database } from '../../platform/database/schema.ts';
import { dayOf } from './deliveries.ts';

/** How many requests there were, and how many of them failed because of whom. */
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
