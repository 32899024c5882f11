import {
  type PreparedStatement,
  prepareStatement,
} from '../../../platform/database/prepared-statement.ts';
import type { ClaimedRow, EndpointRow } from './claimed-delivery.ts';

/** An endpoint that was asked for: once for each delivery that was looked at, and once where nothing waits for it. */
export type AskedRow = EndpointRow & (WaitingRow | NothingWaiting) & (ClaimedRow | NothingClaimed);

export interface WaitingRow {
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
export function claimWithin(limitPerEndpoint: number): PreparedStatement<AskedRow> {
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
