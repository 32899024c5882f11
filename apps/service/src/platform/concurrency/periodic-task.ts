import { setTimeout as sleep } from 'node:timers/promises';

/** Runs again and again, one run at a time, until it is stopped. */
export interface PeriodicTask {
  start: () => void;
  /** Waits for the current run. */
  stop: () => Promise<void>;
}

interface Period {
  /** Between the start and the first run. */
  firstPauseMilliseconds: number;
  /** Between the end of a run and the next one. */
  pauseMilliseconds: number;
}

/** @param run Never rejects; ends soon after the signal is aborted. */
export function createPeriodicTask(
  run: (signal: AbortSignal) => Promise<void>,
  { firstPauseMilliseconds, pauseMilliseconds }: Period,
): PeriodicTask {
  let stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | null = null;

  function schedule(milliseconds: number, { signal }: AbortController): void {
    const runOnce = () => {
      running = run(signal).then(() => {
        if (!signal.aborted) schedule(pauseMilliseconds, stopping);
      });
    };
    timer = setTimeout(runOnce, milliseconds).unref();
  }

  return {
    start: () => {
      stopping = new AbortController();
      schedule(firstPauseMilliseconds, stopping);
    },
    stop: async () => {
      stopping.abort();
      clearTimeout(timer);
      await running;
    },
  };
}

/** Waits for work until a deadline. Unfinished work continues in the background. */
export async function waitAtMost(milliseconds: number, work: Promise<unknown>): Promise<void> {
  const ended = new AbortController();
  const deadline = sleep(milliseconds, undefined, { signal: ended.signal }).catch(() => {});
  try {
    await Promise.race([work, deadline]);
  } finally {
    ended.abort();
  }
}

/** Thrown inside a transaction to retry it, because what it read has changed. */
export class ContentionError extends Error {
  override name = 'ContentionError';
}

// Each attempt waits for the transactions in its way, so a second one nearly always succeeds. The
// maximum keeps a bug that looks like contention from running forever.
const MAX_ATTEMPTS = 5;

const SERIALIZATION_FAILURE = '40001';

const DEADLOCK_DETECTED = '40P01';

/** Runs a transaction, and retries it after a conflict with another one. */
export async function retryOnContention<Result>(transact: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await transact();
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !isContention(error)) throw error;
    }
  }
}

function isContention(error: unknown): boolean {
  if (error instanceof ContentionError) return true;
  const code = error instanceof Error && 'code' in error ? error.code : null;
  return code === SERIALIZATION_FAILURE || code === DEADLOCK_DETECTED;
}
