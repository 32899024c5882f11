import { ProblemError } from '@partner-rating/server';
import { keyScopes } from '@partner-rating/server/catalogue';
import type { Insertable } from 'kysely';
import { endTokensOf } from '../../connect/store/connections.ts';
import { recordAudit } from '../../platform/audit/store/audit.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import { newId } from '../../platform/database/identifiers.ts';
import type { ApiKeyTable } from '../../platform/database/schema.ts';
import { hashSecret, newSecret } from '../../platform/secrets/sealing.ts';
import { refuseField } from '../api/caller.ts';
import { findKey, insertKey, type ListPart, listKeys, revokeKey } from '../store/applications.ts';
import { operatorsAct, requireApplication, requireLivePartner } from './partners.ts';

type KeyScope = (typeof keyScopes)[number]['name'];

/** What an API key may be allowed: a closed list. */
export const KEY_SCOPES: readonly KeyScope[] = keyScopes.map(({ name }) => name);

/**
 * What a key gets when nothing is said: everything but submitting matches for players who have not
 * agreed, which an operator gives on purpose.
 */
export const DEFAULT_KEY_SCOPES: readonly KeyScope[] = keyScopes
  .filter(({ isDefault }) => isDefault)
  .map(({ name }) => name);

interface NewKey {
  keyId: string;
  /** Shown once; only its hash is stored. */
  apiKey: string;
}

const PUBLIC_PREFIX_LENGTH = 12;

const MAX_LIVE_KEYS = 20;

/**
 * Refuses what a person of the partner may not give a key: the service trusts imports and results without consent
 * only if an operator says so. A key may have what another live key of the application has, so that the team can
 * replace one, but not for longer.
 */
export async function refuseScopes(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  { clientId, scopes = [], expiresAt = null }: KeyRequest,
): Promise<void> {
  const now = clock();
  const keys = await listPartnerKeys({ database }, clientId);
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
    const detail = `Only the operator of the service gives the scope ${scope}. Ask them, or leave it out.`;
    throw refuseField(`/scopes/${index}`, detail, 'enum');
  }
}

export function isLiveKey({ revokedAt, expiresAt }: ListedKey, now: Date): boolean {
  return revokedAt === null && (expiresAt === null || expiresAt > now);
}

interface KeyRequest {
  clientId: string;
  scopes?: readonly string[];
  expiresAt?: Date | null;
  /** Called with the key before it is stored. */
  beforeStored?: (apiKey: string) => Promise<void>;
}

export async function createKey(
  { database, clock }: Dependencies,
  request: KeyRequest,
): Promise<NewKey> {
  const application = await requireLivePartner(database, request.clientId);
  const scopes = [...new Set(request.scopes ?? DEFAULT_KEY_SCOPES)];
  const now = clock();
  const expiresAt = request.expiresAt ?? null;
  const { row, apiKey } = newKeyRow(application.id, { now, scopes, expiresAt });
  await request.beforeStored?.(apiKey);
  await database.transaction().execute(async (transaction) => {
    await insertKey(transaction, row);
    await recordAudit(transaction, {
      ...operatorsAct(application.id, now),
      action: 'key.created',
      details: { keyId: row.id, prefix: row.prefix, scopes, expiresAt },
    });
  });
  return { keyId: row.id, apiKey };
}

/** A key not stored yet, and the row that stands for it. */
export function newKeyRow(
  applicationId: string,
  key: { now: Date; scopes?: readonly string[]; expiresAt?: Date | null },
): { apiKey: string; row: Insertable<ApiKeyTable> } {
  const apiKey = newSecret('prk_');
  return {
    apiKey,
    row: {
      id: newId('key'),
      application_id: applicationId,
      prefix: apiKey.slice(0, PUBLIC_PREFIX_LENGTH),
      secret_hash: hashSecret(apiKey),
      scopes: [...(key.scopes ?? DEFAULT_KEY_SCOPES)],
      created_at: key.now,
      expires_at: key.expiresAt ?? null,
      revoked_at: null,
      last_used_at: null,
    },
  };
}

export interface ListedKey {
  keyId: string;
  /** The beginning of the key, by which its owner knows it. */
  prefix: string;
  scopes: string[];
  createdAt: Date;
  expiresAt: Date | null;
  revokedAt: Date | null;
  lastUsedAt: Date | null;
}

/** The keys of a partner, the oldest first. */
export async function listPartnerKeys(
  { database }: Pick<Dependencies, 'database'>,
  clientId: string,
  part: ListPart = {},
): Promise<ListedKey[]> {
  const application = await requireApplication(database, clientId);
  return await listKeys(database, application.id, part);
}

/** @throws ProblemError where there is no such key. */
export async function showKey(
  { database }: Pick<Dependencies, 'database'>,
  keyId: string,
): Promise<ListedKey & { clientId: string }> {
  const key = await findKey(database, keyId);
  if (key === undefined) throw noKey(keyId);
  return key;
}

export async function revokePartnerKey(
  { database, clock }: Dependencies,
  keyId: string,
  { endsTokens = false }: { endsTokens?: boolean } = {},
): Promise<{ endedTokens: number }> {
  const now = clock();
  return await database.transaction().execute(async (transaction) => {
    const revoked = await revokeKey(transaction, keyId, now);
    if (revoked === undefined) throw noKey(keyId);
    const { applicationId, wasLive } = revoked;
    const endedTokens = endsTokens ? await endTokensOf(transaction, { applicationId }, now) : 0;
    const act = operatorsAct(applicationId, now);
    if (wasLive)
      await recordAudit(transaction, { ...act, action: 'key.revoked', details: { keyId } });
    if (endsTokens) {
      await recordAudit(transaction, { ...act, action: 'token.revoked', details: { endedTokens } });
    }
    return { endedTokens };
  });
}

export function noKey(keyId: string): ProblemError {
  return new ProblemError('not_found', {
    detail: `There is no key ${keyId}. List the keys of the partner to find it.`,
  });
}
