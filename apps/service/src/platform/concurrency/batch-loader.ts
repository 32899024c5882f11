import { setImmediate } from 'node:timers/promises';
import DataLoader from 'dataloader';

/**
 * Creates a batch loader: one statement loads the keys of all calls in the same iteration of the event loop. So
 * the busier the process, the more requests share a round trip to the database.
 * @param batchFn Returns the values in the order of the keys.
 * @param schedule Resolves when the batch is to be dispatched. Until then, keys are collected.
 */
export function createBatchLoader<Key, Value>(
  batchFn: (keys: readonly Key[]) => Promise<Value[]>,
  schedule: () => Promise<void> = yieldToEventLoop,
): (key: Key) => Promise<Value> {
  const loader = new DataLoader<Key, Value>(batchFn, {
    cache: false,
    batchScheduleFn: (dispatch) => void schedule().then(dispatch),
  });
  return async (key) => await loader.load(key);
}

/**
 * Creates a batch loader that runs one batch at a time: keys that arrive while a statement runs wait for the next.
 * So writes share one connection, and a single write waits for no other.
 */
export function createSerialBatchLoader<Key, Value>(
  batchFn: (keys: readonly Key[]) => Promise<Value[]>,
): (key: Key) => Promise<Value> {
  let running: Promise<unknown> = Promise.resolve();
  return createBatchLoader(
    (keys: readonly Key[]) => {
      const values = batchFn(keys);
      running = values.catch(() => {});
      return values;
    },
    async () => {
      await running;
      await yieldToEventLoop();
    },
  );
}

/** Lets the event loop run what is waiting: requests, timers, responses of the database. */
export async function yieldToEventLoop(): Promise<void> {
  await setImmediate();
}

/**
 * Runs long work in chunks and yields to the event loop between them, so that the process can answer other
 * requests.
 * @param work Yields the cost of its last step, in any unit.
 * @param maxCost The cost of a chunk: some milliseconds of work.
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
