import { type Kysely, sql } from 'kysely';

// The row stays, since matches name the application that brought them; `disabled_at` stops all else.
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    alter table application
      add column deleted_at timestamptz check (deleted_at is null or disabled_at is not null)
  `.execute(database);
}
