import { arrayLiteral } from '../../../platform/database/array-literal.ts';
import { prepareStatement } from '../../../platform/database/prepared-statement.ts';
import type { Database } from '../../../platform/database/schema.ts';
import { type ClaimedDelivery, type ClaimedRow, toClaimedDelivery } from './claimed-delivery.ts';

export interface ClaimOptions {
  now: Date;
  leasedUntil: Date;
  /** How many to claim at most. */
  limit: number;
  /** How many attempts at one endpoint may be under way at once. */
  limitPerEndpoint: number;
  /** The same for an endpoint whose last attempt failed. */
  limitPerFailingEndpoint: number;
  /** How many to claim at most of all failing endpoints together. */
  limitFailing: number;
  /** Attempts under way in this dispatcher, by endpoint. */
  inFlight: ReadonlyMap<string, number>;
}

/**
 * Claims due deliveries, oldest first, a few of each endpoint. The endpoints with something
 * pending are found by hopping over the index, so that the work does not grow with the backlog
 * of an endpoint that is down.
 */
export async function claimDeliveries(
  database: Database,
  options: ClaimOptions,
): Promise<ClaimedDelivery[]> {
  const { inFlight } = options;
  const rows = await claim.run(database, [
    options.now,
    options.leasedUntil,
    options.limit,
    options.limitPerEndpoint,
    options.limitPerFailingEndpoint,
    options.limitFailing,
    arrayLiteral([...inFlight.keys()]),
    arrayLiteral([...inFlight.values()]),
  ]);
  return rows.map(toClaimedDelivery);
}

const isFree = '(d.leased_until is null or d.leased_until <= $1::timestamptz)';

// Prepared, since to plan it takes as long as to run it. A plan is made when the tables may be small,
// and kept: what is sorted and looked for leaves only those that are good for large ones.
const claim = prepareStatement<ClaimedRow>(
  'claim_deliveries',
  `with recursive waiting (endpoint_id) as (
    (
      select endpoint_id from webhook_delivery
      where status = 'pending'
      order by endpoint_id, next_attempt_at, delivery_order limit 1
    )
    union all
    select (
      select d.endpoint_id from webhook_delivery d
      where d.status = 'pending' and d.endpoint_id > waiting.endpoint_id
      order by d.endpoint_id, d.next_attempt_at, d.delivery_order limit 1
    )
    from waiting where waiting.endpoint_id is not null
  ),
  room (endpoint_id, is_failing, room) as (
    select
      waiting.endpoint_id,
      e.failing_since is not null,
      case when e.failing_since is null then $4::integer else $5::integer end
        - coalesce(busy.in_flight, 0)
    from waiting
    left join webhook_endpoint e on e.id = waiting.endpoint_id
    left join unnest($7::text[], $8::integer[])
      as busy (endpoint_id, in_flight) on busy.endpoint_id = waiting.endpoint_id
    where waiting.endpoint_id is not null
  ),
  due as (
    select
      first.id, first.next_attempt_at, first.delivery_order, room.is_failing,
      row_number() over (
        partition by room.is_failing order by first.next_attempt_at, first.delivery_order
      ) as place
    from room cross join lateral (
      select d.id, d.next_attempt_at, d.delivery_order from webhook_delivery d
      where d.endpoint_id = room.endpoint_id and d.status = 'pending'
        and d.next_attempt_at <= $1::timestamptz and ${isFree}
      order by d.next_attempt_at, d.delivery_order
      limit greatest(room.room, 0)
    ) first
  ),
  candidate (id) as (
    select id from due
    where not is_failing or place <= $6::integer
    order by next_attempt_at, delivery_order
    limit $3::integer
  ),
  locked (id) as (
    select d.id from webhook_delivery d
    where d.id = any(array(select id from candidate)) and d.status = 'pending' and ${isFree}
    for update skip locked
  ),
  claimed as (
    update webhook_delivery d set leased_until = $2::timestamptz
    where d.id = any(array(select id from locked))
    returning d.*
  )
  select
    claimed.id, claimed.event_id, claimed.application_id, claimed.endpoint_id, claimed.event_type,
    claimed.payload, claimed.attempts, claimed.leased_until,
    application.disabled_at is not null as application_disabled,
    exists (
      select from api_key k
      where k.application_id = claimed.application_id and k.revoked_at is null
        and (k.expires_at is null or k.expires_at > $1::timestamptz)
    ) as application_has_key,
    e.url, e.status as endpoint_status, e.failing_since is not null as endpoint_is_failing,
    e.secret_sealed, e.previous_secret_sealed, e.previous_secret_expires_at,
    connection.scopes, connection.revoked_at is not null as connection_revoked
  from claimed
  join application on application.id = claimed.application_id
  left join webhook_endpoint e on e.id = claimed.endpoint_id
  left join connection on connection.application_id = claimed.application_id
    and connection.member_id = claimed.member_id
  order by claimed.next_attempt_at, claimed.delivery_order`,
);
