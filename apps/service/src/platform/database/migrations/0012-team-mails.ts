import { type Kysely, sql } from 'kysely';

const statements = [
  `alter table api_key add column expiry_mailed_at timestamptz`,
  `comment on column api_key.expiry_mailed_at is 'When the team was mailed that it expires soon. Null before.'`,
  `alter table webhook_endpoint add column disabled_mailed_at timestamptz`,
  `comment on column webhook_endpoint.disabled_mailed_at is 'When the team was last mailed that it was disabled. Null before.'`,
  // Nobody needs a mail about what happened before there were teams.
  `update webhook_endpoint set disabled_mailed_at = updated_at where status = 'disabled'`,
  `create index api_key_expiring on api_key (expires_at)
    where expiry_mailed_at is null and revoked_at is null`,
  `create index webhook_endpoint_disabled on webhook_endpoint (id) where status = 'disabled'`,
];

/** Stores which mails the team of an application got. */
export async function addTeamMails(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}
