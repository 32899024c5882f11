import { Socket } from 'node:net';
import type { PostgresPool } from 'kysely';
import pg from 'pg';
import type { Logger } from 'pino';
import { cacheResult } from '../concurrency/slots.ts';
import { CircuitBreaker, PATIENT_TIMEOUT_MILLISECONDS } from './circuit-breaker.ts';
import { acceptCopyData } from './copy/copy-rows.ts';
import { type DatabaseHosts, findPrimary, probePostgres, readDatabaseHosts } from './hosts.ts';
import { databaseTimeout } from './unreachable.ts';

/** How many connections to PostgreSQL a process keeps at most, unless the operator sets another number. */
export const POOL_CONNECTIONS = 10;

export interface PoolOptions {
  /** The maximum number of connections. */
  connections?: number | undefined;
  /** Called for each new connection, before its first use. */
  onConnect?: () => void;
  /** How long PostgreSQL may be silent before the operations that wait for it fail. */
  timeoutMilliseconds?: number;
  /** How long these operations wait at most on a slow machine. */
  slowTimeoutMilliseconds?: number;
  /** Whether these operations wait longer, as a command does, until `limitWait` is called. */
  isPatient?: boolean;
  log?: Logger | undefined;
}

export interface ConnectionStats {
  inUse: number;
  idle: number;
  /** Statements and transactions that wait for a connection. */
  waiting: number;
  max: number;
}

const INT8 = pg.types.builtins.INT8;
const DATE = pg.types.builtins.DATE;

/**
 * Parsers that make both drivers return the same values: int8 as a number, because no column comes near 2^53, and dates as
 * text.
 */
export const valueParsers: Record<number, (value: string) => unknown> = {
  [INT8]: Number,
  [DATE]: (value) => value,
};

const postgresTypes = new pg.TypeOverrides();
for (const [type, parse] of Object.entries(valueParsers)) {
  postgresTypes.setTypeParser(Number(type), parse);
}

/**
 * The settings of a session on which results, locks, and durations depend. A role, a database, or a server may have other
 * defaults. `search_path` is not among them, because it says where the tables are.
 */
const sessionSettings: Readonly<Record<string, string>> = {
  // Compiling a plan takes longer than running it. With JIT, a batch of matches took 22 times as long.
  jit: 'off',
  plan_cache_mode: 'auto',
  // Transactions lock rows, and then read what other transactions have committed before the lock.
  default_transaction_isolation: 'read committed',
  // The circuit breaker detects a database that does not respond. A slow statement, such as a migration, may finish.
  statement_timeout: '0',
  lock_timeout: '0',
  // Only in PostgreSQL 17 and newer.
  transaction_timeout: '0',
  // Bound values contain names and email addresses. Only a superuser may set this for slow statements.
  log_parameter_max_length_on_error: '0',
  // The driver reads values as text in these formats.
  TimeZone: 'UTC',
  DateStyle: 'ISO, MDY',
  IntervalStyle: 'postgres',
  bytea_output: 'hex',
  extra_float_digits: '1',
  standard_conforming_strings: 'on',
};

/**
 * Sets the `sessionSettings` that this version of PostgreSQL has. The service does not send them in the startup message,
 * because PgBouncer refuses a connection with unknown settings.
 */
export async function setSession(
  client: pg.ClientBase,
  settings: Readonly<Record<string, string>> = {},
): Promise<void> {
  const all = { ...sessionSettings, ...settings };
  await client.query(
    `select set_config(name, value, false) from unnest($1::text[], $2::text[]) as wanted (name, value)
      where current_setting(name, true) is not null`,
    [Object.keys(all), Object.values(all)],
  );
}

// How long a host may be silent when it is asked whether it is the primary. Without a primary, requests ask the
// hosts again only after a pause, so that they do not flood the standbys with connections.
const HOST_TIMEOUT_MILLISECONDS = 1_000;
const NO_PRIMARY_MILLISECONDS = 250;

