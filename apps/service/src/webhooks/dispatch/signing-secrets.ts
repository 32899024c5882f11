import { randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { openOrNull, type SecretSealing } from '../../platform/secrets/sealing.ts';
import { type PreviousSecret, SIGNING_SECRET_BYTES, toSigningSecret } from './domain/signing.ts';

/** The secrets of an application's endpoint as the database keeps them. */
interface SealedSecrets {
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

export const MAX_SECRETS = 1_000;

/**
 * Caches opened secrets: an endpoint is sent many events, and opening its secret takes about as long
 * as everything else that is done to send one.
 */
export function cacheOpenedSecrets(sealing: SecretSealing): SecretSealing {
  const opened = new LRUCache<string, string>({ max: MAX_SECRETS });
  return {
    ...sealing,
    open: async (sealed, context) => {
      // The key is the bytes themselves, so that a replaced secret is never taken for the one before.
      const { buffer, byteOffset, byteLength } = sealed;
      const bytes = Buffer.from(buffer, byteOffset, byteLength).toString('latin1');
      const key = `${context} ${bytes}`;
      const cached = opened.get(key);
      if (cached !== undefined) return cached;
      const secret = await sealing.open(sealed, context);
      opened.set(key, secret);
      return secret;
    },
  };
}
