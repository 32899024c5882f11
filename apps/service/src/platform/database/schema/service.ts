// The tables of the service itself: mails to send, key checks, and the identity of the database.

import { table, withoutSamples } from './statements.ts';

export const service = [
  ...table(`
    -- A mail to send. Its text is written when it is sent, so that no link is ever stored.
    create table mail (
      -- The id of the mail.
      id text primary key,
      -- Which mail it is.
      kind text not null,
      -- Where it is sent.
      email text not null,
      -- The player.
      member_id text,
      -- What its text says, as JSON.
      details jsonb not null,
      -- How many attempts were made.
      attempts integer not null default 0,
      -- When it is due.
      next_attempt_at timestamptz not null,
      -- Until when an instance attempts it.
      leased_until timestamptz,
      -- When it was queued.
      created_at timestamptz not null,
      -- When it is given up.
      expires_at timestamptz not null
    )`),
  withoutSamples('mail', ['email', 'details']),
  `create index mail_due on mail (next_attempt_at)`,
  `create index mail_member on mail (member_id)`,
  `create index mail_expiry on mail (expires_at)`,

  ...table(`
    -- Something sealed with each key of the database, so that an instance with other keys is noticed. There are two rows while
    -- the key is changed, and an instance needs both.
    create table secrets_key_check (
      -- What is sealed.
      sealed bytea primary key,
      -- The context that it was sealed for.
      context text not null
    )`),

  ...table(`
    -- At most one row: which database wrote last, so that one that continues from a dump or a backup is noticed.
    create table database_incarnation (
      -- Always true, so that there is one row.
      single boolean primary key default true check (single),
      -- That of the cluster. Null if PostgreSQL does not say.
      system_identifier text,
      -- The beginning of the file names of the write-ahead log. A recovery or a failover begins another. Null if PostgreSQL
      -- does not say.
      timeline text,
      -- That of the database, which a restore into another database changes.
      database_oid bigint not null,
      -- That of this table, which a restore changes, also into the same database.
      table_oid bigint not null,
      -- Sequences of members continue above it. 0 if nothing was lost.
      sequence_floor bigint not null default 0
    )`),

  ...table(`
    -- At most one row: the demonstration that the service began in this database, which nobody had used before.
    create table demonstration_seed (
      -- Always true, so that there is one row.
      single boolean primary key default true check (single),
      -- When it began.
      started_at timestamptz not null,
      -- When it was complete.
      finished_at timestamptz
    )`),
];
