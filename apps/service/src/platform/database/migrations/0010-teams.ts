import { type Kysely, sql } from 'kysely';
import { table, withoutIndexSamples, withoutSamples } from '../schema/statements.ts';

const statements = [
  ...table(`
    -- A person who manages an application at the console, or who is invited to.
    create table application_member (
      -- The public id, tea_...
      id text primary key,
      -- The application.
      application_id text not null references application,
      -- The address that was invited.
      email text not null,
      -- The account. Null until the person accepts the invitation.
      account_id text references account on delete cascade,
      -- What the person may do.
      role text not null check (role in ('owner', 'developer')),
      -- When the person was invited.
      created_at timestamptz not null,
      -- When the person accepted. Null before.
      joined_at timestamptz,
      -- When the invitation expires. Null once it was accepted.
      expires_at timestamptz,
      check ((account_id is null) = (joined_at is null)),
      check ((joined_at is null) = (expires_at is not null))
    )`),
  withoutSamples('application_member', ['email']),
  `create unique index application_member_email on application_member (lower(email), application_id)`,
  withoutIndexSamples('application_member_email'),
  `create unique index application_member_account on application_member (account_id, application_id)`,
  `create index application_member_expiry on application_member (expires_at)`,

  // Every use of an application checks disabled_at, so an application that waits for approval cannot be used either.
  `alter table application
    add column pending_since timestamptz check (pending_since is null or disabled_at is not null),
    add column created_by text`,
  `comment on column application.pending_since is 'Since when it waits for the approval of an operator. Null once it has it.'`,
  `comment on column application.created_by is 'The account of the person who created it at the console. Null if an operator did.'`,
  `create index application_created_by on application (created_by)`,

  `alter table audit_entry add column account_id text`,
  `comment on column audit_entry.account_id is 'The account of the person of the partner who did it at the console. Null for everybody else.'`,

  `alter table daily_requests
    add column operation_id text not null default '',
    add column errors bigint not null default 0`,
  `alter table daily_requests alter column operation_id drop default, alter column errors drop default`,
  `alter table daily_requests drop constraint daily_requests_pkey`,
  `alter table daily_requests add primary key (day, application_id, operation_id)`,
  `comment on column daily_requests.operation_id is 'The operation. Empty for days before it was counted.'`,
  `comment on column daily_requests.errors is 'Requests that were refused because of an error of the caller.'`,
  `create index daily_requests_application on daily_requests (application_id, day)`,

  `alter table idempotency_record rename column application_id to owner`,
  `comment on column idempotency_record.owner is 'Whose key it is: the id of an application, or the name of an operator or of an account.'`,
];

/** Lets people of partners manage their applications at the console. */
export async function addTeams(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}
