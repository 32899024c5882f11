import { type Kysely, sql } from 'kysely';

const statements = [
  // Where warnings and links to log in go.
  'alter table operator_account add column email text',
  // Browsers that an operator has logged in with, by a cookie that outlives the session.
  `create table operator_device (
    operator_id text not null references operator_account on delete cascade,
    token_hash bytea not null,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    primary key (operator_id, token_hash)
  )`,
  'create index operator_device_expiry on operator_device (expires_at)',
  // By which an operator lets a new browser try to log in, whatever others have guessed.
  `create table operator_link (
    token_hash bytea primary key,
    operator_id text not null references operator_account on delete cascade,
    created_at timestamptz not null,
    expires_at timestamptz not null
  )`,
  'create index operator_link_operator on operator_link (operator_id)',
  'create index operator_link_expiry on operator_link (expires_at)',
  // When its operator gave password and code last, and how often they were wrong since then.
  'alter table operator_session add column proven_at timestamptz',
  'update operator_session set proven_at = created_at',
  'alter table operator_session alter column proven_at set not null',
  'alter table operator_session add column proof_attempts integer not null default 0',
];

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}
