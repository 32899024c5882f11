import { sql } from 'kysely';
import type { Database } from './schema.ts';

/**
 * Rating updates stand in the order of the transactions that wrote them. A database that was
 * restored from a dump counts its transactions from the beginning: what it will write would stand
 * before what it holds. So what was written in an earlier life of the data moves to the front.
 */
export async function positionRestoredUpdates(database: Database): Promise<void> {
  await sql`
    update rating_update set transaction_id = 0
    where transaction_id > 0 and exists (
      select from application
      cross join lateral (
        select max(written.transaction_id) as latest
        from rating_update as written
        where written.application_id = application.id
      ) as last_written
      where latest >= pg_snapshot_xmax(pg_current_snapshot())::text::bigint
    )
  `.execute(database);
}
