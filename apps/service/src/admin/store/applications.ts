import type { Insertable } from 'kysely';
import type { ApiKeyTable, ApplicationTable, Database } from '../../platform/database/schema.ts';

export async function insertApplication(
  database: Database,
  application: Insertable<ApplicationTable>,
): Promise<boolean> {
  const inserted = await database
    .insertInto('application')
    .values(application)
    .onConflict((conflict) => conflict.column('client_id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

export async function findApplication(database: Database, clientId: string) {
  return await database
    .selectFrom('application')
    .selectAll()
    .where('client_id', '=', clientId)
    .executeTakeFirst();
}

export async function insertKey(database: Database, key: Insertable<ApiKeyTable>): Promise<void> {
  await database.insertInto('api_key').values(key).execute();
}

export async function listKeys(database: Database, applicationId: string) {
  return await database
    .selectFrom('api_key')
    .select(['id', 'prefix', 'scopes', 'created_at', 'expires_at', 'revoked_at', 'last_used_at'])
    .where('application_id', '=', applicationId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** False where there is no such key. Revoking twice changes nothing. */
export async function revokeKey(database: Database, keyId: string, now: Date): Promise<boolean> {
  const revoked = await database
    .updateTable('api_key')
    .set((expression) => ({
      revoked_at: expression.fn.coalesce('revoked_at', expression.val(now)),
    }))
    .where('id', '=', keyId)
    .returning('id')
    .executeTakeFirst();
  return revoked !== undefined;
}
