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
