import { type Kysely, sql } from 'kysely';

// An answer that a player gave while the match was being voided saw no void yet, and left the match disputed.
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    update match_status set status = 'voided'
    from match_void
    where match_void.match_id = match_status.match_id and match_status.status <> 'voided'
  `.execute(database);
}
