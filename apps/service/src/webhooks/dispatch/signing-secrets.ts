import { randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { openOrNull, type SecretSealing } from '../../platform/secrets/sealing.ts';
import { type PreviousSecret, SIGNING_SECRET_BYTES, toSigningSecret } from './domain/signing.ts';

/** The secrets of an endpoint as they are stored. */
interface SealedSecrets {
  secretSealed: Uint8Array;
  /** The earlier secrets that still sign, sealed together; null if there are none. */
  previousSecretSealed: Uint8Array | null;
  /** When the last of them stops signing. */
  previousSecretExpiresAt: Date | null;
}

export function newSigningSecret(): string {
  return toSigningSecret(randomBytes(SIGNING_SECRET_BYTES));
}

/** Returns the secrets that sign now: the current one and, during a rotation, the earlier ones. */
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

/** Returns the earlier secrets, except those that cannot be read any more. */
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
 * Caches opened secrets, because opening the secret takes about as long as all other work of sending an event.
 */
export function cacheOpenedSecrets(sealing: SecretSealing): SecretSealing {
  const opened = new LRUCache<string, string>({ max: MAX_SECRETS });
  return {
    ...sealing,
    open: async (sealed, context) => {
      // The key is the sealed bytes, so a replaced secret gets another entry.
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
