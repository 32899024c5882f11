import type { Database } from '../database/schema.ts';
import { hashSecret } from '../secrets/secrets.ts';
import type { KeyCaller, TokenCaller } from './caller.ts';
import { isStale, noteConnectionUse, noteKeyUse } from './last-use.ts';
import { findLiveKey, findLiveToken } from './store/credentials.ts';

/** The caller whom an API key identifies; null for one unknown, revoked or expired. */
export async function findCallerByKey(
  database: Database,
  key: string,
  now: Date,
): Promise<KeyCaller | null> {
  const record = await findLiveKey(database, hashSecret(key), now);
  if (record === undefined) return null;
  const { scopes, lastUsedAt, ...whom } = record;
  if (isStale(lastUsedAt, now)) noteKeyUse(database, whom.keyId, now);
  return { kind: 'key', ...whom, scopes: new Set(scopes) };
}

/** The caller whom a `client_id` and a key identify together (RFC 6749 §2.3.1). */
export async function findCallerByClient(
  database: Database,
  client: { clientId: string; clientSecret: string },
  now: Date,
): Promise<KeyCaller | null> {
  const caller = await findCallerByKey(database, client.clientSecret, now);
  return caller?.clientId === client.clientId ? caller : null;
}

/** The caller whom an access token identifies; null for one unknown, revoked or expired. */
export async function findCallerByToken(
  database: Database,
  token: string,
  now: Date,
): Promise<TokenCaller | null> {
  const record = await findLiveToken(database, hashSecret(token), now);
  if (record === undefined) return null;
  const { connectedScopes, scopes, lastUsedAt, ...whom } = record;
  if (isStale(lastUsedAt, now)) noteConnectionUse(database, [whom.connectionId], now);
  const granted = scopes.filter((scope) => connectedScopes.includes(scope));
  return { kind: 'token', ...whom, scopes: new Set(granted) };
}
