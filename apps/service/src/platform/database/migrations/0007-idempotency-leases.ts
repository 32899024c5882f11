import { type Kysely, sql } from 'kysely';

// Tells apart the requests that claim a key one after the other, however often a lease is renewed.
// What runs while this migration is applied holds its key as nobody, until its time is over.
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    alter table idempotency_record add column holder text not null default ''
  `.execute(database);
  await sql`alter table idempotency_record alter column holder drop default`.execute(database);
}
