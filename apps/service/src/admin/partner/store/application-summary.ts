import { sql } from 'kysely';
import type { Database } from '../../../platform/database/schema.ts';

/** What an application has and does. */
export interface ApplicationSummary {
  liveKeys: number;
  /** When one of its keys was last used. */
  lastUsedAt: Date | null;
  connectedPlayers: number;
  webhookEndpoints: number;
  /** Endpoints that did not accept the last delivery. */
  failingEndpoints: number;
  batches: number;
  lastBatchAt: Date | null;
}

export async function summarizeApplication(
  database: Database,
  applicationId: string,
  now: Date,
): Promise<ApplicationSummary> {
  const { rows } = await sql<ApplicationSummary>`
    select key.*, connected.*, endpoint.*, batch.*
    from (
      select
        count(*) filter (
          where revoked_at is null and (expires_at is null or expires_at > ${now.toISOString()}::timestamptz)
        ) as "liveKeys",
        max(last_used_at) as "lastUsedAt"
      from api_key where application_id = ${applicationId}
    ) as key
    cross join (
      select count(*) as "connectedPlayers"
      from connection where application_id = ${applicationId} and revoked_at is null
    ) as connected
    cross join (
      select
        count(*) as "webhookEndpoints",
        count(failing_since) as "failingEndpoints"
      from webhook_endpoint where application_id = ${applicationId}
    ) as endpoint
    cross join (
      select count(*) as batches, max(created_at) as "lastBatchAt"
      from match_batch where application_id = ${applicationId}
    ) as batch
  `.execute(database);
  const [summary] = rows;
  if (summary === undefined) throw new Error('An aggregate has one row.');
  return summary;
}
