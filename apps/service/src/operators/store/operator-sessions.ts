import type { Database, DatabaseTransaction } from '../../platform/database/schema.ts';

/** Sessions begun or used before these moments are over. */
export interface SessionBounds {
  createdAfter: Date;
  usedAfter: Date;
}

export async function insertOperatorSession(
  transaction: DatabaseTransaction,
  { tokenHash, operatorId, now }: { tokenHash: Uint8Array; operatorId: string; now: Date },
): Promise<void> {
  await transaction
    .insertInto('operator_session')
    .values({ token_hash: tokenHash, operator_id: operatorId, created_at: now, last_used_at: now })
    .execute();
}

export async function findOperatorSession(
  database: Database,
  tokenHash: Uint8Array,
  { createdAfter, usedAfter }: SessionBounds,
): Promise<{ name: string; lastUsedAt: Date } | undefined> {
  return await database
    .selectFrom('operator_session')
    .innerJoin('operator_account', 'operator_account.id', 'operator_session.operator_id')
    .select(['operator_account.name', 'operator_session.last_used_at as lastUsedAt'])
    .where('token_hash', '=', tokenHash)
    .where('operator_session.created_at', '>', createdAfter)
    .where('last_used_at', '>', usedAfter)
    .executeTakeFirst();
}

export async function recordOperatorUse(
  database: Database,
  tokenHash: Uint8Array,
  now: Date,
): Promise<void> {
  await database
    .updateTable('operator_session')
    .set({ last_used_at: now })
    .where('token_hash', '=', tokenHash)
    .execute();
}

export async function deleteOperatorSession(
  transaction: DatabaseTransaction,
  tokenHash: Uint8Array,
): Promise<void> {
  await transaction.deleteFrom('operator_session').where('token_hash', '=', tokenHash).execute();
}

export async function deleteSessionsOf(
  transaction: DatabaseTransaction,
  operatorId: string,
): Promise<void> {
  await transaction.deleteFrom('operator_session').where('operator_id', '=', operatorId).execute();
}

/** Deletes the sessions of all operators that are over. */
export async function deleteEndedSessions(
  transaction: DatabaseTransaction,
  { createdAfter, usedAfter }: SessionBounds,
): Promise<void> {
  await transaction
    .deleteFrom('operator_session')
    .where(({ or, eb }) =>
      or([eb('created_at', '<=', createdAfter), eb('last_used_at', '<=', usedAfter)]),
    )
    .execute();
}
