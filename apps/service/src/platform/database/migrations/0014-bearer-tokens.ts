import { type Kysely, sql } from 'kysely';

const statements = [
  // Without its column, a token that needed a proof would work for anyone who has it.
  `update access_token set revoked_at = now() where dpop_jkt is not null and revoked_at is null`,
  `alter table access_token drop column dpop_jkt`,
  `alter table authorization_code drop column dpop_jkt`,
  `alter table authorization_request drop column dpop_jkt`,
  `alter table application drop column dpop_bound_access_tokens`,
  `drop table used_dpop_proof`,
];

/** Makes every access token a bearer token. A token that is bound to a key ends. */
export async function removeBoundTokens(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}
