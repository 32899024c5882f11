import type { Operation } from '@partner-rating/server';
import { prepareStatement } from '../../database/prepared-statement.ts';
import type { Database } from '../../database/schema.ts';

/** Requests a minute of an application by class, where it has others than the service's; 0 is off. */
export type OwnLimits = Readonly<Partial<Record<Operation['rateLimitClass'], number>>>;

interface ApplicationRecord {
  applicationId: string;
  isSuspended: boolean;
  ownLimits: OwnLimits | null;
}

export interface KeyRecord extends ApplicationRecord {
  keyId: string;
  clientId: string;
  dpopBoundAccessTokens: boolean;
  scopes: string[];
  lastUsedAt: Date | null;
}

export const selectLiveKey = prepareStatement<KeyRecord>(
  'live_key',
  `select
    api_key.id as "keyId",
    api_key.application_id as "applicationId",
    application.client_id as "clientId",
    application.dpop_bound_access_tokens as "dpopBoundAccessTokens",
    application.disabled_at is not null as "isSuspended",
    application.rate_limits as "ownLimits",
    api_key.scopes,
    api_key.last_used_at as "lastUsedAt"
  from api_key
  join application on application.id = api_key.application_id
  where api_key.secret_hash = $1
    and api_key.revoked_at is null
    and (api_key.expires_at is null or api_key.expires_at > $2)`,
);

/** The live key with this hash: not revoked, not expired. Its application may be suspended. */
export async function findLiveKey(
  database: Database,
  secretHash: Uint8Array,
  now: Date,
): Promise<KeyRecord | undefined> {
  const [key] = await selectLiveKey.run(database, [secretHash, now]);
  return key;
}

export interface TokenRecord extends ApplicationRecord {
  connectionId: string;
  memberId: string;
  dpopJkt: string | null;
  scopes: string[];
  /** What the player grants today: a later consent may have narrowed it. */
  connectedScopes: string[];
  /** When the connection was last used. */
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
    access_token.dpop_jkt as "dpopJkt",
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

/** The live access token with this hash, of a live connection. Its application may be suspended. */
export async function findLiveToken(
  database: Database,
  tokenHash: Uint8Array,
  now: Date,
): Promise<TokenRecord | undefined> {
  const [token] = await selectLiveToken.run(database, [tokenHash, now]);
  return token;
}
