import timers, { setImmediate as nextIteration } from 'node:timers';
import timersPromises from 'node:timers/promises';

interface Timer {
  at: number;
  order: number;
  run: () => void;
}

// After this many idle iterations of the event loop, everything that is still open waits for time
// to pass.
const IDLE_ITERATIONS = 3;
// A statement may wait for a transaction that itself waits for time to pass. More iterations would
// not help.
const MAX_ITERATIONS = 2_000;

/**
 * The clock of a simulation. It stands still while there is work, and jumps to the next timer
 * otherwise. Once it is installed, everything in the process uses it.
 */
export class VirtualTime {
  now: number;
  #order = 0;
  #timers: Timer[] = [];
  #work = 0;
  #openWork = 0;
  #computing = 0;

  constructor(start: Date) {
    this.now = start.getTime();
  }

  /** Replaces the timers and clocks of this process before the service is loaded. */
  install(): void {
    const start = this.now;
    const set = (run: (...values: unknown[]) => void, milliseconds = 0, ...values: unknown[]) =>
      this.#set(() => run(...values), milliseconds);
    const clear = (timer: unknown) => {
      if (timer instanceof VirtualTimer) timer.close();
    };
    const sleep = async (
      milliseconds = 0,
      value?: unknown,
      { signal }: { signal?: AbortSignal } = {},
    ) => {
      const { promise, resolve, reject } = Promise.withResolvers<unknown>();
      const timer = this.#set(() => resolve(value), milliseconds);
      const abort = () => {
        timer.close();
        reject(new DOMException('The operation was aborted.', 'AbortError'));
      };
      if (signal?.aborted === true) abort();
      signal?.addEventListener('abort', abort, { once: true });
      return await promise.finally(() => signal?.removeEventListener('abort', abort));
    };
    Object.assign(globalThis, { setTimeout: set, clearTimeout: clear });
    Object.assign(timers, { setTimeout: set, clearTimeout: clear });
    Object.assign(timersPromises, { setTimeout: sleep });
    Date.now = () => this.now;
    performance.now = () => this.now - start;
  }

  /** Counts cryptography in worker threads as work, because it may take any time. */
  installCryptography(): void {
    const { prototype } = SubtleCrypto;
    const count = async <Result>(work: Promise<Result>) => {
      this.#computing += 1;
      return await this.count(work).finally(() => {
        this.#computing -= 1;
      });
    };
    for (const name of ['digest', 'importKey', 'sign', 'verify'] as const) {
      const compute = prototype[name] as (...given: unknown[]) => Promise<unknown>;
      Object.assign(prototype, {
        async [name](this: typeof prototype, ...given: unknown[]) {
          return await count(compute.apply(this, given));
        },
      });
    }
  }

  readonly clock = (): Date => new Date(this.now);

  /** Counts something as work: until it ends, no time passes. */
  async count<Result>(work: Promise<Result>): Promise<Result> {
    this.#work += 1;
    this.#openWork += 1;
    try {
      return await work;
    } finally {
      this.#openWork -= 1;
      this.#work += 1;
    }
  }

  /** Waits for a promise, and lets time pass while nothing else is to do. */
  async until<Result>(result: Promise<Result>): Promise<Result> {
    let isOver = false;
    const end = () => {
      isOver = true;
    };
    result.then(end, end);
    while (!isOver) {
      await this.rest(() => isOver);
      if (!isOver && !this.#fireNext()) {
        throw new Error('Nothing is left to happen, and still something is waited for.');
      }
    }
    return await result;
  }

  /** Runs everything that needs no time. */
  async rest(isEnough: () => boolean = () => false): Promise<void> {
    let seen = this.#work;
    let idle = 0;
    let iteration = 0;
    while (iteration < MAX_ITERATIONS && idle < IDLE_ITERATIONS && !isEnough()) {
      await new Promise<void>((resolve) => nextIteration(resolve));
      // Work in another thread ends by itself, however busy the machine is.
      if (this.#computing === 0) iteration += 1;
      idle = seen === this.#work && this.#openWork === 0 ? idle + 1 : 0;
      seen = this.#work;
    }
  }

  /** Jumps ahead, as on a machine that was suspended. Timers that were due run once. */
  async pass(milliseconds: number): Promise<void> {
    this.now += milliseconds;
    const due = this.#timers.filter(({ at }) => at <= this.now);
    for (const timer of due) {
      if (!this.#timers.includes(timer)) continue;
      this.#remove(timer);
      timer.run();
      this.#work += 1;
    }
    if (due.length > 0) await this.rest();
  }

  /** Removes all timers of a process that no longer exists. */
  clear(): void {
    this.#timers = [];
  }

  #set(run: () => void, milliseconds: number): VirtualTimer {
    const order = this.#order;
    this.#order += 1;
    const timer = { at: this.now + Math.max(1, Math.round(milliseconds)), order, run };
    this.#timers.push(timer);
    this.#timers.sort((one, other) => one.at - other.at || one.order - other.order);
    return new VirtualTimer(() => this.#remove(timer));
  }

  #remove(timer: Timer): void {
    const index = this.#timers.indexOf(timer);
    if (index >= 0) this.#timers.splice(index, 1);
  }

  #fireNext(): boolean {
    const timer = this.#timers.shift();
    if (timer === undefined) return false;
    this.now = Math.max(this.now, timer.at);
    this.#work += 1;
    timer.run();
    return true;
  }
}

/** The result of `setTimeout`. */
class VirtualTimer {
  readonly close: () => void;

  constructor(close: () => void) {
    this.close = close;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }

  hasRef(): boolean {
    return false;
  }

  refresh(): this {
    return this;
  }

  [Symbol.dispose](): void {
    this.close();
  }
}
