import { setTimeout as sleep } from 'node:timers/promises';
import { ProblemError } from '@partner-rating/server';
import { KeyedMutex } from '../platform/concurrency/keyed-mutex.ts';

/** Thrown inside a transaction where another instance runs a correction of the application. */
export class VoidElsewhereError extends Error {
  override name = 'VoidElsewhereError';
}

export interface VoidMutexOptions {
  /** How long to wait for other corrections of the application. */
  timeoutMilliseconds?: number;
}

// Nearly every void takes milliseconds, and a few at once are best served by waiting. One of an old
// match takes minutes: then the next is refused while its partner still listens.
const DEFAULT_TIMEOUT_MILLISECONDS = 10_000;
const RETRY_AFTER_SECONDS = 10;
const POLL_MILLISECONDS = 250;

const mutex = new KeyedMutex();

/**
 * Runs the transaction of a void, or of a batch that confirms results, while no other of its application
 * runs: one partner's corrections never take more than one connection, and between two of them everybody else's batches
 * of the sport are rated.
 * @throws ProblemError `rate_limited` with `Retry-After` where the timeout elapses.
 */
export async function withVoidMutex<Result>(
  applicationId: string,
  transact: () => Promise<Result>,
  { timeoutMilliseconds = DEFAULT_TIMEOUT_MILLISECONDS }: VoidMutexOptions = {},
): Promise<Result> {
  const deadline = performance.now() + timeoutMilliseconds;
  return await mutex.runExclusive(
    applicationId,
    { timeoutMilliseconds, timeoutError: stillRunning() },
    async () => await retryElsewhere(transact, deadline),
  );
}

/** Retries the transaction until no other instance has the lock of the application's voids. */
async function retryElsewhere<Result>(
  transact: () => Promise<Result>,
  deadline: number,
): Promise<Result> {
  for (;;) {
    try {
      return await transact();
    } catch (error) {
      if (!(error instanceof VoidElsewhereError)) throw error;
    }
    if (performance.now() >= deadline) throw stillRunning();
    await sleep(POLL_MILLISECONDS);
  }
}

function stillRunning(): ProblemError {
  return new ProblemError('rate_limited', {
    detail:
      'Another void of your application, or a batch of it that confirms results, is still running, and ' +
      'they run one at a time. ' +
      `Wait ${RETRY_AFTER_SECONDS} seconds (Retry-After), then send this one again.`,
    headers: { 'retry-after': String(RETRY_AFTER_SECONDS) },
  });
}
