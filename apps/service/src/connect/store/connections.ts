import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../platform/database/schema.ts';

export interface ConnectionRecord {
  id: string;
  memberId: string;
  scopes: string[];
  createdAt: Date;
  updatedAt: Date;
  revokedAt: Date | null;
  lastUsedAt: Date | null;
}

/** Returns the application's connections with these members, including revoked ones, by member id. */
export async function findConnections(
  database: Database,
  applicationId: string,
  memberIds: readonly string[],
): Promise<Map<string, ConnectionRecord>> {
  if (memberIds.length === 0) return new Map();
  const connections = await selectConnections(database)
    .where('application_id', '=', applicationId)
    .where('member_id', 'in', memberIds)
    .execute();
  return new Map(connections.map((connection) => [connection.memberId, connection]));
}

interface Grant {
  /** The id of the connection if it is new. */
  id: string;
  applicationId: string;
  memberId: string;
  scopes: string[];
  now: Date;
}

/**
 * Creates the connection of an application and a member, or gives the granted scopes to the existing one.
 * `before` is its earlier state, or null if it is new.
 */
export async function grantConnection(
  transaction: DatabaseTransaction,
  { id, applicationId, memberId, scopes, now }: Grant,
): Promise<{ id: string; before: ConnectionRecord | null }> {
  const inserted = await transaction
    .insertInto('connection')
    .values({
      id,
      application_id: applicationId,
      member_id: memberId,
      scopes,
      created_at: now,
      updated_at: now,
      revoked_at: null,
    })
    .onConflict((conflict) => conflict.columns(['application_id', 'member_id']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (inserted !== undefined) return { id: inserted.id, before: null };

  const before = await selectConnections(transaction)
    .where('application_id', '=', applicationId)
    .where('member_id', '=', memberId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  await transaction
    .updateTable('connection')
    .set({
      scopes,
      updated_at: now,
      revoked_at: null,
      // A connection that is created again after its end counts as new.
      ...(before.revokedAt !== null && { created_at: now, last_used_at: null }),
    })
    .where('id', '=', before.id)
    .execute();
  return { id: before.id, before };
}

/**
 * Ends the connection of an application and a member and returns its id, or undefined without
 * a valid one. The row stays locked until the transaction ends (see `lockCode`).
 */
export async function endConnection(
  transaction: DatabaseTransaction,
  { applicationId, memberId, now }: { applicationId: string; memberId: string; now: Date },
): Promise<string | undefined> {
  const ended = await transaction
    .updateTable('connection')
    .set({ revoked_at: now })
    .where('application_id', '=', applicationId)
    .where('member_id', '=', memberId)
    .where('revoked_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return ended?.id;
}

function selectConnections(database: Database) {
  return database
    .selectFrom('connection')
    .select([
      'id',
      'member_id as memberId',
      'scopes',
      'created_at as createdAt',
      'updated_at as updatedAt',
      'revoked_at as revokedAt',
      'last_used_at as lastUsedAt',
    ]);
}

/** Returns the member's data for an event about a connection. */
export async function findMemberForEvent(database: Database, memberId: string) {
  return await database
    .selectFrom('member')
    .select(['member_number', 'first_name', 'last_name'])
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow();
}

/** The owner of tokens: an application, or a player for all applications. */
type TokenOwner = { applicationId: string } | { memberId: string };

/**
 * Ends every token and code of an owner. The connections stay, and give new tokens after a new
 * authorization. Returns how many tokens were valid. Locks the connections until the transaction
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

interface FoundToken {
  kind: 'access_token' | 'refresh_token';
  codeHash: Uint8Array | null;
  memberId: string;
}

/**
 * Returns the application's own token with this hash, even if it is invalid. Locks its
 * connection until the transaction ends (see `lockCode`). Otherwise a simultaneous refresh could issue
 * new tokens after these were revoked.
 */
export async function findTokenOf(
  transaction: DatabaseTransaction,
  applicationId: string,
  tokenHash: Uint8Array,
): Promise<FoundToken | undefined> {
  for (const kind of ['refresh_token', 'access_token'] as const) {
    const token = await transaction
      .selectFrom(kind)
      .innerJoin('connection', 'connection.id', `${kind}.connection_id`)
      .select([`${kind}.code_hash as codeHash`, 'connection.member_id as memberId'])
      .where(`${kind}.token_hash`, '=', tokenHash)
      .where('connection.application_id', '=', applicationId)
      .forUpdate('connection')
      .executeTakeFirst();
    if (token !== undefined) return { kind, ...token };
  }
  return undefined;
}

/** Returns false if the token was already revoked. */
export async function revokeToken(
  transaction: DatabaseTransaction,
  kind: FoundToken['kind'],
  tokenHash: Uint8Array,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable(kind)
    .set({ revoked_at: now })
    .where('token_hash', '=', tokenHash)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
