import type { RateLimitStore } from './rate-limits.ts';

interface Window {
  requests: number;
  endsAt: number;
}

// The size at which ended windows are removed. After that, it is twice the number of remaining windows.
const MIN_SWEEP_SIZE = 1_000;

/** Creates a store of counts in this process, for a server with one instance. */
export function memoryRateLimitStore(clock: () => number = Date.now): RateLimitStore {
  const windows = new Map<string, Window>();
  let sweepSize = MIN_SWEEP_SIZE;

  function sweep(now: number): void {
    if (windows.size < sweepSize) return;
    for (const [name, { endsAt }] of windows) if (endsAt <= now) windows.delete(name);
    sweepSize = Math.max(MIN_SWEEP_SIZE, 2 * windows.size);
  }

  return {
    count: async (name, windowSeconds) => {
      const now = clock();
      sweep(now);
      let window = windows.get(name);
      if (window === undefined || window.endsAt <= now) {
        window = { requests: 0, endsAt: now + windowSeconds * 1_000 };
        windows.set(name, window);
      }
      window.requests += 1;
      const resetSeconds = Math.max(1, Math.ceil((window.endsAt - now) / 1_000));
      return { requests: window.requests, resetSeconds };
    },
  };
}
