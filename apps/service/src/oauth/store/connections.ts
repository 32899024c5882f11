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

/** The application's connections with these members, revoked ones included, by member id. */
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

export interface Grant {
  /** The id of the connection, should there be none yet. */
  id: string;
  applicationId: string;
  memberId: string;
  scopes: string[];
  now: Date;
}

/**
 * Makes the one connection of an application and a member, or gives the one there is the granted
 * scopes. `before` is how it stood, null where it is new.
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
      // Made again after it had ended, it is as young as a new one.
      ...(before.revokedAt !== null && { created_at: now, last_used_at: null }),
    })
    .where('id', '=', before.id)
    .execute();
  return { id: before.id, before };
}

/**
 * Ends the connection of an application and a member and gives its id; undefined where there is
 * no live one. The row stays locked until the transaction ends (see `lockCode`).
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
