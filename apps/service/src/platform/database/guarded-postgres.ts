import { Socket } from 'node:net';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  PostgresAdapter,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
  type QueryResult,
} from 'kysely';
import pg from 'pg';
import type { CircuitBreaker } from './circuit-breaker.ts';
import type { DatabaseHosts } from './hosts.ts';
import { databaseTimeout } from './unreachable.ts';

/** Kysely's dialect of PostgreSQL; its statements go through a circuit breaker. */
export class GuardedPostgresDialect extends PostgresDialect {
  readonly #configuration: PostgresDialectConfig;
  readonly #breaker: CircuitBreaker;

  constructor(configuration: PostgresDialectConfig, breaker: CircuitBreaker) {
    super(configuration);
    this.#configuration = configuration;
    this.#breaker = breaker;
  }

  override createAdapter(): PostgresAdapter {
    return new SessionlessAdapter();
  }

  override createDriver(): Driver {
    return new GuardedDriver(this.#configuration, this.#breaker);
  }
}

/**
 * Kysely locks a session before it migrates. Behind a pooler in transaction mode the next statement may go to another
 * session, and the lock would stay with the first: `migrateToLatest` has a transaction lock instead.
 */
class SessionlessAdapter extends PostgresAdapter {
  override async acquireMigrationLock(): Promise<void> {}
  override async releaseMigrationLock(): Promise<void> {}
}

class GuardedDriver extends PostgresDriver {
  readonly #breaker: CircuitBreaker;
  readonly #guarded = new WeakSet<DatabaseConnection>();

  constructor(configuration: PostgresDialectConfig, breaker: CircuitBreaker) {
    super(configuration);
    this.#breaker = breaker;
  }

  override async acquireConnection(
    ...options: Parameters<PostgresDriver['acquireConnection']>
  ): Promise<DatabaseConnection> {
    const connection = await this.#breaker.acquire(
      () => super.acquireConnection(...options),
      (late) => (this as Driver).releaseConnection(late),
    );
    if (!this.#guarded.has(connection)) {
      this.#guardStatements(connection);
      this.#guarded.add(connection);
    }
    return connection;
  }

  #guardStatements(connection: DatabaseConnection): void {
    const execute = connection.executeQuery;
    connection.executeQuery = async <Row>(query: CompiledQuery) =>
      await this.#breaker.execute(
        () => execute.call(connection, query) as Promise<QueryResult<Row>>,
      );
  }

  override async destroy(): Promise<void> {
    this.#breaker.stop();
    await super.destroy();
  }
}

/** The sockets of a pool, so that all can be closed at once. */
export interface PoolSockets {
  /** For the pool: creates the socket of a new connection. */
  open: () => Socket;
  closeAll: () => Promise<void>;
  /** How many bytes have arrived on all of them until now. */
  bytesReceived: () => number;
}

/** @param refuses Whether a new connection is to fail at once. */
export function createPoolSockets(refuses: () => boolean): PoolSockets {
  const sockets = new Set<Socket>();
  let bytesOfClosed = 0;
  return {
    open: () => {
      const socket = new Socket();
      sockets.add(socket);
      socket.once('close', () => {
        bytesOfClosed += socket.bytesRead;
        sockets.delete(socket);
      });
      if (refuses()) {
        setImmediate(() => socket.destroy(databaseTimeout()));
      }
      return socket;
    },
    closeAll: async () => {
      const closing = [...sockets].map(
        (socket) => new Promise((resolve) => socket.once('close', resolve)),
      );
      for (const socket of sockets) socket.destroy(databaseTimeout());
      await Promise.all(closing);
    },
    bytesReceived: () =>
      [...sockets].reduce((bytes, socket) => bytes + socket.bytesRead, bytesOfClosed),
  };
}

/** Whether PostgreSQL itself said so: "starting up" and "too many clients" are answers too. */
export function isAnswer(error: unknown): boolean {
  return error instanceof pg.DatabaseError;
}

/** Whether a statement changed rows, or would have, which only a database that can be written lets it. */
export function isWrite(result: unknown): boolean {
  return (result as Partial<QueryResult<unknown>> | undefined)?.numAffectedRows !== undefined;
}

/**
 * Health probe over a connection of its own, which is closed afterwards in any case. It fails where nothing arrives
 * for so long: a machine under load answers step by step.
 */
export async function probePostgres(
  address: string,
  milliseconds: number,
): Promise<{ isWritable: boolean }> {
  const socket = new Socket();
  socket.setTimeout(milliseconds, () => socket.destroy());
  const client = new pg.Client({ connectionString: address, stream: () => socket });
  client.on('error', () => {});
  try {
    await client.connect();
    // It is on in recovery too.
    const { rows } = await client.query<{ transaction_read_only: string }>(
      'show transaction_read_only',
    );
    return { isWritable: rows[0]?.transaction_read_only === 'off' };
  } finally {
    client.end().catch(() => {});
  }
}

/** None of several hosts can be written. Its code is PostgreSQL's for a connection that cannot be made. */
export class NoPrimaryError extends Error {
  override name = 'NoPrimaryError';
  readonly code = '08001';
}

/**
 * Asks all hosts at the same time, since one that is gone may not answer at all, and returns the address of the
 * first that can be written.
 * @param milliseconds How long a host may say nothing.
 * @throws NoPrimaryError
 */
export async function findPrimary(
  { addresses }: DatabaseHosts,
  milliseconds: number,
): Promise<string> {
  const asked = addresses.map(async (address) => {
    const { isWritable } = await probePostgres(address, milliseconds);
    if (!isWritable) throw new Error('it can only be read');
    return address;
  });
  try {
    return await Promise.any(asked);
  } catch (error) {
    const reasons: unknown[] = error instanceof AggregateError ? error.errors : [error];
    const hosts = addresses.map((address, index) => {
      const reason = reasons[index];
      return `${new URL(address).host} (${reason instanceof Error ? reason.message : String(reason)})`;
    });
    throw new NoPrimaryError(
      `None of the hosts of DATABASE_URL can be written: ${hosts.join(', ')}.`,
      { cause: error },
    );
  }
}
