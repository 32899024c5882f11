// The SQL about partner applications and their API keys.

import { type Insertable, sql, type Updateable } from 'kysely';
import type {
  ApiKeyTable,
  ApplicationTable,
  Database,
  DatabaseTransaction,
} from '../../platform/database/schema.ts';

export async function insertApplication(
  database: Database,
  application: Insertable<ApplicationTable>,
): Promise<boolean> {
  const inserted = await database
    .insertInto('application')
    .values(application)
    .onConflict((conflict) => conflict.column('client_id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

export async function findApplication(database: Database, clientId: string) {
  return await database
    .selectFrom('application')
    .selectAll()
    .where('client_id', '=', clientId)
    .executeTakeFirst();
}

export async function insertKey(database: Database, key: Insertable<ApiKeyTable>): Promise<void> {
  await database.insertInto('api_key').values(key).execute();
}

/** A page of a list: the entries after a key, up to a limit. Everything if neither is given. */
export interface ListPart {
  after?: string | undefined;
  limit?: number | undefined;
}

export async function listKeys(
  database: Database,
  applicationId: string,
  { after, limit }: ListPart = {},
) {
  return await selectKeys(database)
    .where('application_id', '=', applicationId)
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(api_key.created_at, api_key.id) > (
          select created_at, id from api_key where id = ${after}
        )`,
      ),
    )
    .orderBy('api_key.created_at')
    .orderBy('api_key.id')
    .$if(limit !== undefined, (query) => query.limit(limit ?? 0))
    .execute();
}

export async function findKey(database: Database, keyId: string) {
  return await selectKeys(database)
    .innerJoin('application', 'application.id', 'api_key.application_id')
    .select('client_id as clientId')
    .where('api_key.id', '=', keyId)
    .executeTakeFirst();
}

function selectKeys(database: Database) {
  return database
    .selectFrom('api_key')
    .select([
      'api_key.id as keyId',
      'api_key.prefix',
      'api_key.scopes',
      'api_key.created_at as createdAt',
      'api_key.expires_at as expiresAt',
      'api_key.revoked_at as revokedAt',
      'api_key.last_used_at as lastUsedAt',
    ]);
}

/** Revokes a key and returns its application; undefined if there is no such key. A revoked key stays as it is. */
export async function revokeKey(
  transaction: DatabaseTransaction,
  keyId: string,
  now: Date,
): Promise<{ applicationId: string; wasLive: boolean } | undefined> {
  const key = await transaction
    .selectFrom('api_key')
    .select(['application_id as applicationId', 'revoked_at as revokedAt'])
    .where('id', '=', keyId)
    .forUpdate()
    .executeTakeFirst();
  if (key === undefined) return undefined;
  const { applicationId, revokedAt } = key;
  if (revokedAt === null) {
    const live = transaction.updateTable('api_key').where('id', '=', keyId);
    await live.set({ revoked_at: now }).execute();
  }
  return { applicationId, wasLive: revokedAt === null };
}

interface PartnerListPart extends ListPart {
  /** Only those that have this account in their team. */
  accountId?: string | undefined;
  /** Only those that wait for approval. */
  isPending?: boolean | undefined;
}

/** Lists the applications by client_id. A team no longer sees its application once it is deleted. */
export async function listApplications(
  database: Database,
  { after, limit, accountId, isPending }: PartnerListPart = {},
) {
  return await database
    .selectFrom('application')
    .select([
      'client_id as clientId',
      'id as applicationId',
      'name',
      'created_at as createdAt',
      'pending_since as pendingSince',
      sql<Date | null>`case when pending_since is null then disabled_at end`.as('suspendedAt'),
      'deleted_at as deletedAt',
    ])
    .$if(accountId !== undefined, (query) =>
      query.where('deleted_at', 'is', null).where('id', 'in', ({ selectFrom }) =>
        selectFrom('application_member')
          .select('application_id')
          .where('account_id', '=', accountId ?? ''),
      ),
    )
    .$if(isPending === true, (query) => query.where('pending_since', 'is not', null))
    .$if(after !== undefined, (query) => query.where('client_id', '>', after ?? ''))
    .orderBy('client_id')
    .$if(limit !== undefined, (query) => query.limit(limit ?? 0))
    .execute();
}

/** Locks the application with this client_id until the transaction ends. */
export async function lockApplication(transaction: DatabaseTransaction, clientId: string) {
  return await transaction
    .selectFrom('application')
    .selectAll()
    .where('client_id', '=', clientId)
    .forUpdate()
    .executeTakeFirst();
}

export async function updateApplication(
  transaction: DatabaseTransaction,
  id: string,
  change: Updateable<ApplicationTable>,
): Promise<void> {
  await transaction.updateTable('application').set(change).where('id', '=', id).execute();
}

/** What an application has and does. */
export interface ApplicationSummary {
  liveKeys: number;
  /** When one of its keys was last used. */
  lastUsedAt: Date | null;
  connectedPlayers: number;
  webhookEndpoints: number;
  /** Endpoints that refused the last delivery. */
  failingEndpoints: number;
  batches: number;
  lastBatchAt: Date | null;
}

export async function summarizeApplication(
  database: Database,
  applicationId: string,
  now: Date,
): Promise<ApplicationSummary> {
  const { rows } = await sql<ApplicationSummary>`
    select key.*, connected.*, endpoint.*, batch.*
    from (
      select
        count(*) filter (
          where revoked_at is null and (expires_at is null or expires_at > ${now.toISOString()}::timestamptz)
        ) as "liveKeys",
        max(last_used_at) as "lastUsedAt"
      from api_key where application_id = ${applicationId}
    ) as key
    cross join (
      select count(*) as "connectedPlayers"
      from connection where application_id = ${applicationId} and revoked_at is null
    ) as connected
    cross join (
      select
        count(*) as "webhookEndpoints",
        count(failing_since) as "failingEndpoints"
      from webhook_endpoint where application_id = ${applicationId}
    ) as endpoint
    cross join (
      select count(*) as batches, max(created_at) as "lastBatchAt"
      from match_batch where application_id = ${applicationId}
    ) as batch
  `.execute(database);
  const [summary] = rows;
  if (summary === undefined) throw new Error('An aggregate has one row.');
  return summary;
}

/** Revokes every key of an application, and returns how many. */
export async function revokeKeysOf(
  transaction: DatabaseTransaction,
  applicationId: string,
  now: Date,
): Promise<number> {
  const { numUpdatedRows } = await transaction
    .updateTable('api_key')
    .set({ revoked_at: now })
    .where('application_id', '=', applicationId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Ends every connection of an application, and returns the ids of the members. */
export async function endConnectionsOf(
  transaction: DatabaseTransaction,
  applicationId: string,
  now: Date,
): Promise<string[]> {
  const ended = await transaction
    .updateTable('connection')
    .set({ revoked_at: now })
    .where('application_id', '=', applicationId)
    .where('revoked_at', 'is', null)
    .returning('member_id')
    .execute();
  return ended.map(({ member_id }) => member_id);
}

/** Ends the authorizations of an application that players have not finished. */
export async function endRequestsOf(
  transaction: DatabaseTransaction,
  applicationId: string,
  now: Date,
): Promise<void> {
  await transaction
    .updateTable('authorization_request')
    .set({ used_at: now })
    .where('application_id', '=', applicationId)
    .where('used_at', 'is', null)
    .execute();
}
