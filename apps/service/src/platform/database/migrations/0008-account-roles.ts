import { type Kysely, sql } from 'kysely';

/** The tables whose rows belong to an account, until now by the id of the member. */
const owned = [
  'account_session',
  'account_device',
  'account_link',
  'account_second_factor',
  'account_recovery_code',
] as const;

const statements = [
  `alter table account drop constraint account_member_id_fkey`,
  `alter table account rename column member_id to id`,
  `alter table account
    add column role text not null default 'player' check (role in ('player', 'partner', 'support', 'admin')),
    add column member_id text unique references member
      generated always as (case when role = 'player' then id end) stored,
    add column email text,
    add column name text,
    alter column email set statistics 0,
    alter column name set statistics 0,
    add check (role <> 'player' or num_nonnulls(email, name) = 0),
    add check (role = 'player' or name is not null),
    add check (role <> 'partner' or email is not null)`,
  `alter table account alter column role drop default`,
  `create unique index account_partner_email on account (lower(email)) where role = 'partner'`,
  `alter index account_partner_email alter column 1 set statistics 0`,
  `create unique index account_operator_name on account (name) where role in ('support', 'admin')`,
  `comment on table account is 'With what a person logs in: a player, somebody who works for a partner, or an operator.'`,
  `comment on column account.id is 'The id of the account. The account of a player has the id of the member.'`,
  `comment on column account.role is 'Who the person is, and what an operator may do.'`,
  `comment on column account.member_id is 'The player. Null for everybody else.'`,
  `comment on column account.email is 'Where mails go. Null for a player, whose address is the one of the member, and for an operator without one.'`,
  `comment on column account.name is 'The name of the person, or the name that an operator logs in with. Null for a player.'`,
  `comment on column account.email_proven_at is 'When the person proved the email address with a link. Null before.'`,

  // Nobody can use what belongs to no account.
  ...owned.map(
    (table) =>
      `delete from ${table} where member_id is not null
        and not exists (select from account where account.id = ${table}.member_id)`,
  ),
  ...owned.map((table) => `alter table ${table} rename column member_id to account_id`),
  ...owned
    .filter((table) => table !== 'account_recovery_code')
    .map(
      (table) => `alter table ${table}
        drop constraint ${table}_member_id_fkey,
        add foreign key (account_id) references account on delete cascade`,
    ),
  ...owned.map((table) => `comment on column ${table}.account_id is 'The account.'`),
  `alter index account_session_member rename to account_session_account`,
  `alter index account_link_member rename to account_link_account`,
  // A session that exists was begun with the password.
  `alter table account_session
    add column proven_at timestamptz,
    add column proof_attempts integer not null default 0`,
  `update account_session set proven_at = created_at`,
  `alter table account_session alter column proven_at set not null`,
  `comment on column account_session.proven_at is 'When the person last entered the password, and a code if the account asks for one.'`,
  `comment on column account_session.proof_attempts is 'How often they were entered wrongly since then.'`,

  `comment on column account_link.account_id is 'The account. Null for a registration.'`,
  `comment on column account_link.registration_id is 'The registration that it proves. Null for an account.'`,
  `comment on column account_session.created_at is 'When the person logged in.'`,
  `comment on column account_second_factor.key_sealed is 'The key that the codes are made from, sealed for the account.'`,
  `comment on column account_second_factor.enabled_at is 'When it was turned on.'`,

  `alter table account_registration
    add column role text not null default 'player' check (role in ('player', 'partner')),
    add column name text,
    alter column name set statistics 0,
    alter column first_name drop not null,
    alter column last_name drop not null,
    alter column birth_date drop not null,
    add check (num_nonnulls(first_name, last_name, birth_date) = case role when 'player' then 3 else 0 end),
    add check ((name is null) = (role = 'player'))`,
  `alter table account_registration alter column role drop default`,
  `comment on table account_registration is 'A person who filled in the form and has not proved the address yet. There is no account, and no member.'`,
  `comment on column account_registration.role is 'The role of the account that the person will have.'`,
  `comment on column account_registration.name is 'The name of a person who works for a partner. Null for a player.'`,
  `comment on column account_registration.first_name is 'The given name of a player. Null for everybody else.'`,
  `comment on column account_registration.last_name is 'The family name of a player. Null for everybody else.'`,
  `comment on column account_registration.birth_date is 'The birth date of a player, YYYY-MM-DD. Null for everybody else.'`,
];

/** Adds accounts of people who are not players, and gives every account a role. */
export async function addAccountRoles(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}
