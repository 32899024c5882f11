import { type Kysely, sql } from 'kysely';

export async function up(database: Kysely<unknown>): Promise<void> {
  // Null where an operator gave the link out. A mail is deleted once it was sent, and its link is not.
  await sql`alter table account_link add column mail_id text`.execute(database);
  await sql`create index mail_expiry on mail (expires_at)`.execute(database);
}
