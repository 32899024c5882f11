import type { IdempotencyClaim, IdempotencyStore, StoredAnswer } from './store.ts';

interface Entry extends IdempotencyClaim {
  answer: StoredAnswer | null;
}

// The size at which expired entries are removed. After that, it is twice the number of remaining entries.
const MIN_SWEEP_SIZE = 1_000;

/**
 * Creates a store of idempotency keys in this process: for tests, and for a server with one instance that may
 * forget its keys when it restarts.
 */
export function memoryIdempotencyStore(clock: () => Date = () => new Date()): IdempotencyStore {
  const entries = new Map<string, Entry>();
  let sweepSize = MIN_SWEEP_SIZE;

  function sweep(now: Date): void {
    if (entries.size < sweepSize) return;
    for (const [key, { expiresAt }] of entries) if (expiresAt <= now) entries.delete(key);
    sweepSize = Math.max(MIN_SWEEP_SIZE, 2 * entries.size);
  }

  return {
    claim: async (claim) => {
      const now = clock();
      sweep(now);
      const entry = entries.get(claim.key);
      const isTaken =
        entry !== undefined &&
        entry.expiresAt > now &&
        (entry.answer !== null || entry.leaseEnd > now);
      if (isTaken) return { fingerprint: entry.fingerprint, answer: entry.answer };
      entries.set(claim.key, { ...claim, answer: null });
      return null;
    },
    complete: async ({ key, holder }, answer) => {
      const entry = entries.get(key);
      if (entry?.holder === holder) entry.answer = answer;
    },
    release: async ({ key, holder }) => {
      if (entries.get(key)?.holder === holder) entries.delete(key);
    },
  };
}
