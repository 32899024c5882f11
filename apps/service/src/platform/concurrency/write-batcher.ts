import { setImmediate as endOfTurn } from 'node:timers/promises';
import { gatherQuestions } from './batch-loader.ts';

/**
 * Writes what many have to write by one statement after the other: what comes in while one runs is
 * gathered for the next. So the busier the process is, the more are written at once, by one
 * connection; and one that comes alone waits for no other.
 * @param writeAll Gives the results in the order of what was to be written.
 */
export function gatherWhileBusy<Write, Result>(
  writeAll: (writes: Write[]) => Promise<Result[]>,
): (write: Write) => Promise<Result> {
  let running: Promise<unknown> = Promise.resolve();

  return gatherQuestions(
    (writes: Write[]) => {
      const results = writeAll(writes);
      running = results.catch(() => {});
      return results;
    },
    async () => {
      await running;
      await endOfTurn();
    },
  );
}
