import { type Kysely, sql } from 'kysely';

// From a used refresh token and this the tokens follow that it was exchanged for.
const statement = 'alter table refresh_token add column successor_nonce bytea';

export async function up(database: Kysely<unknown>): Promise<void> {
  await sql.raw(statement).execute(database);
}
