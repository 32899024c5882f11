import type { Operation } from '@partner-rating/server';
import { sql } from 'kysely';
import { prepareStatement } from '../../database/prepared-statement.ts';
import type { Database } from '../../database/schema.ts';

/** Requests a minute by class, if an application has other limits than the service's. 0 turns a limit off. */
export type OwnLimits = Readonly<Partial<Record<Operation['rateLimitClass'], number>>>;

interface ApplicationRecord {
  applicationId: string;
  isSuspended: boolean;
  ownLimits: OwnLimits | null;
}

export interface KeyRecord extends ApplicationRecord {
  /** Whether the application waits for the approval of an operator. It is suspended until then. */
  isPending: boolean;
  keyId: string;
  clientId: string;
  scopes: string[];
  lastUsedAt: Date | null;
}

export const selectLiveKey = prepareStatement<KeyRecord>(
  'live_key',
  `select
    api_key.id as "keyId",
    api_key.application_id as "applicationId",
    application.client_id as "clientId",
    application.disabled_at is not null as "isSuspended",
    application.pending_since is not null as "isPending",
    application.rate_limits as "ownLimits",
    api_key.scopes,
    api_key.last_used_at as "lastUsedAt"
  from api_key
  join application on application.id = api_key.application_id
  where api_key.secret_hash = $1
    and api_key.revoked_at is null
    and (api_key.expires_at is null or api_key.expires_at > $2)`,
);

/** Returns the key with this hash if it is neither revoked nor expired. Its application may be suspended. */
export async function findLiveKey(
  database: Database,
  secretHash: Uint8Array,
  now: Date,
): Promise<KeyRecord | undefined> {
  const [key] = await selectLiveKey.run(database, [secretHash, now]);
  return key;
}

interface TokenRecord extends ApplicationRecord {
  connectionId: string;
  memberId: string;
  scopes: string[];
  /** What the player grants today. A later consent may have narrowed it. */
  connectedScopes: string[];
  lastUsedAt: Date | null;
}

const selectLiveToken = prepareStatement<TokenRecord>(
  'live_token',
  `select
    connection.application_id as "applicationId",
    application.disabled_at is not null as "isSuspended",
    application.rate_limits as "ownLimits",
    connection.id as "connectionId",
    connection.member_id as "memberId",
    access_token.scopes,
    connection.scopes as "connectedScopes",
    connection.last_used_at as "lastUsedAt"
  from access_token
  join connection on connection.id = access_token.connection_id
  join application on application.id = connection.application_id
  where access_token.token_hash = $1
    and access_token.revoked_at is null
    and access_token.expires_at > $2
    and connection.revoked_at is null`,
);

/** Returns the access token with this hash if it and its connection are valid. Its application may be suspended. */
export async function findLiveToken(
  database: Database,
  tokenHash: Uint8Array,
  now: Date,
): Promise<TokenRecord | undefined> {
  const [token] = await selectLiveToken.run(database, [tokenHash, now]);
  return token;
}

export async function recordKeyUse(
  database: Database,
  keyIds: readonly string[],
  now: Date,
): Promise<void> {
  await recordUse(database, 'api_key', keyIds, now);
}

export async function recordConnectionUse(
  database: Database,
  connectionIds: readonly string[],
  now: Date,
): Promise<void> {
  await recordUse(database, 'connection', connectionIds, now);
}

// Skips a row that another transaction has locked: that transaction marks it as used, or ends it.
async function recordUse(
  database: Database,
  table: 'api_key' | 'connection',
  ids: readonly string[],
  now: Date,
): Promise<void> {
  await sql`
    update ${sql.table(table)} set last_used_at = ${now}
    where id in (
      select id from ${sql.table(table)} where id = any(${ids}::text[]) for update skip locked
    )
  `.execute(database);
}

export interface CountedRequests {
  day: string;
  applicationId: string;
  /** Empty for an address that is not an operation. */
  operationId: string;
  requests: number;
  /** Requests that were refused because of an error of the caller. */
  errors: number;
  /** Requests that failed because of an error of the service. */
  failures: number;
}

/** Adds these counts to those of all instances. */
export async function addRequests(
  database: Database,
  rows: readonly CountedRequests[],
): Promise<void> {
  await database
    .insertInto('daily_requests')
    .values(
      rows.map(({ applicationId, operationId, ...row }) => ({
        ...row,
        application_id: applicationId,
        operation_id: operationId,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['day', 'application_id', 'operation_id']).doUpdateSet({
        requests: sql`daily_requests.requests + excluded.requests`,
        errors: sql`daily_requests.errors + excluded.errors`,
        failures: sql`daily_requests.failures + excluded.failures`,
      }),
    )
    .execute();
}

/** Returns the applications of API keys or access tokens by the hash of the credential, in hexadecimal. */
export async function findApplications(
  database: Database,
  hashes: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ hash: string; applicationId: string }>`
    with given as (select hash, decode(hash, 'hex') as bytes from unnest(${hashes}::text[]) as hash)
    select hash, application_id as "applicationId"
    from given join api_key on api_key.secret_hash = given.bytes
    union all
    select hash, connection.application_id
    from given
    join access_token on access_token.token_hash = given.bytes
    join connection on connection.id = access_token.connection_id
  `.execute(database);
  return new Map(rows.map(({ hash, applicationId }) => [hash, applicationId]));
}
