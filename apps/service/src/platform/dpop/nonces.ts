import type { Dependencies } from '../configuration/dependencies.ts';
import { createSecretSealing, openOrNull } from '../secrets/sealing.ts';

/** The nonces of proofs (RFC 9449 §8), which say that a proof was not made long before it is used. */
export interface Nonces {
  /** The one to use from now on. */
  current: () => Promise<string>;
  /** Whether a proof may have it, and whether it is time for another. */
  judge: (nonce: string) => Promise<'fresh' | 'aging' | 'refused'>;
}

// A client learns the next one with its answers, so all but those that pause longer never have to ask.
const RENEWED_AFTER_SECONDS = 60;
const TAKEN_FOR_SECONDS = 300;

// The clocks of two instances.
const MAX_SKEW_SECONDS = 60;

const MAX_LENGTH = 255;
const CONTEXT = 'dpop nonce';

/**
 * A nonce is the moment it was made at, sealed: every instance takes those of all, and none is stored. All clients
 * have the same for a minute.
 */
export function createNonces({
  clock,
  configuration,
}: Pick<Dependencies, 'clock' | 'configuration'>): Nonces {
  const sealing = createSecretSealing(configuration);
  let latest: { madeAt: number; nonce: Promise<string> } | null = null;

  async function make(madeAt: number): Promise<string> {
    return Buffer.from(await sealing.seal(String(madeAt), CONTEXT)).toString('base64url');
  }

  return {
    current: async () => {
      const now = secondsOf(clock());
      if (latest === null || now >= latest.madeAt + RENEWED_AFTER_SECONDS || now < latest.madeAt) {
        latest = { madeAt: now, nonce: make(now) };
      }
      return await latest.nonce;
    },
    judge: async (nonce) => {
      if (nonce.length > MAX_LENGTH) return 'refused';
      const madeAt = await openOrNull(sealing, Buffer.from(nonce, 'base64url'), CONTEXT);
      if (madeAt === null) return 'refused';
      const age = secondsOf(clock()) - Number(madeAt);
      if (age < -MAX_SKEW_SECONDS || age >= TAKEN_FOR_SECONDS) return 'refused';
      return age < RENEWED_AFTER_SECONDS ? 'fresh' : 'aging';
    },
  };
}

function secondsOf(moment: Date): number {
  return Math.floor(moment.getTime() / 1_000);
}
