import type { SecretSealing } from '../../platform/secrets/sealing.ts';

const MOST_SECRETS = 1_000;

/**
 * Remembers what it has opened lately: an endpoint is sent many events, and to open its secret takes
 * about as long as all else that is done to send one.
 */
export function rememberOpened(sealing: SecretSealing): SecretSealing {
  const opened = new Map<string, string>();
  return {
    seal: sealing.seal,
    open: async (sealed, context) => {
      // By the bytes themselves, so that a secret that is replaced is not mistaken for the one before.
      const { buffer, byteOffset, byteLength } = sealed;
      const bytes = Buffer.from(buffer, byteOffset, byteLength).toString('latin1');
      const name = `${context} ${bytes}`;
      const known = opened.get(name);
      if (known !== undefined) return known;
      const secret = await sealing.open(sealed, context);
      if (opened.size >= MOST_SECRETS) opened.clear();
      opened.set(name, secret);
      return secret;
    },
  };
}
