import { createSlots, type Slots } from './slots.ts';

export interface KeyedMutex {
  /**
   * Runs work once all earlier work of the same key has ended.
   * @throws TooManyWaitingError where too much waits for the key already; it is answered with 503.
   */
  runExclusive: <Result>(key: string, work: () => Promise<Result>) => Promise<Result>;
}

/** A mutex for each key: what has the same key runs one at a time. It keeps only the keys that are in use. */
export function createKeyedMutex(): KeyedMutex {
  const slotsOf = new Map<string, Slots>();
  return {
    runExclusive: async (key, work) => {
      const slots = slotsOf.get(key) ?? createSlots(1);
      slotsOf.set(key, slots);
      try {
        return await slots.run(work);
      } finally {
        if (slots.isIdle()) slotsOf.delete(key);
      }
    },
  };
}
