import { setImmediate } from 'node:timers/promises';

/** Lets the event loop run everything that is waiting: requests, timers, answers of the database. */
export async function yieldToEventLoop(): Promise<void> {
  await setImmediate();
}

/**
 * Runs long work in chunks and yields to the event loop between them, so that other requests are
 * answered meanwhile.
 * @param work Yields the cost of what it has just done, in a unit of its own.
 * @param maxCost The cost of a chunk; some milliseconds of work.
 */
export async function runYielding<Result>(
  work: Generator<number, Result>,
  maxCost: number,
): Promise<Result> {
  let cost = 0;
  for (;;) {
    const next = work.next();
    if (next.done) return next.value;
    cost += next.value;
    if (cost < maxCost) continue;
    cost = 0;
    await yieldToEventLoop();
  }
}
