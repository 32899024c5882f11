import { ProblemError } from '@partner-rating/server';
import { KeyedMutex } from '../platform/concurrency/keyed-mutex.ts';

const TIMEOUT_MILLISECONDS = 10_000;
const RETRY_AFTER_SECONDS = 10;

// A confirmation of an old match rates for minutes: one player's answers never take more than one
// connection.
const mutex = new KeyedMutex();

/**
 * Runs one answer of a player at a time.
 * @throws ProblemError `rate_limited` where another is still running.
 */
export async function withAnswerMutex<Result>(
  memberId: string,
  run: () => Promise<Result>,
): Promise<Result> {
  return await mutex.runExclusive(
    memberId,
    { timeoutMilliseconds: TIMEOUT_MILLISECONDS, timeoutError: stillRunning() },
    run,
  );
}

function stillRunning(): ProblemError {
  return new ProblemError('rate_limited', {
    detail:
      'Another of your answers is still being worked out. ' +
      `Wait ${RETRY_AFTER_SECONDS} seconds, then try again.`,
    headers: { 'retry-after': String(RETRY_AFTER_SECONDS) },
  });
}
