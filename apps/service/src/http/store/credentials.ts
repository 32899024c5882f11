import type { Database } from '../../database/schema.ts';

export interface KeyRecord {
  keyId: string;
  applicationId: string;
  clientId: string;
  scopes: string[];
  lastUsedAt: Date | null;
}

/** The live key with this hash: not revoked, not expired, its application not disabled. */
export async function findLiveKey(
  database: Database,
  secretHash: Uint8Array,
  now: Date,
): Promise<KeyRecord | undefined> {
  return await database
    .selectFrom('api_key')
    .innerJoin('application', 'application.id', 'api_key.application_id')
    .select([
      'api_key.id as keyId',
      'api_key.application_id as applicationId',
      'application.client_id as clientId',
      'api_key.scopes',
      'api_key.last_used_at as lastUsedAt',
    ])
    .where('api_key.secret_hash', '=', secretHash)
    .where('api_key.revoked_at', 'is', null)
    .where('application.disabled_at', 'is', null)
    .where((expression) =>
      expression.or([
        expression('api_key.expires_at', 'is', null),
        expression('api_key.expires_at', '>', now),
      ]),
    )
    .executeTakeFirst();
}

export async function recordKeyUse(database: Database, keyId: string, now: Date): Promise<void> {
  await database
    .updateTable('api_key')
    .set({ last_used_at: now })
    .where('id', '=', keyId)
    .execute();
}

export interface TokenRecord {
  applicationId: string;
  connectionId: string;
  memberId: string;
  scopes: string[];
  /** What the player grants today: a later consent may have narrowed it. */
  connectedScopes: string[];
  /** When the connection was last used. */
  lastUsedAt: Date | null;
}

/** The live access token with this hash; its connection and application must be live too. */
export async function findLiveToken(
  database: Database,
  tokenHash: Uint8Array,
  now: Date,
): Promise<TokenRecord | undefined> {
  return await database
    .selectFrom('access_token')
    .innerJoin('connection', 'connection.id', 'access_token.connection_id')
    .innerJoin('application', 'application.id', 'connection.application_id')
    .select([
      'connection.application_id as applicationId',
      'connection.id as connectionId',
      'connection.member_id as memberId',
      'access_token.scopes',
      'connection.scopes as connectedScopes',
      'connection.last_used_at as lastUsedAt',
    ])
    .where('access_token.token_hash', '=', tokenHash)
    .where('access_token.revoked_at', 'is', null)
    .where('access_token.expires_at', '>', now)
    .where('connection.revoked_at', 'is', null)
    .where('application.disabled_at', 'is', null)
    .executeTakeFirst();
}

export async function recordConnectionUse(
  database: Database,
  connectionId: string,
  now: Date,
): Promise<void> {
  await database
    .updateTable('connection')
    .set({ last_used_at: now })
    .where('id', '=', connectionId)
    .execute();
}
