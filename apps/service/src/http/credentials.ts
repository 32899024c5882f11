import type { Database } from '../database/schema.ts';
import type { KeyCaller, TokenCaller } from './caller.ts';
import { hashSecret } from './secrets.ts';
import {
  findLiveKey,
  findLiveToken,
  recordConnectionUse,
  recordKeyUse,
} from './store/credentials.ts';

// Written at most once a minute: a write at every request would cost more than the request.
const LAST_USE_PRECISION_MILLISECONDS = 60_000;

/** The caller whom an API key identifies; null for one unknown, revoked or expired. */
export async function findCallerByKey(
  database: Database,
  key: string,
  now: Date,
): Promise<KeyCaller | null> {
  const record = await findLiveKey(database, hashSecret(key), now);
  if (record === undefined) return null;
  const { keyId, applicationId, clientId, scopes, lastUsedAt } = record;
  if (isWorthRecording(lastUsedAt, now)) await recordKeyUse(database, keyId, now);
  return { kind: 'key', scopes: new Set(scopes), applicationId, clientId, keyId };
}

/** The caller whom a client's slug and key identify together (RFC 6749 §2.3.1). */
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
  await noteConnectionUse(database, { id: whom.connectionId, lastUsedAt }, now);
  const granted = scopes.filter((scope) => connectedScopes.includes(scope));
  return { kind: 'token', ...whom, scopes: new Set(granted) };
}

/** Notes that an application reads a player's data, for the player's account page. */
export async function noteConnectionUse(
  database: Database,
  connection: { id: string; lastUsedAt: Date | null },
  now: Date,
): Promise<void> {
  if (isWorthRecording(connection.lastUsedAt, now)) {
    await recordConnectionUse(database, connection.id, now);
  }
}

function isWorthRecording(lastUsedAt: Date | null, now: Date): boolean {
  return now.getTime() - (lastUsedAt?.getTime() ?? 0) >= LAST_USE_PRECISION_MILLISECONDS;
}
