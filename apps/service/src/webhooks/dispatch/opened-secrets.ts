import { LRUCache } from 'lru-cache';
import type { SecretSealing } from '../../platform/secrets/sealing.ts';

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
