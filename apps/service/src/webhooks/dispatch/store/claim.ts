import { retryOnContention } from '../../../platform/concurrency/periodic-task.ts';
import { arrayLiteral, prepareStatement } from '../../../platform/database/prepared-statement.ts';
import type { Database } from '../../../platform/database/schema.ts';
import type { ClaimedDelivery, ClaimedEndpoint } from './attempts.ts';
import type { QueueHead } from './heads.ts';

/** The most attempts that may be under way at one endpoint, and so the rows that a claim reads of its queue. */
export const MAX_PER_ENDPOINT = 8;

export interface ClaimOptions {
  now: Date;
  leasedUntil: Date;
  /** How many to claim at most. */
  limit: number;
  /** How many attempts at one endpoint may be under way at once, in all instances together. */
  limitPerEndpoint: number;
  /** The same for an endpoint whose last attempt failed. */
  limitPerFailingEndpoint: number;
  /** How many to claim at most of all failing endpoints together. */
  limitFailing: number;
}

/** A queue to claim from. */
export interface AskedQueue
  extends Pick<QueueHead, 'endpointId' | 'applicationId' | 'nextAttemptAt' | 'deliveryOrder'> {
  /** Attempts under way in this dispatcher. */
  inFlight: number;
}

/** The state of a queue after a claim. */
export interface SeenQueue {
  endpointId: string;
  isFailing: boolean;
  /** Its head; null if the queue is empty. A leased delivery is part of the queue, since its lease may expire. */
  head: Pick<QueueHead, 'nextAttemptAt' | 'deliveryOrder'> | null;
  /** How many rows were read, including the claimed ones. */
  deliveries: number;
  /** Whether the queue may have more rows than were read. */
  isCut: boolean;
  /** Whether this claim could have taken more of the queue. */
  isLeft: boolean;
  /** When the first remaining row becomes due or its lease expires; null if no row remains. */
  nextChangeAt: Date | null;
}

interface Claim {
  deliveries: ClaimedDelivery[];
  queues: SeenQueue[];
}

/**
 * Claims due deliveries of the queues, the longest due first, and a few of each endpoint. It reads only the first rows of
 * each queue. They include the rows that any instance has leased, which count against the limit of the endpoint.
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
  // A delivery that ends between the read and the lock moves to another table, which refuses the lock.
  const rows = await retryOnContention(() => claim.run(database, values));
  const byEndpoint = Map.groupBy(rows, ({ endpointId }) => endpointId);
  return {
    deliveries: rows
      .filter((row) => row.id !== null)
      .map((row) => toClaimedDelivery(row, options.leasedUntil)),
    queues: [...byEndpoint].map(([endpointId, seen]) => toSeenQueue(endpointId, seen)),
  };
}

function toSeenQueue(endpointId: string, rows: readonly SeenRow[]): SeenQueue {
  const waiting = rows.filter((row) => row.nextAttemptAt !== null);
  const changes = waiting.filter((row) => !row.isClaimable).map((row) => row.changesAt.getTime());
  const [head] = waiting;
  return {
    endpointId,
    isFailing: rows.some((row) => row.endpointIsFailing),
    head: head ? { nextAttemptAt: head.nextAttemptAt, deliveryOrder: head.deliveryOrder } : null,
    deliveries: waiting.length,
    isCut: waiting.length >= MAX_PER_ENDPOINT,
    isLeft: waiting.some((row) => row.isClaimable && row.id === null),
    nextChangeAt: changes.length === 0 ? null : new Date(Math.min(...changes)),
  };
}

function toClaimedDelivery(row: QueueRow & ClaimedRow, leasedUntil: Date): ClaimedDelivery {
  const { url, status, secretSealed, previousSecretSealed, previousSecretExpiresAt } = row;
  const isDeleted = url === null || status === null || secretSealed === null;
  return {
    id: row.id,
    eventId: row.eventId,
    applicationId: row.applicationId,
    endpointId: row.endpointId,
    eventType: row.eventType,
    payload: row.payload,
    attempts: row.attempts,
    traceparent: row.traceparent,
    leasedUntil,
    applicationDisabled: row.applicationDisabled,
    applicationHasKey: row.applicationHasKey,
    endpointIsFailing: row.endpointIsFailing,
    endpoint: isDeleted
      ? null
      : { url, status, secretSealed, previousSecretSealed, previousSecretExpiresAt },
    connection: row.scopes === null ? null : { scopes: row.scopes, revoked: row.connectionRevoked },
  };
}

/** A queue: once for each delivery that was read of it, and once if it is empty. */
type SeenRow = QueueRow & (WaitingRow | { nextAttemptAt: null }) & (ClaimedRow | { id: null });

interface QueueRow
  extends Pick<
      ClaimedDelivery,
      | 'endpointId'
      | 'applicationId'
      | 'endpointIsFailing'
      | 'applicationDisabled'
      | 'applicationHasKey'
    >,
    Nullable<ClaimedEndpoint> {}

