import { sql } from 'kysely';
import type { Database } from '../../platform/database/schema.ts';

export interface Standing {
  /** Deliveries written in the last day that failed for good. */
  failedDeliveries: number;
  /** Endpoints that did not accept the last delivery. */
  failingEndpoints: number;
  disputedMatches: number;
}

/** What waits for an operator. */
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
      (select count(*) from match_status where status = 'disputed') as "disputedMatches"
  `.execute(database);
  const [standing] = rows;
  if (standing === undefined) throw new Error('An aggregate has one row.');
  return standing;
}
