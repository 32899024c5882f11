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
}

/** @param refuses Whether a new connection is to fail at once. */
export function createPoolSockets(refuses: () => boolean): PoolSockets {
  const sockets = new Set<Socket>();
  return {
    open: () => {
      const socket = new Socket();
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
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
  };
}

/** Whether PostgreSQL itself said so: "starting up" and "too many clients" are answers too. */
export function isAnswer(error: unknown): boolean {
  return error instanceof pg.DatabaseError;
}

/** Health probe over a connection of its own, which is closed afterwards in any case. */
export async function probePostgres(databaseUrl: string, milliseconds: number): Promise<void> {
  const socket = new Socket();
  const timer = setTimeout(() => socket.destroy(), milliseconds);
  socket.once('close', () => clearTimeout(timer));
  const client = new pg.Client({ connectionString: databaseUrl, stream: () => socket });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('select 1');
  } finally {
    client.end().catch(() => {});
  }
}
