import { newId } from '../../platform/database/identifiers.ts';
import type { Database } from '../../platform/database/schema.ts';
import { hashSecret, newSecret } from '../../platform/secrets/secrets.ts';
import { nameColumns } from '../../players/domain/name-columns.ts';

export const now = new Date('2026-09-12T18:00:00Z');
const HOUR_MILLISECONDS = 60 * 60 * 1_000;

export async function insertPlayer(database: Database, first_name: string, last_name: string) {
  const city = 'Austin';
  return await database
    .insertInto('member')
    .values({
      id: newId('mem'),
      first_name,
      last_name,
      ...nameColumns({ first_name, last_name, city }),
      email: `${first_name.toLowerCase()}@example.com`,
      birth_date: '1986-04-30',
      gender: 'MALE',
      city,
      state: 'TX',
      zip: null,
      country: 'US',
      created_at: now,
    })
    .returning(['id', 'member_number'])
    .executeTakeFirstOrThrow();
}

/** Connects the player to the one application there is; gives an access token with the scopes. */
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
  const connectionId = newId('con');
  await database
    .insertInto('connection')
    .values({
      id: connectionId,
      application_id: application.id,
      member_id: memberId,
      scopes,
      created_at: now,
      updated_at: now,
      revoked_at: revokedAt,
    })
    .execute();
  const token = newSecret('pra_');
  await database
    .insertInto('access_token')
    .values({
      token_hash: hashSecret(token),
      connection_id: connectionId,
      code_hash: null,
      scopes,
      created_at: now,
      expires_at: new Date(now.getTime() + HOUR_MILLISECONDS),
      revoked_at: null,
    })
    .execute();
  return token;
}
