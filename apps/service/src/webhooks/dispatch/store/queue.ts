import { sql } from 'kysely';
import type { Database } from '../../../platform/database/schema.ts';

export interface QueueStats {
  /** Deliveries whose attempts have not ended. */
  pending: number;
  /** Those whose next attempt is due or under way. */
  due: number;
  /** How long the longest due is due, in seconds; 0 where none is. */
  oldestDueSeconds: number;
}

export async function measureQueue(database: Database, now: Date): Promise<QueueStats> {
  const { rows } = await sql<QueueStats>`
    select
      count(*) as pending,
      count(*) filter (where next_attempt_at <= ${now}::timestamptz) as due,
      greatest(0, coalesce(
        extract(epoch from ${now}::timestamptz - min(next_attempt_at)), 0
      ))::double precision as "oldestDueSeconds"
    from webhook_delivery where status = 'pending'
  `.execute(database);
  return rows[0] ?? { pending: 0, due: 0, oldestDueSeconds: 0 };
}

/** Lets go of leases that are still those of this claim. */
export async function releaseDeliveries(
  database: Database,
  ids: readonly string[],
  leasedUntil: Date,
): Promise<void> {
  await database
    .updateTable('webhook_delivery')
    .set({ leased_until: null })
    .where('id', 'in', ids)
    .where('status', '=', 'pending')
    .where('leased_until', '=', leasedUntil)
    .execute();
}

/** Lets go of every lease. Only where no other process may have one. */
export async function releaseStaleLeases(database: Database): Promise<void> {
  await database
    .updateTable('webhook_delivery')
    .set({ leased_until: null })
    .where('status', '=', 'pending')
    .where('leased_until', 'is not', null)
    .execute();
}
