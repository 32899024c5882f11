import { retryOnContention } from '../../../platform/concurrency/retry-on-contention.ts';
import { arrayLiteral } from '../../../platform/database/array-literal.ts';
import {
  type PreparedStatement,
  prepareStatement,
} from '../../../platform/database/prepared-statement.ts';
import type { Database } from '../../../platform/database/schema.ts';
import { type ClaimedDelivery, type ClaimedRow, toClaimedDelivery } from './claimed-delivery.ts';
import type { QueueHead } from './heads.ts';

export interface ClaimOptions {
  now: Date;
  leasedUntil: Date;
  /** How many to claim at most. */
  limit: number;
  /** How many attempts at one endpoint may be under way at once, at all instances together. */
  limitPerEndpoint: number;
  /** The same for an endpoint whose last attempt failed. */
  limitPerFailingEndpoint: number;
  /** How many to claim at most of all failing endpoints together. */
  limitFailing: number;
}

/** An endpoint whose deliveries are asked for. */
export interface AskedQueue
  extends Pick<QueueHead, 'endpointId' | 'nextAttemptAt' | 'deliveryOrder'> {
  /** Attempts under way in this dispatcher. */
  inFlight: number;
}

/** How the queue of an endpoint stands after a claim. */
export interface SeenQueue {
  endpointId: string;
  isFailing: boolean;
  /** Its head; null where nothing waits. What is under way waits too, since its lease may run out. */
  head: Pick<QueueHead, 'nextAttemptAt' | 'deliveryOrder'> | null;
  /** How many were looked at, those that were claimed included. */
  deliveries: number;
  /** Whether more may wait than was looked at. */
  isCut: boolean;
  /** Whether something was left that this claim might have taken. */
  isLeft: boolean;
  /** When something of what was left is due, or a lease of it runs out; null where nothing is left. */
  nextChangeAt: Date | null;
}

export interface Claim {
  deliveries: ClaimedDelivery[];
  queues: SeenQueue[];
}

/**
 * Claims due deliveries of the endpoints asked for, oldest first, a few of each. Of each queue only as many
 * rows are looked at as the endpoint may have under way, from its head on: those that another instance has
 * under way are among them, and so are counted.
 */
export async function claimDeliveries(
  database: Database,
  asked: readonly AskedQueue[],
  options: ClaimOptions,
): Promise<Claim> {
  const values = [
    options.now,
    options.leasedUntil,
    options.limit,
    options.limitPerEndpoint,
    options.limitPerFailingEndpoint,
    options.limitFailing,
    arrayLiteral(asked.map(({ endpointId }) => endpointId)),
    arrayLiteral(asked.map(({ nextAttemptAt }) => nextAttemptAt.toISOString())),
    arrayLiteral(asked.map(({ deliveryOrder }) => deliveryOrder)),
    arrayLiteral(asked.map(({ inFlight }) => inFlight)),
  ];
  const claim = claimWithin(options.limitPerEndpoint);
  // What ended between the look at it and its lock has moved to another table.
  const rows = await retryOnContention(() => claim.run(database, values));
  const claimed = rows.filter(isClaimed);
  const countOf = (row: SeenRow) =>
    claimed.filter(({ endpoint_id }) => endpoint_id === row.asked_endpoint_id).length;
  const queues = new Map(rows.map((row) => [row.asked_endpoint_id, row]));
  return {
    deliveries: claimed.map(toClaimedDelivery),
    queues: [...queues.values()].map((row) => toSeenQueue(row, countOf(row))),
  };
}

type ClaimStatement = PreparedStatement<SeenRow & (ClaimedRow | NothingClaimed)>;

// One for each limit that dispatchers of this process have, which is one.
const statements = new Map<number, ClaimStatement>();

function claimWithin(limitPerEndpoint: number): ClaimStatement {
  const prepared = statements.get(limitPerEndpoint);
  if (prepared !== undefined) return prepared;
  const statement: ClaimStatement = prepareStatement(
    `claim_deliveries_${limitPerEndpoint}`,
    claimText(limitPerEndpoint),
  );
  statements.set(limitPerEndpoint, statement);
  return statement;
}

