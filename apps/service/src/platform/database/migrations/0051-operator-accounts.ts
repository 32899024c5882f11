import { type Kysely, sql } from 'kysely';

const statements = [
  // There is a password and a key once the operator has followed the link, and until then neither.
  `create table operator_account (
    id text primary key,
    name text not null unique,
    created_at timestamptz not null,
    link_hash bytea unique,
    link_expires_at timestamptz,
    password_hash text,
    key_sealed bytea,
    last_time_step integer,
    set_up_at timestamptz,
    last_log_in_at timestamptz,
    check (num_nonnulls(password_hash, key_sealed, last_time_step, set_up_at) in (0, 4)),
    check (num_nonnulls(link_hash, link_expires_at) in (0, 2))
  )`,
  `create table operator_session (
    token_hash bytea primary key,
    operator_id text not null references operator_account on delete cascade,
    created_at timestamptz not null,
    last_used_at timestamptz not null
  )`,
  `create index operator_session_operator on operator_session (operator_id)`,

  // By name: an entry outlives the account.
  'alter table audit_entry add column operator text',
  'drop trigger audit_entry_append_only on audit_entry',
  `create trigger audit_entry_append_only before delete or truncate or update of
      audit_order, occurred_at, actor, action, application_id, member_id, operator
    on audit_entry for each statement execute function refuse_audit_change()`,
];

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}
