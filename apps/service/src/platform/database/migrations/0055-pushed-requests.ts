import { type Kysely, sql } from 'kysely';

// A pushed authorization request (RFC 9126) has no tracking code.
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql
    .raw('alter table authorization_request alter column tracking_code_hash drop not null')
    .execute(database);
}
