// The tables of accounts: log-ins, sessions, links in mails, two-step verification, and registrations.

import { table, withoutIndexSamples, withoutSamples } from './statements.ts';

export const accounts = [
  ...table(`
    -- With what a player logs in.
    create table account (
      -- The player.
      member_id text primary key references member,
      -- A salted hash of the password, with its parameters.
      password_hash text not null,
      -- When the account was created.
      created_at timestamptz not null,
      -- When the password was last changed.
      password_changed_at timestamptz not null,
      -- When the player proved the email address with a link. Null before.
      email_proven_at timestamptz,
      -- Since when nobody may log in, because an operator locked the account.
      locked_at timestamptz
    )`),
  withoutSamples('account', ['password_hash']),

  ...table(`
    -- A browser that is logged in.
    create table account_session (
      -- Names the session on the account page, which must not contain its token.
      id text not null unique,
      -- A hash of the token in the cookie.
      token_hash bytea primary key,
      -- The player.
      member_id text not null references member,
      -- When the player logged in.
      created_at timestamptz not null,
      -- When a page was last opened with it.
      last_used_at timestamptz not null,
      -- When it ends.
      expires_at timestamptz not null,
      -- The browser, as it names itself.
      user_agent text
    )`),
  withoutSamples('account_session', ['user_agent']),
  `create index account_session_member on account_session (member_id)`,
  `create index account_session_expiry on account_session (expires_at)`,

  ...table(`
    -- A browser that has logged in to an account before, known by a cookie that outlives the session.
    create table account_device (
      -- The player.
      member_id text not null references member,
      -- A hash of the token in the cookie.
      token_hash bytea not null,
      -- When it first logged in.
      created_at timestamptz not null,
      -- When it is forgotten.
      expires_at timestamptz not null,
      primary key (member_id, token_hash)
    )`),
  `create index account_device_expiry on account_device (expires_at)`,

  ...table(`
    -- A person who filled in the form and has not proved the address yet. There is no member and no account.
    create table account_registration (
      -- The id of the registration.
      id text primary key,
      -- The email address to prove.
      email text not null,
      -- The given name.
      first_name text not null,
      -- The family name.
      last_name text not null,
      -- A calendar date, YYYY-MM-DD.
      birth_date date not null,
      -- A salted hash of the password, with its parameters.
      password_hash text not null,
      -- The authorization request that the player came from and continues with.
      authorization_query text,
      -- When the form was sent.
      created_at timestamptz not null,
      -- When it is forgotten.
      expires_at timestamptz not null
    )`),
  withoutSamples('account_registration', [
    'email',
    'first_name',
    'last_name',
    'birth_date',
    'password_hash',
    'authorization_query',
  ]),
  `create index account_registration_email on account_registration (lower(email), created_at)`,
  withoutIndexSamples('account_registration_email'),
  `create index account_registration_expiry on account_registration (expires_at)`,

  ...table(`
    -- A link that can be used once: to prove an address, to choose a new password, or to try to log in.
    create table account_link (
      -- A hash of the token in the link.
      token_hash bytea primary key,
      -- What it is for.
      purpose text not null check (purpose in ('registration', 'email', 'password', 'log-in')),
      -- The registration that it proves. Null for a player who has an account.
      registration_id text references account_registration on delete cascade,
      -- The player who has the account. Null for a registration.
      member_id text references member,
      -- The address that the link was made for, which it proves.
      email text not null,
      -- When it was made.
      created_at timestamptz not null,
      -- When it expires.
      expires_at timestamptz not null,
      -- When it was used.
      used_at timestamptz,
      -- The mail that carries it. Null if an operator handed out the link.
      mail_id text,
      check ((registration_id is null) <> (member_id is null))
    )`),
  withoutSamples('account_link', ['email']),
  `create index account_link_email on account_link (lower(email), created_at)`,
  withoutIndexSamples('account_link_email'),
  `create index account_link_member on account_link (member_id)`,
  `create index account_link_registration on account_link (registration_id)`,
  `create index account_link_expiry on account_link (expires_at)`,

  ...table(`
    -- The second factor of an account. There is a row while it is on.
    create table account_second_factor (
      -- The player.
      member_id text primary key references member,
      -- The key that the codes are made from, sealed for the member.
      key_sealed bytea not null,
      -- The time step (RFC 6238) of the last code. Codes of this step and of earlier ones are not accepted again.
      last_time_step integer not null,
      -- When the player turned it on.
      enabled_at timestamptz not null
    )`),
  ...table(`
    -- A code that logs in once instead of a one-time code. A used code is deleted.
    create table account_recovery_code (
      -- The player.
      member_id text not null references account_second_factor on delete cascade,
      -- A hash of the code.
      code_hash bytea not null,
      primary key (member_id, code_hash)
    )`),

  ...table(`
    -- A person who was too young to register and is refused for a day, whatever birth date they try next.
    create table refused_registration (
      -- A keyed hash of the email address and the network.
      origin_hash bytea primary key,
      -- When the refusal ends.
      expires_at timestamptz not null
    )`),
  `create index refused_registration_expiry on refused_registration (expires_at)`,

  ...table(`
    -- Attempts to log in on one day. They are stored so that a restart does not reset them and all instances share them.
    create table attempt_count (
      -- A keyed hash that says whose password or code was guessed.
      subject bytea primary key,
      -- How many attempts failed.
      amount integer not null,
      -- When they are forgotten.
      expires_at timestamptz not null
    )`),
  `create index attempt_count_expiry on attempt_count (expires_at)`,

  ...table(`
    -- A page that shows a player's ratings to anybody who knows its address.
    create table shared_page (
      -- The player.
      member_id text primary key references member,
      -- The secret part of the address.
      address text not null unique,
      -- When the player turned it on.
      created_at timestamptz not null
    )`),
];
