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

/** The applications whose API keys or access tokens have these hashes, by the hash; all in hexadecimal. */
export async function findApplications(
  database: Database,
  hashes: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ hash: string; applicationId: string }>`
    with given as (select hash, decode(hash, 'hex') as bytes from unnest(${hashes}::text[]) as hash)
    select hash, application_id as "applicationId"
    from given join api_key on api_key.secret_hash = given.bytes
    union all
    select hash, connection.application_id
    from given
    join access_token on access_token.token_hash = given.bytes
    join connection on connection.id = access_token.connection_id
  `.execute(database);
  return new Map(rows.map(({ hash, applicationId }) => [hash, applicationId]));
}
