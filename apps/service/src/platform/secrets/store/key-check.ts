import { type Insertable, sql } from 'kysely';
import type { Database, DatabaseTransaction, SecretsKeyCheckTable } from '../../database/schema.ts';

/** Something sealed with a key of the database, and its context. */
export type KeyCheck = Insertable<SecretsKeyCheckTable>;

/** Locks the checks against changes until the transaction ends. */
export async function lockKeyChecks(transaction: DatabaseTransaction): Promise<void> {
  await sql`lock table secrets_key_check in share row exclusive mode`.execute(transaction);
}

/** Returns a check for each key of the database. */
export async function listKeyChecks(database: Database): Promise<KeyCheck[]> {
  return await database.selectFrom('secrets_key_check').select(['sealed', 'context']).execute();
}

export async function insertKeyCheck(
  transaction: DatabaseTransaction,
  check: KeyCheck,
): Promise<void> {
  await transaction.insertInto('secrets_key_check').values(check).execute();
}

export async function deleteKeyChecks(transaction: DatabaseTransaction): Promise<void> {
  await transaction.deleteFrom('secrets_key_check').execute();
}
