import { setTimeout as sleep } from 'node:timers/promises';

/** Waits for work until its deadline; what has not ended by then goes on, and nobody waits for it. */
export async function waitAtMost(milliseconds: number, work: Promise<unknown>): Promise<void> {
  const ended = new AbortController();
  const deadline = sleep(milliseconds, undefined, { signal: ended.signal }).catch(() => {});
  try {
    await Promise.race([work, deadline]);
  } finally {
    ended.abort();
  }
}