/** Connections to PostgreSQL behind a circuit breaker. With several hosts, they lead to the primary. */
export class GuardedPool implements PostgresPool {
  readonly options = {};
  readonly #hosts: DatabaseHosts;
  readonly #breaker: CircuitBreaker;
  readonly #pool: pg.Pool;
  readonly #sockets = new Set<Socket>();
  #bytesOfClosedSockets = 0;
  // With one host, the primary is known from the start.
  #knowsPrimary: boolean;
  #current = new WeakSet<pg.PoolClient>();
  readonly #choosePrimary = cacheResult(NO_PRIMARY_MILLISECONDS, () =>
    this.#moveToPrimary(HOST_TIMEOUT_MILLISECONDS),
  );

  constructor(
    databaseUrl: string,
    {
      timeoutMilliseconds = PATIENT_TIMEOUT_MILLISECONDS,
      slowTimeoutMilliseconds,
      isPatient = false,
      connections = POOL_CONNECTIONS,
      onConnect,
      log,
    }: PoolOptions = {},
  ) {
    this.#hosts = readDatabaseHosts(databaseUrl);
    this.#knowsPrimary = !this.#hosts.needsPrimary;
    this.#breaker = new CircuitBreaker({
      timeoutMilliseconds: isPatient ? PATIENT_TIMEOUT_MILLISECONDS : timeoutMilliseconds,
      slowTimeoutMilliseconds,
      probe: (milliseconds) => this.#probe(milliseconds),
      bytesReceived: () => this.#bytesReceived(),
      closeConnections: () => this.#closeConnections(),
      renewConnections: () => this.#renewConnections(),
      log,
    });
    this.#pool = new pg.Pool({
      max: connections,
      connectionString: this.#hosts.addresses[0],
      types: postgresTypes,
      stream: () => this.#openSocket(),
      keepAlive: true,
      // How long a request waits for a connection that others use. The circuit breaker notices an outage sooner.
      connectionTimeoutMillis: 10_000,
      onConnect: async (client) => {
        await setSession(client, {
          // The network may lose the end of a connection. The locks of its transaction would stay.
          idle_in_transaction_session_timeout: String(12 * timeoutMilliseconds),
        });
        onConnect?.();
      },
    });
    // Without a listener, a lost connection ends the process. Its statement fails anyway.
    this.#pool.on('error', () => {});
    this.#pool.on('connect', (client) => this.#guard(client));
  }

  /** Gets a connection. The caller must release it. */
  async connect(): Promise<pg.PoolClient> {
    return await this.#breaker.acquire(async () => {
      for (;;) {
        const client = await this.#connectToPrimary();
        if (this.#current.has(client)) return client;
        client.release(true);
      }
    });
  }

  async query(statement: pg.QueryConfig): Promise<pg.QueryResult> {
    const client = await this.connect();
    try {
      return await client.query(statement);
    } finally {
      client.release();
    }
  }

  async end(): Promise<void> {
    this.#breaker.stop();
    await this.#pool.end();
  }

  stats(): ConnectionStats {
    const { totalCount, idleCount, waitingCount, options } = this.#pool;
    return {
      inUse: totalCount - idleCount,
      idle: idleCount,
      waiting: waitingCount,
      max: options.max ?? POOL_CONNECTIONS,
    };
  }

  /** Limits how long operations wait for a database that does not respond. */
  limitWait(milliseconds: number): void {
    this.#breaker.limitWait(milliseconds);
  }

  async #connectToPrimary(): Promise<pg.PoolClient> {
    if (!this.#knowsPrimary) await this.#choosePrimary();
    try {
      return await this.#pool.connect();
    } catch (error) {
      this.#forgetPrimary();
      throw error;
    }
  }

  async #moveToPrimary(milliseconds: number): Promise<void> {
    const address = await findPrimary(this.#hosts, milliseconds);
    const hasMoved = this.#pool.options.connectionString !== address;
    this.#pool.options.connectionString = address;
    this.#knowsPrimary = true;
    // On a host that is gone, statements may wait forever.
    if (hasMoved) this.#closeConnections();
  }

  #forgetPrimary(): void {
    this.#knowsPrimary = !this.#hosts.needsPrimary;
  }

  async #probe(milliseconds: number): Promise<void> {
    if (this.#hosts.needsPrimary) return await this.#moveToPrimary(milliseconds);
    try {
      await probePostgres(this.#hosts.addresses[0], milliseconds);
    } catch (error) {
      // A refusal such as "starting up" or "too many clients" comes from a server that responds.
      if (!(error instanceof pg.DatabaseError)) throw error;
    }
  }

  #guard(client: pg.PoolClient): void {
    this.#current.add(client);
    client.on('error', () => {});
    acceptCopyData(client);
    const query: (...parameters: unknown[]) => Promise<unknown> = client.query.bind(client);
    Object.assign(client, {
      query: (...parameters: unknown[]) => this.#breaker.execute(() => query(...parameters)),
    });
  }

  #openSocket(): Socket {
    const socket = new Socket();
    this.#sockets.add(socket);
    socket.once('close', () => {
      this.#bytesOfClosedSockets += socket.bytesRead;
      this.#sockets.delete(socket);
    });
    if (this.#breaker.isOpen) setImmediate(() => socket.destroy(databaseTimeout()));
    return socket;
  }

  #bytesReceived(): number {
    return [...this.#sockets].reduce(
      (bytes, socket) => bytes + socket.bytesRead,
      this.#bytesOfClosedSockets,
    );
  }

  /** Closes the sockets, for which the driver rejects every statement and every new connection. */
  #closeConnections(): void {
    for (const socket of this.#sockets) socket.destroy(databaseTimeout());
  }

  /** Replaces each connection before its next use. */
  #renewConnections(): void {
    this.#current = new WeakSet();
    this.#forgetPrimary();
  }
}
