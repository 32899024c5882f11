import type { Database, MemberRow } from '../../platform/database/schema.ts';
import { insertAccessToken, insertConnection, insertMember } from '../../testing/builders.ts';

export const now = new Date('2026-09-12T18:00:00Z');

/** A player from Austin. */
export async function insertNamedPlayer(
  database: Database,
  first_name: string,
  last_name: string,
): Promise<MemberRow> {
  return await insertMember(database, {
    first_name,
    last_name,
    email: `${first_name.toLowerCase()}@example.com`,
    birth_date: '1986-04-30',
    gender: 'MALE',
    city: 'Austin',
    state: 'TX',
    country: 'US',
  });
}

/** Connects the player to the only application. Returns an access token with the scopes. */
export async function connect(
  database: Database,
  memberId: string,
  scopes: string[],
  revokedAt: Date | null = null,
): Promise<string> {
  const application = await database
    .selectFrom('application')
    .select('id')
    .executeTakeFirstOrThrow();
  const id = await insertConnection(database, application.id, memberId, scopes, revokedAt);
  return await insertAccessToken(database, id, scopes);
}
