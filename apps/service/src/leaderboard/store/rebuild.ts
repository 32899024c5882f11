import { sql } from 'kysely';
import type { Database } from '../../platform/database/schema.ts';
import { FOLDING } from './fold.ts';

/**
 * Rebuilds standings and buckets from the ratings, set by set, for a database that was filled
 * while its triggers were disabled. Nobody writes members or ratings meanwhile.
 */
export async function rebuildStandings(database: Database): Promise<void> {
  // Folding locks the deltas and then the standings; this locks them the other way round.
  await sql`
    with held as materialized (select pg_advisory_xact_lock(${FOLDING}))
    select rebuild_standings() from held
  `.execute(database);
}
