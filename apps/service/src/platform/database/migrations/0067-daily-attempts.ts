import { type Kysely, sql } from 'kysely';

const statements = [
  // Attempts of a day, so that a restart is no way to more of them and all instances count together.
  `create table attempt_count (
    subject bytea primary key,
    amount integer not null,
    expires_at timestamptz not null
  )`,
  'create index attempt_count_expiry on attempt_count (expires_at)',
  'alter table account_link drop constraint account_link_purpose_check',
  `alter table account_link add constraint account_link_purpose_check
    check (purpose in ('registration', 'email', 'password', 'log-in'))`,
];

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}
