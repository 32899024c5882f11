import type { Insertable } from 'kysely';
import { endTokensOf } from '../../oauth/store/ended-tokens.ts';
import { recordAudit } from '../../platform/audit/store/audit.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import { newId } from '../../platform/database/identifiers.ts';
import type { ApiKeyTable, DatabaseTransaction } from '../../platform/database/schema.ts';
import { hashSecret, newSecret } from '../../platform/secrets/secrets.ts';
import { OperatorError } from '../terminal/operator-error.ts';
import { DEFAULT_KEY_SCOPES, KEY_SCOPES } from './key-scopes.ts';
import { refuseClientId, refuseName, refuseRedirects } from './partner-faults.ts';
import {
  findApplication,
  findKey,
  insertApplication,
  insertKey,
  listApplications,
  listKeys,
  lockApplication,
  revokeKey,
} from './store/applications.ts';

export interface NewPartner {
  clientId: string;
  name: string;
  redirectUris: readonly string[];
}

export interface NewKey {
  keyId: string;
  /** Shown once; only its hash is stored. */
  apiKey: string;
}

const PUBLIC_PREFIX_LENGTH = 12;

/** Makes a partner application; its `clientId` is what OAuth calls its client_id. */
export async function createPartner(
  { database, clock }: Dependencies,
  { clientId, name, redirectUris }: NewPartner,
): Promise<{ applicationId: string }> {
  refuseClientId(clientId);
  refuseName(name);
  refuseRedirects(redirectUris);

  const applicationId = newId('app');
  const now = clock();
  await database.transaction().execute(async (transaction) => {
    const inserted = await insertApplication(transaction, {
      id: applicationId,
      client_id: clientId,
      name: name.normalize('NFC'),
      redirect_uris: [...redirectUris],
      created_at: now,
      disabled_at: null,
    });
    if (!inserted) {
      throw new OperatorError(`There is a partner ${clientId} already. Choose another client_id.`);
    }
    await recordAudit(transaction, {
      ...operatorsAct(applicationId, now),
      action: 'partner.created',
      details: { clientId, redirectUris },
    });
  });
  return { applicationId };
}

export interface ListedPartner {
  clientId: string;
  applicationId: string;
  name: string;
  createdAt: Date;
  suspendedAt: Date | null;
  deletedAt: Date | null;
}

/** Every partner, by client_id. */
export async function listPartners({
  database,
}: Pick<Dependencies, 'database'>): Promise<ListedPartner[]> {
  return await listApplications(database);
}

export interface KeyRequest {
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
  const unknown = scopes.filter((scope) => !KEY_SCOPES.some((known) => known === scope));
  if (unknown.length > 0) {
    throw new OperatorError(
      `Unknown key scope: ${unknown.join(', ')}. Known are ${KEY_SCOPES.join(', ')}.`,
    );
  }
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

/** Every key of a partner, the oldest first. */
export async function listPartnerKeys(
  { database }: Pick<Dependencies, 'database'>,
  clientId: string,
): Promise<ListedKey[]> {
  const application = await requireApplication(database, clientId);
  return await listKeys(database, application.id);
}

/** @throws OperatorError where there is no such key. */
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

/** What the audit says of each act of an operator about a partner. */
export function operatorsAct(applicationId: string, now: Date) {
  return { occurredAt: now, actor: 'operator', applicationId, memberId: null } as const;
}

/** @throws OperatorError where there never was a partner with this client_id. */
export async function requireApplication(database: Dependencies['database'], clientId: string) {
  const application = await findApplication(database, clientId);
  if (application === undefined) throw noPartner(clientId);
  return application;
}

/** @throws OperatorError where there is no partner with this client_id, or no more. */
export async function requireLivePartner(database: Dependencies['database'], clientId: string) {
  return refuseDeleted(await requireApplication(database, clientId));
}

/**
 * The same, which nobody else changes until the transaction ends.
 * @throws OperatorError
 */
export async function lockLivePartner(transaction: DatabaseTransaction, clientId: string) {
  const application = await lockApplication(transaction, clientId);
  if (application === undefined) throw noPartner(clientId);
  return refuseDeleted(application);
}

function refuseDeleted<Found extends { client_id: string; deleted_at: Date | null }>(
  application: Found,
): Found {
  const { client_id: clientId, deleted_at: deletedAt } = application;
  if (deletedAt === null) return application;
  throw new OperatorError(
    `${clientId} was deleted at ${deletedAt.toISOString()}. Make a partner with another client_id.`,
  );
}

function noKey(keyId: string): OperatorError {
  return new OperatorError(
    `There is no key ${keyId}. List a partner's keys with \`partner key list SLUG\`.`,
  );
}

function noPartner(clientId: string): OperatorError {
  return new OperatorError(
    `There is no partner ${clientId}. Make one with \`partner create ${clientId}\`.`,
  );
}
