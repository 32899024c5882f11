import { randomBytes } from 'node:crypto';
import { openOrNull, type SecretSealing } from '../../platform/secrets/sealing.ts';
import type { PreviousSecret } from '../domain/rotation.ts';
import { SIGNING_SECRET_BYTES, toSigningSecret } from './domain/signing.ts';

/** The secrets of an application's endpoint as the database keeps them. */
export interface SealedSecrets {
  secretSealed: Uint8Array;
  /** All that still sign beside it, sealed together; null where there are none. */
  previousSecretSealed: Uint8Array | null;
  /** When the last of them ends. */
  previousSecretExpiresAt: Date | null;
}

export function newSigningSecret(): string {
  return toSigningSecret(randomBytes(SIGNING_SECRET_BYTES));
}

/** The secrets that sign now: the current one, and during a rotation those before beside it. */
export async function openSigningSecrets(
  applicationId: string,
  sealed: SealedSecrets,
  now: Date,
  sealing: SecretSealing,
): Promise<string[]> {
  const current = await sealing.open(sealed.secretSealed, applicationId);
  const isRotating =
    sealed.previousSecretExpiresAt !== null && sealed.previousSecretExpiresAt > now;
  if (!isRotating) return [current];
  const previous = await openPrevious(applicationId, sealed.previousSecretSealed, sealing);
  return [
    current,
    ...previous.filter(({ expiresAt }) => expiresAt > now).map(({ secret }) => secret),
  ];
}

/** The secrets before the current one; none that cannot be read any more. */
export async function openPrevious(
  applicationId: string,
  sealed: Uint8Array | null,
  sealing: SecretSealing,
): Promise<PreviousSecret[]> {
  const text = sealed === null ? null : await openOrNull(sealing, sealed, applicationId);
  const previous = text === null ? [] : (JSON.parse(text) as StoredSecret[]);
  return previous.map(({ secret, expiresAt }) => ({ secret, expiresAt: new Date(expiresAt) }));
}

interface StoredSecret {
  secret: string;
  expiresAt: string;
}

export async function sealPrevious(
  applicationId: string,
  previous: readonly PreviousSecret[],
  sealing: SecretSealing,
): Promise<Uint8Array> {
  return await sealing.seal(JSON.stringify(previous), applicationId);
}
