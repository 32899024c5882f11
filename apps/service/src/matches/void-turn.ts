import { setTimeout as sleep } from 'node:timers/promises';
import { ProblemError } from '@partner-rating/server';

/** Thrown inside a transaction where another instance is voiding a match of the application. */
export class VoidElsewhereError extends Error {
  override name = 'VoidElsewhereError';
}

export interface VoidTurnOptions {
  /** How long to wait for other voids of the application. */
  patienceMilliseconds?: number;
}

// Nearly every void is done in milliseconds, and a few at once are best served by waiting. One of an
// old match takes minutes: then the next is told so, while its partner still listens.
const PATIENCE_MILLISECONDS = 10_000;
const RETRY_AFTER_SECONDS = 10;
const POLL_MILLISECONDS = 250;

// The end of each application's line; it never rejects.
const lines = new Map<string, Promise<void>>();

/**
 * Runs the transaction of a void once no other of its application is under way: one partner's
 * corrections never take more than one connection, and between two of them everybody else's batches
 * of the sport are rated.
 * @throws ProblemError `rate_limited` with `Retry-After` where its turn does not come.
 */
export async function inVoidTurn<Result>(
  applicationId: string,
  transact: () => Promise<Result>,
  { patienceMilliseconds = PATIENCE_MILLISECONDS }: VoidTurnOptions = {},
): Promise<Result> {
  const deadline = performance.now() + patienceMilliseconds;
  const { promise, resolve, reject } = Promise.withResolvers<Result>();
  let hasGivenUp = false;
  const giveUp = setTimeout(() => {
    hasGivenUp = true;
    reject(stillRunning());
  }, patienceMilliseconds);
  const before = lines.get(applicationId) ?? Promise.resolve();
  const line = before.then(async () => {
    if (hasGivenUp) return;
    clearTimeout(giveUp);
    await unlessElsewhere(transact, deadline).then(resolve, reject);
  });
  lines.set(applicationId, line);
  void line.then(() => {
    if (lines.get(applicationId) === line) lines.delete(applicationId);
  });
  return await promise;
}

/** Runs the transaction, and again after a while where another instance had its turn. */
async function unlessElsewhere<Result>(
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
      'Another void of your application still runs, and one is done at a time. ' +
      `Wait ${RETRY_AFTER_SECONDS} seconds (Retry-After), then send this one again.`,
    headers: { 'retry-after': String(RETRY_AFTER_SECONDS) },
  });
}
