import { type Kysely, sql } from 'kysely';

export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table webhook_endpoint add column last_failed_at timestamptz`.execute(database);
}
