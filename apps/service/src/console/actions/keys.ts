import type { ProblemError } from '@partner-rating/server';
import { keyScopes } from '@partner-rating/server/catalogue';
import type { Insertable } from 'kysely';
import { endTokensOf } from '../../connect/store/connections.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import { newId } from '../../platform/database/identifiers.ts';
import type { ApiKeyTable, DatabaseTransaction } from '../../platform/database/schema.ts';
import { hashSecret, newSecret } from '../../platform/secrets/sealing.ts';
import { notFound, refuseField } from '../api/handlers.ts';
import { insertKey, listKeys, revokeKey } from '../store/applications.ts';
import { inTransaction, recordAct } from './audited.ts';
import { requireApplication, requireLivePartner } from './partners.ts';

type KeyScope = (typeof keyScopes)[number]['name'];

/** The scopes of API keys. */
export const KEY_SCOPES: readonly KeyScope[] = keyScopes.map(({ name }) => name);

/**
 * The scopes of a key by default: all except those that submit matches for players who have not
 * consented. Only an operator can give those scopes.
 */
export const DEFAULT_KEY_SCOPES: readonly KeyScope[] = keyScopes
  .filter(({ isDefault }) => isDefault)
  .map(({ name }) => name);

const PUBLIC_PREFIX_LENGTH = 12;

const MAX_LIVE_KEYS = 20;

/**
 * Refuses a key that a person of the partner may not create: one too many, or one with a scope that only an operator
 * gives. The service trusts imports and results without consent only if an operator says so. A key may have such a scope
 * of another live key of the application, but may not live longer, so that the team can replace that key.
 */
export async function requirePermittedKey(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  { clientId, scopes = [], expiresAt = null }: KeyRequest,
): Promise<void> {
  const now = clock();
  const { id } = await requireApplication(database, clientId);
  const keys = await listKeys(database, id);
  const live = keys.filter((key) => isLiveKey(key, now));
  if (live.length >= MAX_LIVE_KEYS) {
    const detail = `The application has ${live.length} keys, which is the maximum. Revoke one first.`;
    throw refuseField('', detail, 'maxItems');
  }
  const isHeld = (scope: string) =>
    live.some(
      (key) =>
        key.scopes.includes(scope) &&
        (key.expiresAt === null || (expiresAt !== null && expiresAt <= key.expiresAt)),
    );
  for (const [index, scope] of scopes.entries()) {
    if (DEFAULT_KEY_SCOPES.some((one) => one === scope) || isHeld(scope)) continue;
    const detail = `Only the operator of the service gives the scope ${scope}. Ask the operator, or omit it.`;
    throw refuseField(`/scopes/${index}`, detail, 'enum');
  }
}

function isLiveKey({ revokedAt, expiresAt }: ListedKey, now: Date): boolean {
  return revokedAt === null && (expiresAt === null || expiresAt > now);
}

interface KeyRequest {
  clientId: string;
  scopes?: readonly string[] | undefined;
  expiresAt?: Date | null;
  /** Called with the key before it is stored. */
  beforeStored?: (apiKey: string) => Promise<void>;
}

interface CreatedKey {
  keyId: string;
  apiKey: string;
}

/** Creates a key of a partner. It is shown once, because only its hash is stored. */
export async function createKey(
  dependencies: Dependencies,
  { clientId, beforeStored, ...wanted }: KeyRequest,
): Promise<CreatedKey> {
  const { id: applicationId } = await requireLivePartner(dependencies.database, clientId);
  const now = dependencies.clock();
  const made = newKeyRow(applicationId, { ...wanted, now });
  await beforeStored?.(made.apiKey);
  return await inTransaction(
    dependencies,
    async (transaction) => await storeKey(transaction, made, now),
  );
}

/** Stores a new key, and returns how its owner sees it. */
export async function storeKey(
  transaction: DatabaseTransaction,
  { row, apiKey }: NewKey,
  now: Date,
): Promise<CreatedKey> {
  await insertKey(transaction, row);
  const { id: keyId, application_id: applicationId, prefix, scopes, expires_at: expiresAt } = row;
  const details = { keyId, prefix, scopes, expiresAt };
  await recordAct(transaction, now, 'key.created', { applicationId, details });
  return { keyId, apiKey };
}

interface NewKey {
  apiKey: string;
  row: Insertable<ApiKeyTable>;
}

/** Returns a new key and its row, which is not stored yet. */
export function newKeyRow(
  applicationId: string,
  key: { now: Date; scopes?: readonly string[] | undefined; expiresAt?: Date | null },
): NewKey {
  const apiKey = newSecret('prk_');
  return {
    apiKey,
    row: {
      id: newId('key'),
      application_id: applicationId,
      prefix: apiKey.slice(0, PUBLIC_PREFIX_LENGTH),
      secret_hash: hashSecret(apiKey),
      scopes: [...new Set(key.scopes ?? DEFAULT_KEY_SCOPES)],
      created_at: key.now,
      expires_at: key.expiresAt ?? null,
      revoked_at: null,
      last_used_at: null,
    },
  };
}

export interface ListedKey {
  keyId: string;
  /** The first characters of the key, by which its owner recognizes it. */
  prefix: string;
  scopes: string[];
  createdAt: Date;
  expiresAt: Date | null;
  revokedAt: Date | null;
  lastUsedAt: Date | null;
}

/** Revokes a key, and the tokens of its application on request. */
export async function revokePartnerKey(
  dependencies: Pick<Dependencies, 'database' | 'clock'>,
  keyId: string,
  { endsTokens = false }: { endsTokens?: boolean } = {},
): Promise<{ endedTokens: number }> {
  return await inTransaction(dependencies, async (transaction, now) => {
    const revoked = await revokeKey(transaction, keyId, now);
    if (revoked === undefined) throw noKey(keyId);
    const { applicationId, wasLive } = revoked;
    const record = async (action: 'key.revoked' | 'token.revoked', details: object) =>
      await recordAct(transaction, now, action, { applicationId, details: { ...details } });
    const endedTokens = endsTokens ? await endTokensOf(transaction, { applicationId }, now) : 0;
    if (wasLive) await record('key.revoked', { keyId });
    if (endsTokens) await record('token.revoked', { endedTokens });
    return { endedTokens };
  });
}

/** Refuses a request about a key that does not exist. */
export function noKey(keyId: string): ProblemError {
  return notFound(`There is no key ${keyId}. List the keys of the partner to find it.`);
}
