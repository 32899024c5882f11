import { sql } from 'kysely';
import { prepareStatement } from '../../../platform/database/prepared-statement.ts';
import type { Database } from '../../../platform/database/schema.ts';

/** Where the queue of an endpoint begins: nothing that waits for it stands before. */
export interface QueueHead {
  endpointId: string;
  applicationId: string;
  nextAttemptAt: Date;
  deliveryOrder: number;
  /** How many wait, as far as they were counted; Infinity where more than may be claimed. */
  deliveries: number;
  /** Whether the endpoint's last attempt failed. */
  isFailing: boolean;
}

export interface FoundHeads {
  heads: QueueHead[];
  /** What of the database was seen: a later look finds what came since. */
  snapshot: string;
}

/** The head of every queue there is, found by hopping over the index from one endpoint to the next. */
export async function findHeads(database: Database): Promise<FoundHeads> {
  return toFound(await findAll.run(database, []));
}

/**
 * The heads of what was queued since another look, whenever its transaction began. It reads nothing
 * older, so that neither the backlog nor rows that cannot be vacuumed cost it time.
 */
export async function findNewHeads(database: Database, snapshot: string): Promise<FoundHeads> {
  return toFound(await findNew.run(database, [snapshot]));
}

/**
 * Whether a snapshot has seen less than an earlier one: it is of a standby that lagged and took over, where what was
 * queued is not found by what has come since.
 */
export function isBefore(snapshot: string, earlier: string): boolean {
  return xmaxOf(snapshot) < xmaxOf(earlier);
}

// A snapshot is `xmin:xmax:xip,…`.
const xmaxOf = (snapshot: string): bigint => BigInt(snapshot.split(':')[1] ?? 0);

const withSnapshot = (heads: string) => `
  select seen.snapshot, head.*, e.failing_since is not null as is_failing
  from (select pg_current_snapshot()::text as snapshot) as seen
  left join ${heads} as head on true
  left join webhook_endpoint e on e.id = head.endpoint_id`;

const findAll = prepareStatement<HeadRow>(
  'find_queue_heads',
  `with recursive head as (
    (
      select endpoint_id, application_id, next_attempt_at, delivery_order, 1::float8 as deliveries
      from webhook_delivery_pending
      order by endpoint_id, next_attempt_at, delivery_order limit 1
    )
    union all
    select next.* from head cross join lateral (
      select d.endpoint_id, d.application_id, d.next_attempt_at, d.delivery_order, head.deliveries
      from webhook_delivery_pending d
      where d.endpoint_id > head.endpoint_id
      order by d.endpoint_id, d.next_attempt_at, d.delivery_order limit 1
    ) next
  )
  ${withSnapshot('head')}`,
);

// The transactions since are those that were running then, and those that had not begun. That the latter have
// begun by now is said for the planner alone: of a range with two ends it expects few rows.
const findNew = prepareStatement<HeadRow>(
  'find_new_queue_heads',
  `with queued as (
    select endpoint_id, application_id, next_attempt_at, delivery_order from webhook_delivery_pending
    where transaction_id >= pg_snapshot_xmax((select $1::pg_snapshot))::text::bigint
      and transaction_id < pg_snapshot_xmax(pg_current_snapshot())::text::bigint
    union all
    select endpoint_id, application_id, next_attempt_at, delivery_order from webhook_delivery_pending
    where transaction_id = any(array(select pg_snapshot_xip((select $1::pg_snapshot))::text::bigint))
  ),
  head as (
    select distinct on (endpoint_id)
      queued.*, (count(*) over (partition by endpoint_id))::float8 as deliveries
    from queued order by endpoint_id, next_attempt_at, delivery_order
  )
  ${withSnapshot('head')}`,
);

interface HeadRow {
  snapshot: string;
  /** Null, as the rest of it, where nothing waits. */
  endpoint_id: string | null;
  application_id: string;
  next_attempt_at: Date;
  delivery_order: number;
  deliveries: number;
  is_failing: boolean;
}

function toFound(rows: readonly HeadRow[]): FoundHeads {
  const heads = rows.flatMap(({ endpoint_id: endpointId, ...row }) => {
    if (endpointId === null) return [];
    return [
      {
        endpointId,
        applicationId: row.application_id,
        nextAttemptAt: row.next_attempt_at,
        deliveryOrder: row.delivery_order,
        deliveries: row.deliveries,
        isFailing: row.is_failing,
      },
    ];
  });
  return { heads, snapshot: rows[0]?.snapshot ?? '' };
}

interface QueueStats {
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
