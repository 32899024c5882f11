import { sql } from 'kysely';
import type { DatabaseTransaction } from '../../platform/database/schema.ts';

/** The owner of tokens: an application, or a player who gave them to any application. */
export type TokenOwner = { applicationId: string } | { memberId: string };

/**
 * Ends every token and code of an owner; the connections stay, and give new ones to anyone who
 * authorizes again. Gives how many tokens were live. The connections are locked until the transaction
 * ends (see `lockCode`), in the order of their ids.
 */
export async function endTokensOf(
  transaction: DatabaseTransaction,
  owner: TokenOwner,
  now: Date,
): Promise<number> {
  const [column, id] =
    'applicationId' in owner
      ? (['application_id', owner.applicationId] as const)
      : (['member_id', owner.memberId] as const);
  const isOwned = sql`${sql.ref(`connection.${column}`)} = ${id}`;
  await transaction
    .selectFrom('connection')
    .select('id')
    .where(column, '=', id)
    .orderBy('id')
    .forUpdate()
    .execute();
  await sql`
    update authorization_code set used_at = ${now}
    from connection
    where connection.id = authorization_code.connection_id
      and ${isOwned} and authorization_code.used_at is null
  `.execute(transaction);
  let ended = 0;
  for (const table of ['access_token', 'refresh_token'] as const) {
    const token = sql.table(table);
    const { rows } = await sql<{ isLive: boolean }>`
      update ${token} as token set revoked_at = ${now}
      from connection
      where connection.id = token.connection_id
        and ${isOwned} and token.revoked_at is null
      returning token.expires_at > ${now} as "isLive"
    `.execute(transaction);
    ended += rows.filter(({ isLive }) => isLive).length;
  }
  return ended;
}
