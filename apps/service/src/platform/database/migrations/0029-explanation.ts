import { type Kysely, sql } from 'kysely';

// Why a match moved a rating, as `ratings/store/explanations.ts` has it. What was rated before has
// none, and gets none: what the players and the model were then is not known any more.
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table rating_change add column explanation smallint[]`.execute(database);
}
