import { type Kysely, sql } from 'kysely';

// One row at most: it says that the demonstration began in this database, which nobody used before.
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table demonstration_seed (
      single boolean primary key default true check (single),
      started_at timestamptz not null,
      finished_at timestamptz
    )
  `.execute(database);
}