// Prepared, since to plan it takes as long as to run it. A plan is made when the tables may be small,
// and kept: what is sorted and looked for leaves only those that are good for large ones. How much is read of
// a queue is said in the text, or the planner would expect to read a tenth of it, and sort that first; and how
// many queues there are is hidden from it, or it would make a new plan for each number.
const claimText = (limitPerEndpoint: number) => `
  with asked as materialized (
    select
      asked.*, e.failing_since is not null as is_failing,
      case when e.failing_since is null then $4::integer else $5::integer end as slots
    from unnest(
      (select $7::text[]), (select $8::timestamptz[]), (select $9::bigint[]), (select $10::integer[])
    ) as asked (endpoint_id, head_at, head_order, in_flight)
    left join webhook_endpoint e on e.id = asked.endpoint_id
  ),
  waiting as materialized (
    select
      asked.endpoint_id, asked.is_failing, d.*,
      asked.slots - greatest(asked.in_flight, count(d.leased_until) over queue) as room,
      row_number() over (
        partition by asked.endpoint_id, d.is_due order by d.next_attempt_at, d.delivery_order
      ) as place
    from asked cross join lateral (
      select
        d.id, d.application_id, d.next_attempt_at, d.delivery_order, lease.leased_until,
        row_number() over (order by d.next_attempt_at, d.delivery_order) as position,
        lease.leased_until is null and d.next_attempt_at <= $1::timestamptz as is_due
      from webhook_delivery_pending d cross join lateral (
        select case when d.leased_until > $1::timestamptz then d.leased_until end as leased_until
      ) lease
      where d.endpoint_id = asked.endpoint_id
        and (d.next_attempt_at, d.delivery_order) >= (asked.head_at, asked.head_order)
      order by d.next_attempt_at, d.delivery_order
      limit ${limitPerEndpoint}
    ) d
    where d.position <= asked.slots
    window queue as (partition by asked.endpoint_id)
  ),
  due as (
    select
      id, next_attempt_at, delivery_order, is_failing,
      row_number() over (
        partition by is_failing order by next_attempt_at, delivery_order
      ) as place
    from waiting where is_due and place <= room
  ),
  candidate (id) as (
    select id from due
    where not is_failing or place <= $6::integer
    order by next_attempt_at, delivery_order
    limit $3::integer
  ),
  locked (id) as (
    select d.id from webhook_delivery_pending d
    where d.id = any(array(select id from candidate))
      and (d.leased_until is null or d.leased_until <= $1::timestamptz)
    for update skip locked
  ),
  claimed as (
    update webhook_delivery_pending d set leased_until = $2::timestamptz
    where d.id = any(array(select id from locked))
    returning d.*
  ),
  seen as (
    select
      asked.endpoint_id, asked.is_failing, asked.slots,
      count(waiting.id) as waiting,
      min(waiting.application_id) as application_id,
      min(waiting.next_attempt_at) as head_at,
      (array_agg(waiting.delivery_order order by waiting.next_attempt_at, waiting.delivery_order))[1]
        as head_order,
      count(*) filter (where waiting.is_due and place <= room) as claimable,
      min(coalesce(waiting.leased_until, waiting.next_attempt_at))
        filter (where not (waiting.is_due and place <= room)) as next_change_at
    from asked left join waiting on waiting.endpoint_id = asked.endpoint_id
    group by asked.endpoint_id, asked.is_failing, asked.slots
  ),
  -- Once for each endpoint, since a claim takes several deliveries of one.
  queue as materialized (
    select
      seen.*,
      application.disabled_at is not null as application_disabled,
      exists (
        select from api_key k
        where k.application_id = seen.application_id and k.revoked_at is null
          and (k.expires_at is null or k.expires_at > $1::timestamptz)
      ) as application_has_key,
      e.url, e.status as endpoint_status,
      e.secret_sealed, e.previous_secret_sealed, e.previous_secret_expires_at
    from seen
    left join application on application.id = seen.application_id
    left join webhook_endpoint e on e.id = seen.endpoint_id
  )
  select
    queue.endpoint_id as asked_endpoint_id, queue.is_failing as endpoint_is_failing,
    queue.head_at, queue.head_order, queue.waiting, queue.waiting >= queue.slots as is_cut,
    queue.claimable, queue.next_change_at,
    claimed.id, claimed.event_id, claimed.application_id, claimed.endpoint_id, claimed.event_type,
    claimed.payload, claimed.attempts, claimed.leased_until,
    queue.application_disabled, queue.application_has_key,
    queue.url, queue.endpoint_status,
    queue.secret_sealed, queue.previous_secret_sealed, queue.previous_secret_expires_at,
    connection.scopes, connection.revoked_at is not null as connection_revoked
  from queue
  left join claimed on claimed.endpoint_id = queue.endpoint_id
  left join connection on connection.application_id = claimed.application_id
    and connection.member_id = claimed.member_id
  order by claimed.next_attempt_at, claimed.delivery_order`;

interface SeenRow {
  asked_endpoint_id: string;
  endpoint_is_failing: boolean;
  head_at: Date | null;
  head_order: number | null;
  waiting: number;
  is_cut: boolean;
  claimable: number;
  next_change_at: Date | null;
}

interface NothingClaimed {
  id: null;
}

function isClaimed<Row extends SeenRow>(
  row: Row & (ClaimedRow | NothingClaimed),
): row is Row & ClaimedRow {
  return row.id !== null;
}

function toSeenQueue(row: SeenRow, claimed: number): SeenQueue {
  const { head_at: nextAttemptAt, head_order: deliveryOrder } = row;
  return {
    endpointId: row.asked_endpoint_id,
    isFailing: row.endpoint_is_failing,
    head:
      nextAttemptAt === null || deliveryOrder === null ? null : { nextAttemptAt, deliveryOrder },
    deliveries: row.waiting,
    isCut: row.is_cut,
    isLeft: row.claimable > claimed,
    nextChangeAt: row.next_change_at,
  };
}
