import { sql } from 'kysely';
import type { Database } from '../../database/schema.ts';

/** A delivery that this dispatcher alone may attempt until `leasedUntil`. */
export interface ClaimedDelivery {
  id: string;
  eventId: string;
  applicationId: string;
  eventType: string;
  payload: string;
  attempts: number;
  leasedUntil: Date;
  applicationDisabled: boolean;
  /** As it is set now; null where it was deleted. */
  endpoint: ClaimedEndpoint | null;
  /** Between the application and the player the event speaks of; null where there is none. */
  connection: { scopes: string[]; revoked: boolean } | null;
}

export interface ClaimedEndpoint {
  url: string;
  status: 'enabled' | 'disabled';
  secretSealed: Uint8Array;
  previousSecretSealed: Uint8Array | null;
  previousSecretExpiresAt: Date | null;
}

export interface ClaimOptions {
  now: Date;
  leasedUntil: Date;
  /** How many to claim at most. */
  limit: number;
  /** How many attempts at one endpoint may be under way at once. */
  limitPerEndpoint: number;
  /** The same for an endpoint whose last attempt failed. */
  limitPerFailingEndpoint: number;
  /** Attempts under way in this dispatcher, by application. */
  inFlight: ReadonlyMap<string, number>;
}

/**
 * Claims due deliveries, oldest first, a few of each endpoint. The applications with something
 * pending are found by hopping over the index, so that the work does not grow with the backlog
 * of an endpoint that is down.
 */
export async function claimDeliveries(
  database: Database,
  { now, leasedUntil, limit, limitPerEndpoint, limitPerFailingEndpoint, inFlight }: ClaimOptions,
): Promise<ClaimedDelivery[]> {
  const isFree = sql`(d.leased_until is null or d.leased_until <= ${now}::timestamptz)`;
  const { rows } = await sql<ClaimedRow>`
    with recursive waiting (application_id) as (
      (
        select application_id from webhook_delivery
        where status = 'pending' order by application_id limit 1
      )
      union all
      select (
        select d.application_id from webhook_delivery d
        where d.status = 'pending' and d.application_id > waiting.application_id
        order by d.application_id limit 1
      )
      from waiting where waiting.application_id is not null
    ),
    room (application_id, room) as (
      select
        waiting.application_id,
        case when e.failing_since is null
          then ${limitPerEndpoint}::integer else ${limitPerFailingEndpoint}::integer
        end - coalesce(busy.in_flight, 0)
      from waiting
      left join webhook_endpoint e on e.application_id = waiting.application_id
      left join unnest(${[...inFlight.keys()]}::text[], ${[...inFlight.values()]}::integer[])
        as busy (application_id, in_flight) on busy.application_id = waiting.application_id
      where waiting.application_id is not null
    ),
    candidate (id, next_attempt_at, delivery_order) as (
      select due.id, due.next_attempt_at, due.delivery_order
      from room cross join lateral (
        select d.id, d.next_attempt_at, d.delivery_order from webhook_delivery d
        where d.application_id = room.application_id and d.status = 'pending'
          and d.next_attempt_at <= ${now}::timestamptz and ${isFree}
        order by d.next_attempt_at, d.delivery_order
        limit greatest(room.room, 0)
      ) due
      order by due.next_attempt_at, due.delivery_order
      limit ${limit}::integer
    ),
    locked (id) as (
      select d.id from webhook_delivery d join candidate on candidate.id = d.id
      where d.status = 'pending' and ${isFree}
      for update of d skip locked
    ),
    claimed as (
      update webhook_delivery d set leased_until = ${leasedUntil}::timestamptz
      from locked where d.id = locked.id
      returning d.*
    )
    select
      claimed.id, claimed.event_id, claimed.application_id, claimed.event_type, claimed.payload,
      claimed.attempts, claimed.leased_until,
      application.disabled_at is not null as application_disabled,
      e.url, e.status as endpoint_status, e.secret_sealed, e.previous_secret_sealed,
      e.previous_secret_expires_at,
      connection.scopes, connection.revoked_at is not null as connection_revoked
    from claimed
    join application on application.id = claimed.application_id
    left join webhook_endpoint e on e.application_id = claimed.application_id
    left join connection on connection.application_id = claimed.application_id
      and connection.member_id = claimed.member_id
    order by claimed.next_attempt_at, claimed.delivery_order
  `.execute(database);
  return rows.map(toClaimedDelivery);
}

interface ClaimedRow {
  id: string;
  event_id: string;
  application_id: string;
  event_type: string;
  payload: string;
  attempts: number;
  leased_until: Date;
  application_disabled: boolean;
  url: string | null;
  endpoint_status: 'enabled' | 'disabled' | null;
  secret_sealed: Uint8Array | null;
  previous_secret_sealed: Uint8Array | null;
  previous_secret_expires_at: Date | null;
  scopes: string[] | null;
  connection_revoked: boolean;
}

function toClaimedDelivery(row: ClaimedRow): ClaimedDelivery {
  const { url, endpoint_status: status, secret_sealed: secretSealed, scopes } = row;
  return {
    id: row.id,
    eventId: row.event_id,
    applicationId: row.application_id,
    eventType: row.event_type,
    payload: row.payload,
    attempts: row.attempts,
    leasedUntil: row.leased_until,
    applicationDisabled: row.application_disabled,
    endpoint:
      url === null || status === null || secretSealed === null
        ? null
        : {
            url,
            status,
            secretSealed,
            previousSecretSealed: row.previous_secret_sealed,
            previousSecretExpiresAt: row.previous_secret_expires_at,
          },
    connection: scopes === null ? null : { scopes, revoked: row.connection_revoked },
  };
}

/** When the next delivery becomes due after `now`; null when none is waiting. */
export async function findNextDue(database: Database, now: Date): Promise<Date | null> {
  const row = await database
    .selectFrom('webhook_delivery')
    .select('next_attempt_at')
    .where('status', '=', 'pending')
    .where('next_attempt_at', '>', now)
    .orderBy('next_attempt_at')
    .limit(1)
    .executeTakeFirst();
  return row?.next_attempt_at ?? null;
}
