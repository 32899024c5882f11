import {
  type Counters,
  WINDOW_SECONDS,
} from '@partner-rating/service/src/platform/http/rate-limits.ts';

/** Counts requests by the time of the scenarios, so that no machine is too slow for a minute of it. */
export function countByTime(clock: () => Date): Counters {
  return {
    counter: () => {
      const windows = new Map<string, { requests: number; endsAt: number }>();
      return async (who) => {
        const now = clock().getTime();
        const last = windows.get(who);
        const window =
          last !== undefined && now < last.endsAt
            ? last
            : { requests: 0, endsAt: now + WINDOW_SECONDS * 1_000 };
        window.requests += 1;
        windows.set(who, window);
        return {
          requests: window.requests,
          resetSeconds: Math.ceil((window.endsAt - now) / 1_000),
        };
      };
    },
    close: async () => {},
  };
}
