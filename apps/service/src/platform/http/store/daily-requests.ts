import { sql } from 'kysely';
import type { Database } from '../../database/schema.ts';

export interface CountedRequests {
  /** A calendar date, `YYYY-MM-DD`. */
  day: string;
  applicationId: string;
  requests: number;
  failures: number;
}

/** Adds to what was counted before, by whichever instance. */
export async function addRequests(
  database: Database,
  rows: readonly CountedRequests[],
): Promise<void> {
  await database
    .insertInto('daily_requests')
    .values(rows.map(({ applicationId, ...row }) => ({ ...row, application_id: applicationId })))
    .onConflict((conflict) =>
      conflict.columns(['day', 'application_id']).doUpdateSet({
        requests: sql`daily_requests.requests + excluded.requests`,
        failures: sql`daily_requests.failures + excluded.failures`,
      }),
    )
    .execute();
}
