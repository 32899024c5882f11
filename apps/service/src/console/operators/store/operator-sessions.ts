import type { Database, DatabaseTransaction } from '../../../platform/database/schema.ts';

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
    .values({
      token_hash: tokenHash,
      operator_id: operatorId,
      created_at: now,
      last_used_at: now,
      proven_at: now,
    })
    .execute();
}

interface SessionRecord {
  operatorId: string;
  name: string;
  lastUsedAt: Date;
  /** When its operator gave password and code last. */
  provenAt: Date;
}

export async function findOperatorSession(
  database: Database,
  tokenHash: Uint8Array,
  { createdAfter, usedAfter }: SessionBounds,
): Promise<SessionRecord | undefined> {
  return await database
    .selectFrom('operator_session')
    .innerJoin('operator_account', 'operator_account.id', 'operator_session.operator_id')
    .select([
      'operator_id as operatorId',
      'operator_account.name',
      'last_used_at as lastUsedAt',
      'proven_at as provenAt',
    ])
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

/** Counts an attempt to give password and code again; how many there were, undefined where the session is over. */
export async function countProofAttempt(
  database: Database,
  tokenHash: Uint8Array,
): Promise<number | undefined> {
  const session = await database
    .updateTable('operator_session')
    .set(({ eb }) => ({ proof_attempts: eb('proof_attempts', '+', 1) }))
    .where('token_hash', '=', tokenHash)
    .returning('proof_attempts')
    .executeTakeFirst();
  return session?.proof_attempts;
}

/** Records that password and code were right. */
export async function recordProof(
  transaction: DatabaseTransaction,
  tokenHash: Uint8Array,
  now: Date,
): Promise<void> {
  await transaction
    .updateTable('operator_session')
    .set({ proven_at: now, proof_attempts: 0 })
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
