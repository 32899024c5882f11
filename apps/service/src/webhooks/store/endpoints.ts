import { type Selectable, sql } from 'kysely';
import type {
  Database,
  DatabaseTransaction,
  WebhookEndpointTable,
} from '../../platform/database/schema.ts';

export type EndpointRow = Selectable<WebhookEndpointTable>;

/** Identifies an endpoint of an application. */
export interface EndpointKey {
  applicationId: string;
  endpointId: string;
}

export interface Subscription {
  endpointId: string;
  url: string;
  events: string[];
}

/** Finds an endpoint of an application. `forUpdate` locks it until the transaction ends. */
export async function findEndpoint(
  database: Database,
  { applicationId, endpointId }: EndpointKey,
  { forUpdate = false } = {},
): Promise<EndpointRow | null> {
  const row = await database
    .selectFrom('webhook_endpoint')
    .selectAll()
    .where('id', '=', endpointId)
    .where('application_id', '=', applicationId)
    .$if(forUpdate, (query) => query.forUpdate())
    .executeTakeFirst();
  return row ?? null;
}

/** Finds the endpoints of an application, the oldest first. */
export async function findEndpoints(
  database: Database,
  applicationId: string,
): Promise<EndpointRow[]> {
  return await database
    .selectFrom('webhook_endpoint')
    .selectAll()
    .where('application_id', '=', applicationId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** Deletes an endpoint of an application and returns it; null if it did not exist. */
export async function removeEndpoint(
  database: Database,
  { applicationId, endpointId }: EndpointKey,
): Promise<EndpointRow | null> {
  const row = await database
    .deleteFrom('webhook_endpoint')
    .where('id', '=', endpointId)
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
  endpointId: string,
  replaced: ReplacedSecret,
): Promise<void> {
  await database
    .updateTable('webhook_endpoint')
    .set({
      secret_sealed: replaced.secretSealed,
      previous_secret_sealed: replaced.previousSecretSealed,
      previous_secret_expires_at: replaced.previousSecretExpiresAt,
    })
    .where('id', '=', endpointId)
    .execute();
}

export async function countEndpoints(database: Database): Promise<number> {
  const { count } = await database
    .selectFrom('webhook_endpoint')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

export interface SealedSecretsRow extends EndpointKey, ReplacedSecret {
  clientId: string;
}

/** Locks the endpoints that follow a row until the transaction ends, and returns their sealed secrets. */
export async function lockSealedSecrets(
  transaction: DatabaseTransaction,
  row: SealedSecretsRow | null,
  limit: number,
): Promise<SealedSecretsRow[]> {
  return await transaction
    .selectFrom('webhook_endpoint')
    .innerJoin('application', 'application.id', 'webhook_endpoint.application_id')
    .select([
      'webhook_endpoint.id as endpointId',
      'application_id as applicationId',
      'client_id as clientId',
      'secret_sealed as secretSealed',
      'previous_secret_sealed as previousSecretSealed',
      'previous_secret_expires_at as previousSecretExpiresAt',
    ])
    .$if(row !== null, (query) => query.where('webhook_endpoint.id', '>', row?.endpointId ?? ''))
    .orderBy('webhook_endpoint.id')
    .limit(limit)
    .forUpdate('webhook_endpoint')
    .execute();
}

export interface EndpointSetting extends EndpointKey {
  url: string;
  events: string[];
  now: Date;
}

export async function insertEndpoint(
  database: Database,
  endpoint: EndpointSetting & { secretSealed: Uint8Array },
): Promise<EndpointRow> {
  return await database
    .insertInto('webhook_endpoint')
    .values({
      id: endpoint.endpointId,
      application_id: endpoint.applicationId,
      url: endpoint.url,
      events: endpoint.events,
      status: 'enabled',
      secret_sealed: endpoint.secretSealed,
      created_at: endpoint.now,
      updated_at: endpoint.now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Changes an endpoint and enables it; null if the application does not have it. */
export async function changeEndpoint(
  database: Database,
  setting: EndpointSetting,
): Promise<{ row: EndpointRow; changed: boolean } | null> {
  const row = await database
    .updateTable('webhook_endpoint')
    .set(changesOf(setting))
    .where('id', '=', setting.endpointId)
    .where('application_id', '=', setting.applicationId)
    .returningAll()
    .executeTakeFirst();
  if (row === undefined) return null;
  return { row, changed: row.updated_at.getTime() === setting.now.getTime() };
}

/**
 * An enabled endpoint that does not change keeps its record of failures. Otherwise repeated requests would keep a dead
 * endpoint enabled.
 */
function changesOf({ url, events, now }: EndpointSetting) {
  const isSame = sql<boolean>`(
    webhook_endpoint.url = ${url}::text and webhook_endpoint.status = 'enabled'
  )`;
  return {
    url,
    events,
    status: 'enabled' as const,
    disabled_reason: null,
    failing_since: sql<Date | null>`case when ${isSame} then webhook_endpoint.failing_since end`,
    updated_at: sql<Date>`case
      when ${isSame} and webhook_endpoint.events = ${events}::text[]
      then webhook_endpoint.updated_at else ${now}::timestamptz
    end`,
  };
}

/** Counts the endpoints of an application, and locks it against new ones until the transaction ends. */
export async function lockEndpointCount(
  transaction: DatabaseTransaction,
  applicationId: string,
): Promise<number> {
  // The weakest lock that excludes itself, because other transactions may insert rows that refer to the application.
  await sql`select from application where id = ${applicationId} for no key update`.execute(
    transaction,
  );
  const { count } = await transaction
    .selectFrom('webhook_endpoint')
    .select((expression) => expression.fn.countAll<number>().as('count'))
    .where('application_id', '=', applicationId)
    .executeTakeFirstOrThrow();
  return count;
}

/** Finds the enabled endpoints of applications, the oldest first. */
export async function findSubscriptions(
  database: Database,
  applicationIds: readonly string[],
): Promise<Map<string, Subscription[]>> {
  const rows = await database
    .selectFrom('webhook_endpoint')
    .innerJoin('application', 'application.id', 'webhook_endpoint.application_id')
    .select([
      'webhook_endpoint.application_id as applicationId',
      'webhook_endpoint.id as endpointId',
      'webhook_endpoint.url',
      'webhook_endpoint.events',
    ])
    .where('webhook_endpoint.application_id', 'in', applicationIds)
    .where('webhook_endpoint.status', '=', 'enabled')
    .where('application.disabled_at', 'is', null)
    .orderBy('webhook_endpoint.created_at')
    .orderBy('webhook_endpoint.id')
    .execute();
  return Map.groupBy(rows, ({ applicationId }) => applicationId);
}

/** An endpoint at the time of an attempt. The outcome does not count if the URL has changed since. */
export interface TriedEndpoint extends EndpointKey {
  url: string;
}

/**
 * Records that an attempt failed. An endpoint is failing since its first failure after the last success. If there was no
 * attempt since `quietSince`, it is failing only from now on.
 */
export async function markFailing(
  database: Database,
  tried: TriedEndpoint,
  { now, quietSince }: { now: Date; quietSince: Date },
): Promise<void> {
  await database
    .updateTable('webhook_endpoint')
    .set({
      failing_since: sql<Date>`case
        when coalesce(last_failed_at, failing_since) >= ${quietSince}::timestamptz
          then coalesce(failing_since, ${now}::timestamptz)
        else ${now}::timestamptz
      end`,
      last_failed_at: now,
    })
    .where('id', '=', tried.endpointId)
    .where('url', '=', tried.url)
    .execute();
}

/**
 * Disables an endpoint; with `failingSince`, only if it has been failing since then or longer. Returns false if it is no
 * longer enabled, or has another URL.
 */
export async function disableEndpoint(
  database: Database,
  tried: TriedEndpoint,
  disabling: { now: Date; reason: string; failingSince: Date | null },
): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('webhook_endpoint')
    .set({ status: 'disabled', disabled_reason: disabling.reason, updated_at: disabling.now })
    .where('id', '=', tried.endpointId)
    .where('url', '=', tried.url)
    .where('status', '=', 'enabled')
    .$if(disabling.failingSince !== null, (query) =>
      query.where('failing_since', '<=', disabling.failingSince),
    )
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
