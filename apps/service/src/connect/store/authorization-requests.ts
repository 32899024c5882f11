import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../platform/database/schema.ts';

interface StoredRequest {
  applicationId: string;
  redirectUri: string;
  scopes: string[];
  state: string | null;
  codeChallenge: string | null;
  expiresAt: Date;
  usedAt: Date | null;
}

interface NewStoredRequest extends Omit<StoredRequest, 'usedAt'> {
  handleHash: Uint8Array;
  trackingCodeHash: Uint8Array | null;
  createdAt: Date;
}

// The state is stored as JSON text, because the driver of the embedded database drops a byte order mark at the
// beginning of a text, and the state must be returned unchanged.
export async function insertRequest(database: Database, request: NewStoredRequest): Promise<void> {
  await database
    .insertInto('authorization_request')
    .values({
      handle_hash: request.handleHash,
      tracking_code_hash: request.trackingCodeHash,
      application_id: request.applicationId,
      redirect_uri: request.redirectUri,
      scopes: request.scopes,
      state: request.state === null ? null : JSON.stringify(request.state),
      code_challenge: request.codeChallenge,
      created_at: request.createdAt,
      expires_at: request.expiresAt,
      used_at: null,
    })
    .execute();
}

export async function findRequest(
  database: Database,
  handleHash: Uint8Array,
): Promise<StoredRequest | undefined> {
  const stored = await database
    .selectFrom('authorization_request')
    .select([
      'application_id as applicationId',
      'redirect_uri as redirectUri',
      'scopes',
      'state',
      'code_challenge as codeChallenge',
      'expires_at as expiresAt',
      'used_at as usedAt',
    ])
    .where('handle_hash', '=', handleHash)
    .executeTakeFirst();
  return stored && { ...stored, state: stored.state === null ? null : JSON.parse(stored.state) };
}

/** Extends an undecided request to this time after its start. Writes at most once. */
export async function retainRequest(
  database: Database,
  handleHash: Uint8Array,
  milliseconds: number,
): Promise<void> {
  const end = sql<Date>`created_at + ${milliseconds} * interval '1 millisecond'`;
  await database
    .updateTable('authorization_request')
    .set({ expires_at: end })
    .where('handle_hash', '=', handleHash)
    .where('used_at', 'is', null)
    .where('expires_at', '<', end)
    .execute();
}

/**
 * Returns the decision of a request that has not expired, and locks the request until the transaction ends, so that
 * simultaneous decisions wait for one another.
 */
export async function lockRequest(
  transaction: DatabaseTransaction,
  handleHash: Uint8Array,
  now: Date,
): Promise<Pick<StoredRequest, 'usedAt'> | undefined> {
  return await transaction
    .selectFrom('authorization_request')
    .select('used_at as usedAt')
    .where('handle_hash', '=', handleHash)
    .where('expires_at', '>', now)
    .forUpdate()
    .executeTakeFirst();
}

/** Records the latest decision of a request. `expiresAt` can only shorten its life. */
export async function recordDecision(
  transaction: DatabaseTransaction,
  handleHash: Uint8Array,
  { now, expiresAt }: { now: Date; expiresAt: Date },
): Promise<void> {
  await transaction
    .updateTable('authorization_request')
    .set({ used_at: now, expires_at: sql`least(expires_at, ${expiresAt}::timestamptz)` })
    .where('handle_hash', '=', handleHash)
    .execute();
}

export interface ApplicationRecord {
  id: string;
  clientId: string;
  name: string;
  redirectUris: string[];
}

/** Returns the application with this client_id, even if it is suspended. */
export async function findApplication(
  database: Database,
  clientId: string,
): Promise<(ApplicationRecord & { isSuspended: boolean }) | undefined> {
  return await selectApplication(database)
    .select(sql<boolean>`disabled_at is not null`.as('isSuspended'))
    .where('client_id', '=', clientId)
    .executeTakeFirst();
}

export async function findApplicationById(
  database: Database,
  id: string,
): Promise<ApplicationRecord | undefined> {
  return await selectApplication(database).where('id', '=', id).executeTakeFirst();
}

function selectApplication(database: Database) {
  return database
    .selectFrom('application')
    .select(['id', 'client_id as clientId', 'name', 'redirect_uris as redirectUris']);
}
