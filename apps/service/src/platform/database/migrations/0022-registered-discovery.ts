import { type Kysely, sql } from 'kysely';

const statements = [
  `alter table account_registration add column wants_discovery boolean`,
  `comment on column account_registration.wants_discovery is 'Whether a player chose to be found. Null for everybody else, and if an earlier version did not ask.'`,
];

/** Stores with a registration whether the player chose to be found. */
export async function addRegisteredDiscovery(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}
