import { arrayLiteral, prepareStatement } from '../../../platform/database/prepared-statement.ts';
import type { Database } from '../../../platform/database/schema.ts';

export interface FinishedAttempt {
  delivery: Pick<ClaimedDelivery, 'id' | 'leasedUntil' | 'payload'>;
  status: 'success' | 'pending' | 'failed';
  url: string;
  payload: string;
  statusCode: number | null;
  responseBody: string | null;
  errorMessage: string | null;
  maxAttempts: number;
  startedAt: Date;
  finishedAt: Date;
  nextAttemptAt: Date | null;
}

/**
 * Records attempts and releases their deliveries. Returns false for each attempt whose lease was lost: another dispatcher has
 * the delivery, and nothing is written. An endpoint with a success is no longer failing, if it still has the URL of the
 * attempt.
 */
export async function recordAttempts(
  database: Database,
  attempts: readonly FinishedAttempt[],
): Promise<boolean[]> {
  const column = (value: (attempt: FinishedAttempt) => string | number | null) =>
    arrayLiteral(attempts.map(value));
  const rows = await record.run(database, [
    column(({ delivery }) => delivery.id),
    column(({ delivery }) => delivery.leasedUntil.toISOString()),
    column(({ status }) => status),
    column(({ maxAttempts }) => maxAttempts),
    column(({ url }) => url),
    column(({ payload, delivery }) => (payload === delivery.payload ? null : payload)),
    column(({ statusCode }) => statusCode),
    column(({ responseBody }) => responseBody),
    column(({ errorMessage }) => errorMessage),
    column(({ startedAt }) => startedAt.toISOString()),
    column(({ finishedAt }) => finishedAt.toISOString()),
    column(({ nextAttemptAt }) => nextAttemptAt?.toISOString() ?? null),
  ]);
  const recorded = new Set(rows.map(({ index }) => index));
  return attempts.map((_attempt, index) => recorded.has(index + 1));
}

const record = prepareStatement<{ index: number }>(
  'record_attempts',
  `with recorded as (
    update webhook_delivery set
      status = attempt.status,
      attempts = attempts + 1,
      max_attempts = attempt.max_attempts,
      url = attempt.url,
      payload = coalesce(attempt.payload, webhook_delivery.payload),
      status_code = attempt.status_code,
      response_body = attempt.response_body,
      error_message = attempt.error_message,
      last_attempt_at = attempt.started_at,
      next_attempt_at = attempt.next_attempt_at,
      completed_at = case when attempt.status <> 'pending' then attempt.finished_at end,
      leased_until = null,
      transaction_id = case
        when attempt.status = 'pending' then pg_current_xact_id()::text::bigint
        else webhook_delivery.transaction_id
      end
    from unnest(
      $1::text[], $2::timestamptz[], $3::text[], $4::integer[], $5::text[], $6::text[],
      $7::integer[], $8::text[], $9::text[], $10::timestamptz[], $11::timestamptz[],
      $12::timestamptz[]
    ) with ordinality as attempt (
      id, leased_until, status, max_attempts, url, payload, status_code, response_body,
      error_message, started_at, finished_at, next_attempt_at, index
    )
    where webhook_delivery.id = any($1::text[]) and webhook_delivery.id = attempt.id
      and webhook_delivery.status = 'pending'
      and webhook_delivery.leased_until = attempt.leased_until
    returning attempt.index, webhook_delivery.endpoint_id, webhook_delivery.url,
      webhook_delivery.status
  ),
  working as (
    -- In one order, so that two instances cannot wait for each other.
    select id from webhook_endpoint
    where failing_since is not null and (id, url) in (
      select endpoint_id, url from recorded where status = 'success'
    )
    order by id
    for update
  ),
  marked as (
    update webhook_endpoint set failing_since = null
    from working where webhook_endpoint.id = working.id
  )
  select index from recorded`,
);

/** Ends a delivery without an attempt. */
export async function giveUpDelivery(
  database: Database,
  delivery: ClaimedDelivery,
  end: { reason: string; payload: string; now: Date },
): Promise<void> {
  await database
    .updateTable('webhook_delivery')
    .set({
      status: 'failed',
      payload: end.payload,
      error_message: end.reason,
      next_attempt_at: null,
      completed_at: end.now,
      leased_until: null,
    })
    .where('id', '=', delivery.id)
    .where('status', '=', 'pending')
    .where('leased_until', '=', delivery.leasedUntil)
    .execute();
}

/** A delivery that only this dispatcher may attempt until `leasedUntil`. */
export interface ClaimedDelivery {
  id: string;
  eventId: string;
  applicationId: string;
  endpointId: string;
  eventType: string;
  payload: string;
  attempts: number;
  /** The span that caused it. Null if none was written. */
  traceparent: string | null;
  leasedUntil: Date;
  applicationDisabled: boolean;
  /** Whether the application has an API key that is neither revoked nor expired. */
  applicationHasKey: boolean;
  /** Whether the endpoint's last attempt failed. */
  endpointIsFailing: boolean;
  /** The present settings; null if the endpoint was deleted. */
  endpoint: ClaimedEndpoint | null;
  /** The connection of the player that the event is about; null if there is none. */
  connection: { scopes: string[]; revoked: boolean } | null;
}

export interface ClaimedEndpoint {
  url: string;
  status: 'enabled' | 'disabled';
  secretSealed: Uint8Array;
  previousSecretSealed: Uint8Array | null;
  previousSecretExpiresAt: Date | null;
}