/** Null if the endpoint was deleted. */
type Nullable<Row> = { [Column in keyof Row]: Row[Column] | null };

interface WaitingRow {
  nextAttemptAt: Date;
  deliveryOrder: number;
  /** Whether it is due, and its endpoint has room for it. */
  isClaimable: boolean;
  /** When it becomes due, or its lease expires. */
  changesAt: Date;
}

interface ClaimedRow
  extends Pick<
    ClaimedDelivery,
    'id' | 'eventId' | 'eventType' | 'payload' | 'attempts' | 'traceparent'
  > {
  scopes: string[] | null;
  connectionRevoked: boolean;
}

// PostgreSQL keeps the plan that it makes while the tables may be small, so the text allows only plans that are good for
// large ones: it hides the number of queues, and states the number of rows that are read of each.
const claim = prepareStatement<SeenRow>(
  'claim_deliveries',
  `with queue as materialized (
    -- Each queue, its endpoint as it is set now, and the attempts that the endpoint may have under way.
    select
      asked.*, endpoint.failing_since is not null as is_failing,
      case when endpoint.failing_since is null then $4::integer else $5::integer end as slots,
      application.disabled_at is not null as application_disabled,
      exists (
        select from api_key
        where api_key.application_id = asked.application_id and revoked_at is null
          and (expires_at is null or expires_at > $1::timestamptz)
      ) as application_has_key,
      endpoint.url, endpoint.status,
      endpoint.secret_sealed, endpoint.previous_secret_sealed, endpoint.previous_secret_expires_at
    from unnest(
      (select $7::text[]), (select $8::text[]), (select $9::timestamptz[]), (select $10::bigint[]),
      (select $11::integer[])
    ) as asked (endpoint_id, application_id, head_at, head_order, in_flight)
    left join webhook_endpoint endpoint on endpoint.id = asked.endpoint_id
    left join application on application.id = asked.application_id
  ),
  waiting as materialized (
    -- The first deliveries of each queue. What is leased, or under way in this dispatcher, takes room.
    select
      queue.endpoint_id, queue.is_failing, delivery.*,
      delivery.is_due and row_number() over (
        partition by queue.endpoint_id, delivery.is_due order by delivery.next_attempt_at, delivery.delivery_order
      ) <= queue.slots - greatest(
        queue.in_flight, count(delivery.leased_until) over (partition by queue.endpoint_id)
      ) as is_claimable
    from queue cross join lateral (
      select
        id, next_attempt_at, delivery_order,
        case when leased_until > $1::timestamptz then leased_until end as leased_until,
        next_attempt_at <= $1::timestamptz
          and (leased_until is null or leased_until <= $1::timestamptz) as is_due
      from webhook_delivery_pending
      where endpoint_id = queue.endpoint_id
        and (next_attempt_at, delivery_order) >= (queue.head_at, queue.head_order)
      order by next_attempt_at, delivery_order
      limit ${MAX_PER_ENDPOINT}
    ) as delivery
  ),
  candidate as (
    -- The longest due, but only a few of all failing endpoints together.
    select id from (
      select *, row_number() over (
        partition by is_failing order by next_attempt_at, delivery_order
      ) as place
      from waiting where is_claimable
    ) as claimable
    where not is_failing or place <= $6::integer
    order by next_attempt_at, delivery_order
    limit $3::integer
  ),
  claimed as (
    -- Skips what another dispatcher claims at the same time.
    update webhook_delivery_pending set leased_until = $2::timestamptz
    where id = any(array(
      select id from webhook_delivery_pending
      where id = any(array(select id from candidate))
        and (leased_until is null or leased_until <= $1::timestamptz)
      for update skip locked
    ))
    returning id, event_id, member_id, event_type, payload, attempts, traceparent
  )
  select
    queue.endpoint_id as "endpointId", queue.application_id as "applicationId",
    queue.is_failing as "endpointIsFailing", application_disabled as "applicationDisabled",
    application_has_key as "applicationHasKey", queue.url, queue.status, secret_sealed as "secretSealed",
    previous_secret_sealed as "previousSecretSealed",
    previous_secret_expires_at as "previousSecretExpiresAt",
    next_attempt_at as "nextAttemptAt", delivery_order as "deliveryOrder",
    is_claimable as "isClaimable", coalesce(leased_until, next_attempt_at) as "changesAt",
    claimed.id, event_id as "eventId", event_type as "eventType", payload, attempts, traceparent,
    connection.scopes, connection.revoked_at is not null as "connectionRevoked"
  from queue
  left join waiting on waiting.endpoint_id = queue.endpoint_id
  left join claimed on claimed.id = waiting.id
  left join connection on connection.application_id = queue.application_id
    and connection.member_id = claimed.member_id
  order by next_attempt_at, delivery_order`,
);
