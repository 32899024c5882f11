import type { PGlite, Transaction } from '@electric-sql/pglite';
import { openPglite } from '../../src/platform/database/connect.ts';
import type { Database } from '../../src/platform/database/schema.ts';
import type { VirtualTime } from './virtual-time.ts';

/** Where a process dies: at a statement or a commit, counted from now on, before or after it took effect. */
export interface CrashPoint {
  statement: number;
  isAfter: boolean;
}

class ConnectionLostError extends Error {
  override name = 'ConnectionLostError';
}

/** The connection of one process to the database, which ends when the process dies. */
export class Link {
  readonly database: Database;
  statements = 0;
  #isCut = false;
  #crash: (CrashPoint & { from: number }) | null = null;

  constructor(pglite: PGlite, time: VirtualTime) {
    const take = async <Result>(run: () => Promise<Result>): Promise<Result> => {
      this.#refuseIfCut();
      const isLast = this.#countStatement();
      if (isLast && this.#crash?.isAfter === false) this.cut();
      this.#refuseIfCut();
      const result = await time.count(run());
      if (isLast) this.cut();
      this.#refuseIfCut();
      return result;
    };
    const refuse = async () => this.#refuseIfCut();
    const lossy = {
      query: (...args: Parameters<PGlite['query']>) => take(() => pglite.query(...args)),
      transaction: async <Result>(callback: (opened: Transaction) => Promise<Result>) => {
        // The driver waits for ever for a transaction that does not begin, so its first statement fails instead.
        if (this.#isCut) return await callback({ query: refuse } as unknown as Transaction);
        let isLast = false;
        const result = await pglite.transaction(async (opened) => {
          const query = opened.query.bind(opened);
          const cuttable = (...args: Parameters<Transaction['query']>) =>
            take(() => query(...args));
          const done = await callback(Object.assign(opened, { query: cuttable }) as Transaction);
          // The commit is a statement of its own.
          isLast = this.#countStatement();
          if (isLast && this.#crash?.isAfter === false) this.cut();
          this.#refuseIfCut();
          return done;
        });
        if (isLast) this.cut();
        this.#refuseIfCut();
        return result;
      },
      close: async () => {},
    };
    const proxy = new Proxy(pglite, {
      get: (target, property) =>
        Reflect.get(
          property in lossy ? lossy : target,
          property,
          property in lossy ? lossy : target,
        ),
    });
    this.database = openPglite(proxy);
  }

  get isCut(): boolean {
    return this.#isCut;
  }

  /** The process dies at this point, if it gets there. */
  crashAt(point: CrashPoint | null): void {
    this.#crash = point === null ? null : { ...point, from: this.statements };
  }

  cut(): void {
    this.#isCut = true;
  }

  /** Whether this statement is the one at which the process dies. */
  #countStatement(): boolean {
    const crash = this.#crash;
    const isLast = crash !== null && this.statements === crash.from + crash.statement;
    this.statements += 1;
    return isLast;
  }

  #refuseIfCut(): void {
    if (this.#isCut) throw new ConnectionLostError('The process has lost its database.');
  }
}
