import { sql } from 'kysely';
import type { Database } from '../../platform/database/schema.ts';
import { FOLDING } from './fold.ts';

/**
 * Makes standings and buckets anew from the ratings, set by set, for a database that was filled
 * while its triggers rested. Nobody writes members or ratings meanwhile.
 */
export async function rebuildStandings(database: Database): Promise<void> {
  // Whoever folds locks the deltas and then the standings; this locks them the other way round.
  await sql`
    with held as materialized (select pg_advisory_xact_lock(${FOLDING}))
    select rebuild_standings() from held
  `.execute(database);
}
