import { sql } from 'kysely';
import type { Database } from '../../database/schema.ts';

export interface QueueFigures {
  /** Deliveries whose attempts have not ended. */
  pending: number;
  /** Those whose next attempt is due or under way. */
  due: number;
  /** How long the longest due is due, in seconds; 0 where none is. */
  oldestDueSeconds: number;
}

export async function measureQueue(database: Database, now: Date): Promise<QueueFigures> {
  const { rows } = await sql<QueueFigures>`
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
