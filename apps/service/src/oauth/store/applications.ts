import type { Database } from '../../platform/database/schema.ts';

export interface ApplicationRecord {
  id: string;
  clientId: string;
  name: string;
  redirectUris: string[];
}

/** The application with this slug, unless it is disabled. */
export async function findApplication(
  database: Database,
  clientId: string,
): Promise<ApplicationRecord | undefined> {
  return await selectLive(database).where('client_id', '=', clientId).executeTakeFirst();
}

export async function findApplicationById(
  database: Database,
  id: string,
): Promise<ApplicationRecord | undefined> {
  return await selectLive(database).where('id', '=', id).executeTakeFirst();
}

function selectLive(database: Database) {
  return database
    .selectFrom('application')
    .select(['id', 'client_id as clientId', 'name', 'redirect_uris as redirectUris'])
    .where('disabled_at', 'is', null);
}
