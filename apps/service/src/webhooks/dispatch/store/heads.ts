import { sql } from 'kysely';
import { prepareStatement } from '../../../platform/database/prepared-statement.ts';
import type { Database } from '../../../platform/database/schema.ts';

/** The head of a queue (an endpoint): the position of the first waiting delivery of an endpoint. */
export interface QueueHead {
  endpointId: string;
  applicationId: string;
  nextAttemptAt: Date;
  deliveryOrder: number;
  /** How many deliveries wait, as far as they were counted; Infinity if more than can be claimed. */
  deliveries: number;
  /** Whether the endpoint's last attempt failed. */
  isFailing: boolean;
}

export interface FoundHeads {
  heads: QueueHead[];
  /** The snapshot of the look. A later look finds the deliveries that this one did not see. */
  snapshot: string;
}

/** Finds the head of every queue by a loose index scan from one endpoint to the next. */
export async function findHeads(database: Database): Promise<FoundHeads> {
  return toFound(await findAll.run(database, []));
}

/**
 * Finds the heads of the deliveries that were queued since an earlier look, also by transactions that had begun before it. It
 * reads nothing older, so neither the backlog nor dead rows cost time.
 */
export async function findNewHeads(database: Database, snapshot: string): Promise<FoundHeads> {
  return toFound(await findNew.run(database, [snapshot]));
}

/**
 * Whether a snapshot has seen less than an earlier one. Then a standby that lagged has taken over, and its deliveries cannot
 * be found by the transactions since the earlier snapshot.
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

// The transactions since then are those that were running then, and those that began later. The upper end of the range is only
// for the planner, which expects few rows of a range with two ends.
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
  /** Null, like the rest, if nothing waits. */
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
  /** The number of deliveries that have not ended. */
  pending: number;
  /** The number of deliveries whose next attempt is due or under way. */
  due: number;
  /** How long the oldest due delivery has been due, in seconds; 0 if none is due. */
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

/** Releases the leases that still belong to this claim. */
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

/** Releases every lease. Call it only if no other process can have one. */
export async function releaseStaleLeases(database: Database): Promise<void> {
  await database
    .updateTable('webhook_delivery')
    .set({ leased_until: null })
    .where('status', '=', 'pending')
    .where('leased_until', 'is not', null)
    .execute();
}
