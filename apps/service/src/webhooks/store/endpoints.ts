import { type Selectable, sql } from 'kysely';
import type {
  Database,
  DatabaseTransaction,
  WebhookEndpointTable,
} from '../../platform/database/schema.ts';

export type EndpointRow = Selectable<WebhookEndpointTable>;

export interface Subscription {
  url: string;
  events: string[];
}

/** The application's endpoint; `forUpdate` holds it against others until the transaction ends. */
export async function findEndpoint(
  database: Database,
  applicationId: string,
  { forUpdate = false } = {},
): Promise<EndpointRow | null> {
  const row = await database
    .selectFrom('webhook_endpoint')
    .selectAll()
    .where('application_id', '=', applicationId)
    .$if(forUpdate, (query) => query.forUpdate())
    .executeTakeFirst();
  return row ?? null;
}

/** Deletes the application's endpoint and gives what it was; null where there was none. */
export async function removeEndpoint(
  database: Database,
  applicationId: string,
): Promise<EndpointRow | null> {
  const row = await database
    .deleteFrom('webhook_endpoint')
    .where('application_id', '=', applicationId)
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

export interface ReplacedSecret {
  secretSealed: Uint8Array;
  previousSecretSealed: Uint8Array | null;
  previousSecretExpiresAt: Date | null;
}

export async function replaceSecret(
  database: Database,
  applicationId: string,
  replaced: ReplacedSecret,
): Promise<void> {
  await database
    .updateTable('webhook_endpoint')
    .set({
      secret_sealed: replaced.secretSealed,
      previous_secret_sealed: replaced.previousSecretSealed,
      previous_secret_expires_at: replaced.previousSecretExpiresAt,
    })
    .where('application_id', '=', applicationId)
    .execute();
}

/** The sealed secrets of every endpoint, which nobody else changes until the transaction ends. */
export async function lockSealedSecrets(transaction: DatabaseTransaction) {
  return await transaction
    .selectFrom('webhook_endpoint')
    .innerJoin('application', 'application.id', 'webhook_endpoint.application_id')
    .select([
      'application_id as applicationId',
      'client_id as clientId',
      'secret_sealed as secretSealed',
      'previous_secret_sealed as previousSecretSealed',
      'previous_secret_expires_at as previousSecretExpiresAt',
    ])
    .orderBy('client_id')
    .forUpdate('webhook_endpoint')
    .execute();
}

export interface EndpointSetting {
  applicationId: string;
  url: string;
  events: string[];
  /** Kept only where the endpoint is made. */
  secretSealed: Uint8Array;
  now: Date;
}

/**
 * Makes or changes an endpoint and enables it. An enabled one that is set as it was keeps its
 * record of failures, or setting it again and again would keep a dead endpoint alive.
 */
export async function upsertEndpoint(
  database: Database,
  { applicationId, url, events, secretSealed, now }: EndpointSetting,
): Promise<{ row: EndpointRow; created: boolean; changed: boolean }> {
  const isSame = sql<boolean>`(
    webhook_endpoint.url = excluded.url and webhook_endpoint.status = 'enabled'
  )`;
  const row = await database
    .insertInto('webhook_endpoint')
    .values({
      application_id: applicationId,
      url,
      events,
      status: 'enabled',
      secret_sealed: secretSealed,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) =>
      conflict.column('application_id').doUpdateSet({
        url,
        events,
        status: 'enabled',
        disabled_reason: null,
        failing_since: sql`case when ${isSame} then webhook_endpoint.failing_since end`,
        updated_at: sql`case
          when ${isSame} and webhook_endpoint.events = excluded.events
          then webhook_endpoint.updated_at else excluded.updated_at
        end`,
      }),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
  return {
    row,
    created: Buffer.compare(row.secret_sealed, secretSealed) === 0,
    changed: row.updated_at.getTime() === now.getTime(),
  };
}

/** The enabled endpoints of those of the applications that have one. */
export async function findSubscriptions(
  database: Database,
  applicationIds: readonly string[],
): Promise<Map<string, Subscription>> {
  const rows = await database
    .selectFrom('webhook_endpoint')
    .innerJoin('application', 'application.id', 'webhook_endpoint.application_id')
    .select(['webhook_endpoint.application_id', 'webhook_endpoint.url', 'webhook_endpoint.events'])
    .where('webhook_endpoint.application_id', 'in', applicationIds)
    .where('webhook_endpoint.status', '=', 'enabled')
    .where('application.disabled_at', 'is', null)
    .execute();
  return new Map(rows.map((row) => [row.application_id, { url: row.url, events: row.events }]));
}

/** An endpoint that was tried: an outcome says nothing about one that was set again meanwhile. */
export interface TriedEndpoint {
  applicationId: string;
  url: string;
}

export async function markFailing(
  database: Database,
  tried: TriedEndpoint,
  now: Date,
): Promise<void> {
  await database
    .updateTable('webhook_endpoint')
    .set({ failing_since: now })
    .where('application_id', '=', tried.applicationId)
    .where('url', '=', tried.url)
    .where('failing_since', 'is', null)
    .execute();
}

/**
 * Disables an endpoint; with `failingSince`, only one that has failed since then or longer. False
 * where it is not enabled any more, or not the one that was tried.
 */
export async function disableEndpoint(
  database: Database,
  tried: TriedEndpoint,
  disabling: { now: Date; reason: string; failingSince: Date | null },
): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('webhook_endpoint')
    .set({ status: 'disabled', disabled_reason: disabling.reason, updated_at: disabling.now })
    .where('application_id', '=', tried.applicationId)
    .where('url', '=', tried.url)
    .where('status', '=', 'enabled')
    .$if(disabling.failingSince !== null, (query) =>
      query.where('failing_since', '<=', disabling.failingSince),
    )
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
