import { type Kysely, sql } from 'kysely';

const statements = [
  // Null until the player proved the address by a link that was sent to it.
  `alter table account add column email_proven_at timestamptz`,
  // Who filled in the form. There is no member and no account before the address is proven.
  `create table account_registration (
    id text primary key,
    email text not null,
    first_name text not null,
    last_name text not null,
    birth_date date not null,
    password_hash text not null,
    authorization_query text,
    created_at timestamptz not null,
    expires_at timestamptz not null
  )`,
  `create index account_registration_email on account_registration (lower(email), created_at)`,
  `create index account_registration_expiry on account_registration (expires_at)`,
  // One-use links: to prove an address, or to choose a new password.
  `create table account_link (
    token_hash bytea primary key,
    purpose text not null check (purpose in ('registration', 'email', 'password')),
    registration_id text references account_registration on delete cascade,
    member_id text references member,
    email text not null,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    used_at timestamptz,
    check ((registration_id is null) <> (member_id is null))
  )`,
  `create index account_link_email on account_link (lower(email), created_at)`,
  `create index account_link_member on account_link (member_id)`,
  `create index account_link_registration on account_link (registration_id)`,
  `create index account_link_expiry on account_link (expires_at)`,
  // Mails to send. Their text is written when they are sent, so that no link is ever stored.
  `create table mail (
    id text primary key,
    kind text not null,
    email text not null,
    member_id text,
    details jsonb not null,
    attempts integer not null default 0,
    next_attempt_at timestamptz not null,
    leased_until timestamptz,
    created_at timestamptz not null,
    expires_at timestamptz not null
  )`,
  `create index mail_due on mail (next_attempt_at)`,
  `create index mail_member on mail (member_id)`,
];

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}
