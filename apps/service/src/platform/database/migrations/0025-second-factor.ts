import { type Kysely, sql } from 'kysely';

const statements = [
  // There is a row while the second factor is on: a set-up under way is carried by the browser.
  `create table account_second_factor (
    member_id text primary key references member,
    key_sealed bytea not null,
    last_time_step integer not null,
    enabled_at timestamptz not null
  )`,
  // One that was used is deleted.
  `create table account_recovery_code (
    member_id text not null references account_second_factor on delete cascade,
    code_hash bytea not null,
    primary key (member_id, code_hash)
  )`,
];

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}
