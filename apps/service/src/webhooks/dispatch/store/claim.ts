import { retryOnContention } from '../../../platform/concurrency/periodic-task.ts';
import {
  arrayLiteral,
  type PreparedStatement,
  prepareStatement,
} from '../../../platform/database/prepared-statement.ts';
import type { Database } from '../../../platform/database/schema.ts';
import {
  type ClaimedDelivery,
  type ClaimedRow,
  type EndpointRow,
  toClaimedDelivery,
} from './attempts.ts';
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
  extends Pick<QueueHead, 'endpointId' | 'applicationId' | 'nextAttemptAt' | 'deliveryOrder'> {
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

interface Claim {
  deliveries: ClaimedDelivery[];
  queues: SeenQueue[];
}

/**
 * Claims due deliveries of the endpoints asked for, oldest first, a few of each. In each queue only as many
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
    arrayLiteral(asked.map(({ applicationId }) => applicationId)),
    arrayLiteral(asked.map(({ nextAttemptAt }) => nextAttemptAt.toISOString())),
    arrayLiteral(asked.map(({ deliveryOrder }) => deliveryOrder)),
    arrayLiteral(asked.map(({ inFlight }) => inFlight)),
  ];
  const claim = claimWithin(options.limitPerEndpoint);
  // What ended between the look at it and its lock has moved to another table.
  const rows = await retryOnContention(() => claim.run(database, values));
  const endpoints = new Map(rows.map((row) => [row.endpoint_id, row]));
  const byEndpoint = Map.groupBy(rows, ({ endpoint_id }) => endpoint_id);
  return {
    deliveries: rows.filter(isClaimed).map((row) => toClaimedDelivery(row, options.leasedUntil)),
    queues: [...endpoints].map(([id, row]) => toSeenQueue(row, byEndpoint.get(id) ?? [])),
  };
}

function isClaimed(row: AskedRow): row is AskedRow & ClaimedRow {
  return row.id !== null;
}

function isWaiting(row: AskedRow): row is AskedRow & WaitingRow {
  return row.next_attempt_at !== null;
}

/** From what was looked at of one queue, in its order. */
function toSeenQueue(endpoint: EndpointRow, rows: readonly AskedRow[]): SeenQueue {
  const waiting = rows.filter(isWaiting);
  const [head] = waiting;
  const others = waiting.filter((row) => !row.is_claimable);
  const changes = others.map(({ next_change_at }) => next_change_at.getTime());
  return {
    endpointId: endpoint.endpoint_id,
    isFailing: endpoint.endpoint_is_failing,
    head:
      head === undefined
        ? null
        : { nextAttemptAt: head.next_attempt_at, deliveryOrder: head.delivery_order },
    deliveries: waiting.length,
    isCut: waiting.length >= endpoint.slots,
    isLeft: waiting.some((row) => row.is_claimable && row.id === null),
    nextChangeAt: changes.length === 0 ? null : new Date(Math.min(...changes)),
  };
}

/** An endpoint that was asked for: once for each delivery that was looked at, and once where nothing waits for it. */
type AskedRow = EndpointRow & (WaitingRow | NothingWaiting) & (ClaimedRow | NothingClaimed);

interface WaitingRow {
  next_attempt_at: Date;
  delivery_order: number;
  /** Whether it is due and there is room for it at its endpoint. */
  is_claimable: boolean;
  /** When it is due, or its lease runs out. */
  next_change_at: Date;
}

interface NothingWaiting {
  next_attempt_at: null;
}

interface NothingClaimed {
  id: null;
}

// One for each limit that dispatchers of this process have, which is one.
const statements = new Map<number, PreparedStatement<AskedRow>>();

/** The claim of dispatchers that may have so many attempts under way at one endpoint. */
function claimWithin(limitPerEndpoint: number): PreparedStatement<AskedRow> {
  const prepared = statements.get(limitPerEndpoint);
  if (prepared !== undefined) return prepared;
  const statement = prepareStatement<AskedRow>(
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
      case when e.failing_since is null then $4::integer else $5::integer end as slots,
      application.disabled_at is not null as application_disabled,
      exists (
        select from api_key k
        where k.application_id = asked.application_id and k.revoked_at is null
          and (k.expires_at is null or k.expires_at > $1::timestamptz)
      ) as application_has_key,
      e.url, e.status as endpoint_status,
      e.secret_sealed, e.previous_secret_sealed, e.previous_secret_expires_at
    from unnest(
      (select $7::text[]), (select $8::text[]), (select $9::timestamptz[]), (select $10::bigint[]),
      (select $11::integer[])
    ) as asked (endpoint_id, application_id, head_at, head_order, in_flight)
    left join webhook_endpoint e on e.id = asked.endpoint_id
    left join application on application.id = asked.application_id
  ),
  waiting as materialized (
    select
      asked.endpoint_id, asked.is_failing, d.*,
      asked.slots - greatest(asked.in_flight, count(d.leased_until) over queue) as room,
      row_number() over (
        partition by asked.endpoint_id, d.is_due order by d.next_attempt_at, d.delivery_order
      ) as place
    from asked cross join lateral (
      select * from (
        select
          d.id, d.next_attempt_at, d.delivery_order, lease.leased_until,
          lease.leased_until is null and d.next_attempt_at <= $1::timestamptz as is_due
        from webhook_delivery_pending d cross join lateral (
          select case when d.leased_until > $1::timestamptz then d.leased_until end as leased_until
        ) lease
        where d.endpoint_id = asked.endpoint_id
          and (d.next_attempt_at, d.delivery_order) >= (asked.head_at, asked.head_order)
        order by d.next_attempt_at, d.delivery_order
        limit ${limitPerEndpoint}
      ) d limit asked.slots
    ) d
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
    returning d.id, d.event_id, d.member_id, d.event_type, d.payload, d.attempts
  )
  select
    asked.endpoint_id, asked.application_id, asked.slots, asked.is_failing as endpoint_is_failing,
    asked.application_disabled, asked.application_has_key,
    asked.url, asked.endpoint_status,
    asked.secret_sealed, asked.previous_secret_sealed, asked.previous_secret_expires_at,
    waiting.next_attempt_at, waiting.delivery_order,
    waiting.is_due and waiting.place <= waiting.room as is_claimable,
    coalesce(waiting.leased_until, waiting.next_attempt_at) as next_change_at,
    claimed.id, claimed.event_id, claimed.event_type, claimed.payload, claimed.attempts,
    connection.scopes, connection.revoked_at is not null as connection_revoked
  from asked
  left join waiting on waiting.endpoint_id = asked.endpoint_id
  left join claimed on claimed.id = waiting.id
  left join connection on connection.application_id = asked.application_id
    and connection.member_id = claimed.member_id
  order by waiting.next_attempt_at, waiting.delivery_order`;
