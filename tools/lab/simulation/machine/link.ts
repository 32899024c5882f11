import { openEmbeddedPool } from '@partner-rating/service/src/platform/database/embedded-pool.ts';
import type { Database } from '@partner-rating/service/src/platform/database/schema.ts';
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type { VirtualTime } from './virtual-time.ts';

/**
 * Where a process crashes: at a statement or a commit, counted from now on, before or after it took
 * effect.
 */
export interface CrashPoint {
  statement: number;
  isAfter: boolean;
}

const isBegin = /^(?:begin|start transaction)\b/;

class ConnectionLostError extends Error {
  override name = 'ConnectionLostError';
}

/** The database connection of one process. It ends when the process crashes. */
export class Link {
  readonly database: Database;
  statements = 0;
  #isCut = false;
  #crash: (CrashPoint & { from: number }) | null = null;

  constructor(pool: PostgresPool, time: VirtualTime) {
    const take = async <Result>(run: () => Promise<Result>): Promise<Result> => {
      this.#refuseIfCut();
      const isLast = this.#countStatement();
      if (isLast && this.#crash?.isAfter === false) this.cut();
      this.#refuseIfCut();
      const result = await run();
      if (isLast) this.cut();
      this.#refuseIfCut();
      return result;
    };
    this.database = openEmbeddedPool({
      ...pool,
      connect: async () => {
        const client = await pool.connect();
        return {
          ...client,
          query: async (text: string, parameters: readonly unknown[]) => {
            const run = () => time.count(client.query(text, parameters));
            // The database rolls back the open transaction of a crashed process.
            if (text === 'rollback') return await run();
            if (!isBegin.test(text)) return await take(run);
            this.#refuseIfCut();
            return await run();
          },
        } as PostgresPoolClient;
      },
      end: async () => {},
    });
  }

  get isCut(): boolean {
    return this.#isCut;
  }

  /** Crashes the process at this point, if it gets there. */
  crashAt(point: CrashPoint | null): void {
    this.#crash = point === null ? null : { ...point, from: this.statements };
  }

  cut(): void {
    this.#isCut = true;
  }

  /** Whether the process crashes at this statement. */
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
