import type { Insertable } from 'kysely';
import type { Database, SecretsKeyCheckTable } from '../../database/schema.ts';

/** Something sealed with the key of the database, and the context it was sealed for. */
export type KeyCheck = Insertable<SecretsKeyCheckTable>;

/** Stores what the key is checked against where nothing is stored yet; returns what is. */
export async function ensureKeyCheck(database: Database, check: KeyCheck): Promise<KeyCheck> {
  await database
    .insertInto('secrets_key_check')
    .values(check)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return await database
    .selectFrom('secrets_key_check')
    .select(['sealed', 'context'])
    .executeTakeFirstOrThrow();
}

export async function replaceKeyCheck(database: Database, check: KeyCheck): Promise<void> {
  await database.updateTable('secrets_key_check').set(check).execute();
}
