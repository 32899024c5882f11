import { sql } from 'kysely';
import type { Database } from '../../platform/database/schema.ts';

export interface ApplicationRecord {
  id: string;
  clientId: string;
  name: string;
  redirectUris: string[];
}

/** The application with this client_id, suspended or not. */
export async function findApplication(
  database: Database,
  clientId: string,
): Promise<(ApplicationRecord & { isSuspended: boolean }) | undefined> {
  return await selectApplication(database)
    .select(sql<boolean>`disabled_at is not null`.as('isSuspended'))
    .where('client_id', '=', clientId)
    .executeTakeFirst();
}

export async function findApplicationById(
  database: Database,
  id: string,
): Promise<ApplicationRecord | undefined> {
  return await selectApplication(database).where('id', '=', id).executeTakeFirst();
}

function selectApplication(database: Database) {
  return database
    .selectFrom('application')
    .select(['id', 'client_id as clientId', 'name', 'redirect_uris as redirectUris']);
}
