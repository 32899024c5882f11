import { type Selectable, sql } from 'kysely';
import type { Database, WebhookDeliveryTable } from '../../platform/database/schema.ts';

export type DeliveryStatus = Selectable<WebhookDeliveryTable>['status'];

interface DeliveryFilter {
  applicationId?: string | undefined;
  endpointId?: string | undefined;
  eventType?: string | undefined;
  status?: DeliveryStatus | undefined;
  since?: Date | undefined;
  /** Deliveries written from this moment on are left out. */
  until?: Date | undefined;
  /** Only deliveries written before this one, by `delivery_order`. */
  before?: number | undefined;
}

/** Deliveries of every partner, the last written first. */
export async function listDeliveries(database: Database, filter: DeliveryFilter, limit: number) {
  const { applicationId, endpointId, eventType, status, since, until, before } = filter;
  return await selectDeliveries(database)
    .$if(applicationId !== undefined, (query) =>
      query.where('delivery.application_id', '=', applicationId ?? ''),
    )
    .$if(endpointId !== undefined, (query) => query.where('endpoint_id', '=', endpointId ?? ''))
    .$if(eventType !== undefined, (query) => query.where('event_type', '=', eventType ?? ''))
    .$if(status !== undefined, (query) => query.where('delivery.status', '=', status ?? 'pending'))
    .$if(since !== undefined, (query) => query.where('delivery.created_at', '>=', since ?? null))
    .$if(until !== undefined, (query) => query.where('delivery.created_at', '<', until ?? null))
    .$if(before !== undefined, (query) => query.where('delivery_order', '<', before ?? 0))
    .orderBy('delivery_order', 'desc')
    .limit(limit)
    .execute();
}

/** A delivery, whosever it is, with what was sent and what was answered. */
export async function findDelivery(database: Database, deliveryId: string) {
  return await selectDeliveries(database)
    .select([
      'event_id as eventId',
      'max_attempts as maxAttempts',
      'last_attempt_at as lastAttemptAt',
      'completed_at as completedAt',
      'response_body as responseBody',
      'payload',
    ])
    .where('delivery.id', '=', deliveryId)
    .executeTakeFirst();
}

function selectDeliveries(database: Database) {
  return database
    .selectFrom('webhook_delivery as delivery')
    .innerJoin('application', 'application.id', 'delivery.application_id')
    .select([
      'delivery.id as deliveryId',
      'application.client_id as clientId',
      'endpoint_id as endpointId',
      'event_type as event',
      'delivery.status',
      'attempts',
      'url',
      'status_code as statusCode',
      'error_message as errorMessage',
      'delivery.created_at as createdAt',
      'next_attempt_at as nextAttemptAt',
      'delivery_order as order',
    ]);
}

interface Standing {
  /** Deliveries written in the last day that failed for good. */
  failedDeliveries: number;
  /** Endpoints that did not accept the last delivery. */
  failingEndpoints: number;
  disputedMatches: number;
  /** Applications that wait for approval. */
  pendingApplications: number;
}

/** What waits for an operator. */
export async function readStanding(database: Database, now: Date): Promise<Standing> {
  const { rows } = await sql<Standing>`
    select
      (
        select count(*) from webhook_delivery
        where status = 'failed' and created_at >= ${now.toISOString()}::timestamptz - interval '1 day'
      ) as "failedDeliveries",
      (
        select count(*) from webhook_endpoint where failing_since is not null
      ) as "failingEndpoints",
      (select count(*) from match_status where status = 'disputed') as "disputedMatches",
      (
        select count(*) from application where pending_since is not null and deleted_at is null
      ) as "pendingApplications"
  `.execute(database);
  const [standing] = rows;
  if (standing === undefined) throw new Error('An aggregate has one row.');
  return standing;
}

/** An amount of a day of UTC, `YYYY-MM-DD`. Days without any are left out. */
export interface AmountOfDay {
  day: string;
  amount: number;
  failures: number;
}

/** Requests of all partners, and those that failed because of the service. */
export async function countRequests(database: Database, since: Date): Promise<AmountOfDay[]> {
  const { rows } = await sql<AmountOfDay>`
    select day, sum(requests)::bigint as amount, sum(failures)::bigint as failures
    from daily_requests where day >= ${dayOf(since)}
    group by day
  `.execute(database);
  return rows;
}

/** Deliveries by the day they were written, and those that failed for good. */
export async function countDeliveries(database: Database, since: Date): Promise<AmountOfDay[]> {
  const { rows } = await sql<AmountOfDay>`
    select
      to_char(created_at at time zone 'UTC', 'YYYY-MM-DD') as day, count(*) as amount,
      count(*) filter (where status = 'failed') as failures
    from webhook_delivery where created_at >= ${since.toISOString()}::timestamptz
    group by 1
  `.execute(database);
  return rows;
}

/** Matches by the day they were submitted. */
export async function countMatches(database: Database, since: Date): Promise<AmountOfDay[]> {
  const { rows } = await sql<AmountOfDay>`
    select
      to_char(created_at at time zone 'UTC', 'YYYY-MM-DD') as day, count(*) as amount,
      0 as failures
    from match where created_at >= ${since.toISOString()}::timestamptz
    group by 1
  `.execute(database);
  return rows;
}

export function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}
