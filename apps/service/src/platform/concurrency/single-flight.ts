import { yieldToEventLoop } from './yield.ts';

/**
 * Single-flight: calls with the same key in the same iteration of the event loop share one look-up.
 * It begins after all of them were made, so a key that was revoked is refused to the very next
 * request.
 */
export function createSingleFlight<Value>(
  lookUp: (key: string) => Promise<Value>,
): (key: string) => Promise<Value> {
  const inFlight = new Map<string, Promise<Value>>();

  async function lookUpNext(key: string): Promise<Value> {
    await yieldToEventLoop();
    inFlight.delete(key);
    return await lookUp(key);
  }

  return (key) => {
    const shared = inFlight.get(key) ?? lookUpNext(key);
    inFlight.set(key, shared);
    return shared;
  };
}

/**
 * Shares one look-up among all who ask while it runs, and its result, or its failure, for a time after it ended.
 */
export function cacheResult<Value>(
  milliseconds: number,
  lookUp: () => Promise<Value>,
): () => Promise<Value> {
  let shared: Promise<Value> | null = null;
  let endedAt = Number.POSITIVE_INFINITY;

  async function lookUpOnce(): Promise<Value> {
    endedAt = Number.POSITIVE_INFINITY;
    try {
      return await lookUp();
    } finally {
      endedAt = performance.now();
    }
  }

  return () => {
    if (shared === null || performance.now() - endedAt >= milliseconds) shared = lookUpOnce();
    return shared;
  };
}
