import { isUnreachable } from '@partner-rating/server';
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type pg from 'pg';
import type { GuardedPool } from '../pool.ts';
import type { LogPosition } from './primary.ts';
import { type Replica, SILENT } from './replica.ts';

type Connection = Pick<pg.PoolClient, 'query' | 'release'>;

/** Statements and transactions that only read, by the server that answered. */
export interface ReadCounts {
  replica: number;
  primary: number;
}

/**
 * Connections for statements that only read. Each leads to a replica that has replayed everything that was committed before
 * the caller asked for the connection, or else to the primary. So a read returns what the primary would have returned.
 */
export class ReadPool implements PostgresPool {
  readonly options = {};
  readonly counts: ReadCounts = { replica: 0, primary: 0 };
  readonly #primary: GuardedPool;
  readonly #replicas: readonly Replica[];
  readonly #readPosition: () => Promise<LogPosition>;
  #round = 0;

  constructor(
    primary: GuardedPool,
    replicas: readonly Replica[],
    readPosition: () => Promise<LogPosition>,
  ) {
    this.#primary = primary;
    this.#replicas = replicas;
    this.#readPosition = readPosition;
  }

  async connect(): Promise<PostgresPoolClient> {
    const [replica, client] = await this.#connectToReplica();
    const connection =
      client === null
        ? await this.#connectToPrimary()
        : new ReplicaConnection(client, {
            onFailure: (error) => replica.leave(SILENT, error),
            connectToPrimary: () => this.#connectToPrimary(),
          });
    if (client !== null) this.counts.replica += 1;
    // Kysely calls only these two methods: it cancels no statement, and opens no cursor.
    return connection as unknown as PostgresPoolClient;
  }

  async query(statement: pg.QueryConfig): Promise<pg.QueryResult> {
    const client = await this.connect();
    try {
      return (await client.query(statement as never, undefined as never)) as pg.QueryResult;
    } finally {
      client.release();
    }
  }

  async end(): Promise<void> {
    await Promise.all(this.#replicas.map((replica) => replica.end()));
  }

  async #connectToPrimary(): Promise<pg.PoolClient> {
    this.counts.primary += 1;
    return await this.#primary.connect();
  }

  async #connectToReplica(): Promise<[Replica, pg.PoolClient] | [null, null]> {
    if (!this.#replicas.some(({ isUsable }) => isUsable)) return [null, null];
    // In recovery, a server has no position. The primary may be one for a moment, during a failover.
    const position = await this.#readPosition().catch(() => null);
    const replica = position === null ? undefined : this.#choose(position);
    if (position === null || replica === undefined) return [null, null];
    const client = await replica.connect(position);
    return client === null ? [null, null] : [replica, client];
  }

  /** Returns a usable replica, round robin. Prefers those that are known to have replayed the position. */
  #choose(position: LogPosition): Replica | undefined {
    const usable = this.#replicas.filter(({ isUsable }) => isUsable);
    const current = usable.filter((replica) => replica.hasReplayed(position));
    const candidates = current.length > 0 ? current : usable;
    this.#round += 1;
    return candidates[this.#round % candidates.length];
  }
}

interface Fallback {
  onFailure: (error: unknown) => void;
  connectToPrimary: () => Promise<pg.PoolClient>;
}

/** Runs a statement on the primary if the replica fails. In a transaction, the statement fails. */
class ReplicaConnection implements Pick<pg.PoolClient, 'query' | 'release'> {
  #client: Connection;
  #fallback: Fallback | null;
  #isInTransaction = false;

  constructor(client: Connection, fallback: Fallback) {
    this.#client = client;
    this.#fallback = fallback;
  }

  query = (async (statement: string | pg.QueryConfig, values?: unknown[]) => {
    const run = async () => (await this.#client.query(statement as string, values)) as never;
    if (typeof statement === 'string' && /^(?:begin|start transaction)\b/.test(statement))
      this.#isInTransaction = true;
    try {
      return await run();
    } catch (error) {
      if (this.#fallback === null || !isUnreachable(error)) throw error;
      this.#fallback.onFailure(error);
      if (this.#isInTransaction) throw error;
      await this.#moveToPrimary(this.#fallback);
      return await run();
    }
  }) as pg.PoolClient['query'];

  release(error?: Error | boolean): void {
    this.#client.release(error);
  }

  async #moveToPrimary({ connectToPrimary }: Fallback): Promise<void> {
    this.#fallback = null;
    const failed = this.#client;
    this.#client = await connectToPrimary();
    failed.release(true);
  }
}
