import { type Kysely, sql } from 'kysely';

/** A hash that no password matches, for an account that is not set up. */
const nobodysHash = `$argon2id$v=19$m=19456,t=2,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`;

const statements = [
  `alter table account add column last_log_in_at timestamptz`,
  `comment on column account.last_log_in_at is 'When an operator last logged in. Null for everybody else.'`,
  `alter table account_link
    alter column email drop not null,
    drop constraint account_link_purpose_check,
    add constraint account_link_purpose_check
      check (purpose in ('registration', 'email', 'password', 'log-in', 'set-up'))`,
  `comment on column account_link.email is 'The address that the link was made for, which it proves. Null for a link of an operator.'`,

  // Until now every operator could do everything.
  `insert into account
      (id, role, email, name, password_hash, created_at, password_changed_at, last_log_in_at)
    select id, 'admin', email, name, coalesce(password_hash, '${nobodysHash}'), created_at,
      coalesce(set_up_at, created_at), last_log_in_at
    from operator_account`,
  `insert into account_second_factor (account_id, key_sealed, last_time_step, enabled_at)
    select id, key_sealed, last_time_step, set_up_at from operator_account where set_up_at is not null`,
  `insert into account_device (account_id, token_hash, created_at, expires_at)
    select operator_id, token_hash, created_at, expires_at from operator_device`,
  `insert into account_link (token_hash, purpose, account_id, created_at, expires_at)
    select token_hash, 'log-in', operator_id, created_at, expires_at from operator_link`,
  `insert into account_link (token_hash, purpose, account_id, created_at, expires_at)
    select link_hash, 'set-up', id, link_expires_at - interval '1 day', link_expires_at
    from operator_account where link_hash is not null`,
  `update mail
    set kind = substr(kind, length('operator-') + 1),
      details = details - 'operatorId' ||
        jsonb_build_object('of', 'operator', 'accountId', details -> 'operatorId')
    where kind in ('operator-log-in-link', 'operator-log-ins-failed')`,
  // Operators log in again: a session ends after twelve hours in any case.
  `drop table operator_session, operator_device, operator_link, operator_account`,
];

/** Turns the accounts of operators into accounts with a role. */
export async function addOperatorAccounts(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}
