import { Socket } from 'node:net';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
  type QueryResult,
} from 'kysely';
import pg from 'pg';
import type { SilenceWatch } from './silence-watch.ts';
import { databaseSilence } from './unreachable.ts';

/** Kysely's dialect of PostgreSQL; nobody who uses it waits for a silent database. */
export class WatchedPostgresDialect extends PostgresDialect {
  readonly #configuration: PostgresDialectConfig;
  readonly #watch: SilenceWatch;

  constructor(configuration: PostgresDialectConfig, watch: SilenceWatch) {
    super(configuration);
    this.#configuration = configuration;
    this.#watch = watch;
  }

  override createDriver(): Driver {
    return new WatchedDriver(this.#configuration, this.#watch);
  }
}

class WatchedDriver extends PostgresDriver {
  readonly #watch: SilenceWatch;
  readonly #watched = new WeakSet<DatabaseConnection>();

  constructor(configuration: PostgresDialectConfig, watch: SilenceWatch) {
    super(configuration);
    this.#watch = watch;
  }

  override async acquireConnection(
    ...options: Parameters<PostgresDriver['acquireConnection']>
  ): Promise<DatabaseConnection> {
    const connection = await this.#watch.take(
      () => super.acquireConnection(...options),
      (late) => (this as Driver).releaseConnection(late),
    );
    if (!this.#watched.has(connection)) {
      this.#watchStatements(connection);
      this.#watched.add(connection);
    }
    return connection;
  }

  #watchStatements(connection: DatabaseConnection): void {
    const execute = connection.executeQuery;
    connection.executeQuery = async <Row>(query: CompiledQuery) =>
      await this.#watch.ask(() => execute.call(connection, query) as Promise<QueryResult<Row>>);
  }

  override async destroy(): Promise<void> {
    this.#watch.stop();
    await super.destroy();
  }
}

/** The sockets of a pool, so that all can be given up at once. */
export interface PoolSockets {
  /** For the pool: makes the socket of a new connection. */
  open: () => Socket;
  giveUp: () => Promise<void>;
}

/** @param refuses Whether a new connection would be in vain. */
export function createPoolSockets(refuses: () => boolean): PoolSockets {
  const sockets = new Set<Socket>();
  return {
    open: () => {
      const socket = new Socket();
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
      if (refuses()) {
        setImmediate(() => socket.destroy(databaseSilence()));
      }
      return socket;
    },
    giveUp: async () => {
      const closing = [...sockets].map(
        (socket) => new Promise((resolve) => socket.once('close', resolve)),
      );
      for (const socket of sockets) socket.destroy(databaseSilence());
      await Promise.all(closing);
    },
  };
}

/** Whether PostgreSQL itself said so: "starting up" and "too many clients" are signs of life. */
export function isAnswer(error: unknown): boolean {
  return error instanceof pg.DatabaseError;
}

/** Asks for a sign of life over a connection of its own, which is gone afterwards in any case. */
export async function probePostgres(databaseUrl: string, milliseconds: number): Promise<void> {
  const socket = new Socket();
  const patience = setTimeout(() => socket.destroy(), milliseconds);
  socket.once('close', () => clearTimeout(patience));
  const client = new pg.Client({ connectionString: databaseUrl, stream: () => socket });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('select 1');
  } finally {
    client.end().catch(() => {});
  }
}
