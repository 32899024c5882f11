import { type Kysely, sql } from 'kysely';

const statements = [
  // Browsers that an account has logged in with, by a cookie that outlives the session.
  `create table account_device (
    member_id text not null references member,
    token_hash bytea not null,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    primary key (member_id, token_hash)
  )`,
  `create index account_device_expiry on account_device (expires_at)`,
];

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}
