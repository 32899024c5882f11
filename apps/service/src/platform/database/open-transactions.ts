import { sql } from 'kysely';
import { primaryOf } from './prepared-statement.ts';
import type { Database } from './schema.ts';

/**
 * Returns the number of the oldest open transaction that may still write. A statement that begins later sees everything that earlier
 * transactions wrote, on a replica too, which waits for what the primary has committed. Only the primary knows its open
 * transactions: the snapshots of a replica list none of them.
 *
 * Transactions of other databases of the same PostgreSQL are ignored, because a long one would delay the caller.
 */
export async function findOldestOpen(database: Database): Promise<number> {
  const { rows } = await sql<{ unfinished: number }>`
    select coalesce(
      (
        select min(running::text::bigint)
        from pg_snapshot_xip(pg_current_snapshot()) as running
        where not exists (
            select from pg_locks
            join pg_stat_activity using (pid)
            where locktype = 'transactionid'
              and mode = 'ExclusiveLock'
              and transactionid = running::xid
              and datname <> current_database()
          )
          and pg_xact_status(running) = 'in progress'
      ),
      pg_snapshot_xmax(pg_current_snapshot())::text::bigint
    ) as unfinished
  `.execute(primaryOf(database));
  return rows[0]?.unfinished ?? 0;
}
