import { setImmediate as endOfTurn } from 'node:timers/promises';

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
  let gathered: { writes: Write[]; results: Promise<Result[]> } | null = null;

  async function writeAfter(before: Promise<unknown>, writes: Write[]): Promise<Result[]> {
    await before.catch(() => {});
    await endOfTurn();
    gathered = null;
    return await writeAll(writes);
  }

  return async (write) => {
    if (gathered === null) {
      const writes: Write[] = [];
      gathered = { writes, results: writeAfter(running, writes) };
      running = gathered.results;
    }
    const { writes, results } = gathered;
    const place = writes.push(write) - 1;
    return (await results)[place] as Result;
  };
}
