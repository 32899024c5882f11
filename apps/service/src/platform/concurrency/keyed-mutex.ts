import { Mutex, withTimeout } from 'async-mutex';

export interface KeyedMutexOptions {
  timeoutMilliseconds: number;
  /** What a caller is rejected with whose timeout elapses before it has the mutex. */
  timeoutError: Error;
}

/** One mutex for each key. Callers of one key run one at a time, in the order they came. */
export class KeyedMutex {
  readonly #mutexes = new Map<string, Mutex>();

  async runExclusive<Result>(
    key: string,
    { timeoutMilliseconds, timeoutError }: KeyedMutexOptions,
    run: () => Promise<Result>,
  ): Promise<Result> {
    const mutex = this.#mutexes.get(key) ?? new Mutex();
    this.#mutexes.set(key, mutex);
    try {
      return await withTimeout(mutex, timeoutMilliseconds, timeoutError).runExclusive(run);
    } finally {
      void mutex.waitForUnlock().then(() => {
        if (!mutex.isLocked()) this.#mutexes.delete(key);
      });
    }
  }
}
