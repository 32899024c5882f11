// The tables of operators: their log-ins, and the audit of what everybody did.

import { table } from './statements.ts';

export const operators = [
  ...table(`
    -- An operator who logs in with a browser. There is a password and a key once the operator has followed the link.
    create table operator_account (
      -- The public id, opr_...
      id text primary key,
      -- The name in the audit.
      name text not null unique,
      -- Where warnings and links to log in are sent.
      email text,
      -- When it was created.
      created_at timestamptz not null,
      -- A hash of the link with which the operator chooses a password and receives the key.
      link_hash bytea unique,
      -- When the link expires.
      link_expires_at timestamptz,
      -- A salted hash of the password, with its parameters.
      password_hash text,
      -- The key that the codes are made from, sealed for the operator.
      key_sealed bytea,
      -- The time step (RFC 6238) of the last code. Codes of this step and of earlier ones are not accepted again.
      last_time_step integer,
      -- When the operator followed the link. Nobody logs in before.
      set_up_at timestamptz,
      -- When the operator last logged in.
      last_log_in_at timestamptz,
      check (num_nonnulls(password_hash, key_sealed, last_time_step, set_up_at) in (0, 4)),
      check (num_nonnulls(link_hash, link_expires_at) in (0, 2))
    )`),

  ...table(`
    -- A browser in which an operator is logged in.
    create table operator_session (
      -- A hash of the token in the cookie.
      token_hash bytea primary key,
      -- The operator.
      operator_id text not null references operator_account on delete cascade,
      -- When the operator logged in.
      created_at timestamptz not null,
      -- When a page was last opened with it.
      last_used_at timestamptz not null,
      -- When password and code were last entered.
      proven_at timestamptz not null,
      -- How often they were entered wrongly since then.
      proof_attempts integer not null default 0
    )`),
  `create index operator_session_operator on operator_session (operator_id)`,

  ...table(`
    -- A browser that an operator has logged in with before, known by a cookie that outlives the session.
    create table operator_device (
      -- The operator.
      operator_id text not null references operator_account on delete cascade,
      -- A hash of the token in the cookie.
      token_hash bytea not null,
      -- When it first logged in.
      created_at timestamptz not null,
      -- When it is forgotten.
      expires_at timestamptz not null,
      primary key (operator_id, token_hash)
    )`),
  `create index operator_device_expiry on operator_device (expires_at)`,

  ...table(`
    -- A link with which an operator lets an unknown browser try to log in, however often others have guessed.
    create table operator_link (
      -- A hash of the token in the link.
      token_hash bytea primary key,
      -- The operator.
      operator_id text not null references operator_account on delete cascade,
      -- When it was made.
      created_at timestamptz not null,
      -- When it expires.
      expires_at timestamptz not null
    )`),
  `create index operator_link_operator on operator_link (operator_id)`,
  `create index operator_link_expiry on operator_link (expires_at)`,

  ...table(`
    -- Who did what. Append-only. It has no foreign keys, because it outlives the things that it names.
    create table audit_entry (
      -- The order of the entries.
      audit_order bigint generated always as identity primary key,
      -- When it was done.
      occurred_at timestamptz not null,
      -- What kind of person or program did it.
      actor text not null check (actor in ('player', 'partner', 'operator', 'service')),
      -- What was done.
      action text not null,
      -- The application that did it, or that it was done to.
      application_id text,
      -- The player who did it, or whom it was done to.
      member_id text,
      -- More about it, as JSON. It may be dropped when a player erases their account, and is never changed.
      details jsonb,
      -- The name of the operator's account. Null for a command.
      operator text
    )`),
  `create index audit_entry_member on audit_entry (member_id, audit_order)`,
  `create index audit_entry_application on audit_entry (application_id, audit_order)`,
  `create index audit_entry_time on audit_entry (occurred_at)`,
  `create function refuse_audit_change() returns trigger language plpgsql as $$
    begin
      raise exception 'The audit is append-only.';
    end
  $$`,
  `create trigger audit_entry_append_only before delete or truncate or update of
      audit_order, occurred_at, actor, action, application_id, member_id, operator
    on audit_entry for each statement execute function refuse_audit_change()`,
  `create trigger audit_entry_details_dropped before update of details on audit_entry
    for each row when (new.details is not null) execute function refuse_audit_change()`,
];
