import { type Kysely, sql } from 'kysely';

// When the player of a rating last played, from which follows how far it can still be trusted. Ratings of
// an earlier model do not know it until they are rebuilt; which model the ratings follow from is in a row
// of its own. One statement a string.
const statements = [
  `alter table rating add column last_played_at timestamptz`,
  `alter table rating_change add column last_played_at timestamptz`,
  `create table rating_model (
    single boolean primary key default true check (single),
    revision integer not null
  )`,
  `insert into rating_model (revision) select 1 where exists (select from match)`,
];

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}
