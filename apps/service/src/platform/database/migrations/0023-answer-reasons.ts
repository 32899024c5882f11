import { type Kysely, sql } from 'kysely';

const statements = [
  'alter table match_response add column reason text',
  `comment on column match_response.reason is 'Why the player denied or disputed the result: not_played, wrong_score, wrong_day, or other. Null for other answers, and if an earlier version did not ask.'`,
];

/** Stores why a player denied or disputed a result. */
export async function addAnswerReasons(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}
