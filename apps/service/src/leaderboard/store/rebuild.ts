import { sql } from 'kysely';
import type { Database } from '../../database/schema.ts';

/**
 * Makes standings and tallies anew from the ratings, set by set, for a database that was filled
 * while its triggers rested. Nobody writes members or ratings meanwhile.
 */
export async function rebuildStandings(database: Database): Promise<void> {
  await sql`select rebuild_standings()`.execute(database);
}
