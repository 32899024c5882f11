import { sql } from 'kysely';
import type { DatabaseTransaction } from '../../platform/database/schema.ts';

/**
 * Ends every token and code of an application; its connections stay, and give new ones to who
 * authorizes again. Gives how many tokens were live. The connections are locked until the transaction
 * ends (see `lockCode`), in the order of their ids.
 */
export async function endTokensOfApplication(
  transaction: DatabaseTransaction,
  applicationId: string,
  now: Date,
): Promise<number> {
  await transaction
    .selectFrom('connection')
    .select('id')
    .where('application_id', '=', applicationId)
    .orderBy('id')
    .forUpdate()
    .execute();
  await sql`
    update authorization_code set used_at = ${now}
    from connection
    where connection.id = authorization_code.connection_id
      and connection.application_id = ${applicationId} and authorization_code.used_at is null
  `.execute(transaction);
  let ended = 0;
  for (const table of ['access_token', 'refresh_token'] as const) {
    const token = sql.table(table);
    const { rows } = await sql<{ isLive: boolean }>`
      update ${token} as token set revoked_at = ${now}
      from connection
      where connection.id = token.connection_id
        and connection.application_id = ${applicationId} and token.revoked_at is null
      returning token.expires_at > ${now} as "isLive"
    `.execute(transaction);
    ended += rows.filter(({ isLive }) => isLive).length;
  }
  return ended;
}
