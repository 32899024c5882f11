import pg from 'pg';
import type { Logger } from 'pino';
import { cacheResult } from '../concurrency/slots.ts';
import {
  type CircuitBreaker,
  createCircuitBreaker,
  PATIENT_TIMEOUT_MILLISECONDS,
} from './circuit-breaker.ts';
import { acceptCopyData } from './copy/copy-rows.ts';
import {
  createPoolSockets,
  findPrimary,
  isAnswer,
  isWrite,
  probePostgres,
} from './guarded-postgres.ts';
import { readDatabaseHosts } from './hosts.ts';

/** How many connections to PostgreSQL a process keeps at most. */
export const POOL_CONNECTIONS = 10;

export interface PoolOptions {
  /** How long PostgreSQL may be unresponsive before the operations that wait for it fail. */
  timeoutMilliseconds?: number;
  /** Whether they wait longer, as those of a command do, until `limitWait` is called. */
  isPatient?: boolean;
  log?: Logger | undefined;
}

/** Connections to PostgreSQL, and the circuit breaker that their statements go through. */
export interface GuardedPool {
  pool: pg.Pool;
  breaker: CircuitBreaker;
}

const INT8 = pg.types.builtins.INT8;
const DATE = pg.types.builtins.DATE;

/**
 * Parsers that make both drivers return the same values: int8 as a number (no column comes near 2^53),
 * dates as text.
 */
export const valueParsers: Record<number, (value: string) => unknown> = {
  [INT8]: Number,
  [DATE]: (value) => value,
};

const postgresTypes = new pg.TypeOverrides();
for (const [type, parse] of Object.entries(valueParsers)) {
  postgresTypes.setTypeParser(Number(type), parse);
}

// How long a host may say nothing when it is asked whether it is the primary, and for how long the answer of
// all of them is good: while there is no primary, requests must not flood the standbys with connections.
const HOST_TIMEOUT_MILLISECONDS = 1_000;
const NO_PRIMARY_MILLISECONDS = 250;

/** Where connections lead to, which is `options.connectionString` of the pool. */
interface Route {
  /** Settles once it is known. */
  choose: () => Promise<void>;
  /** Has it chosen again: it may lead to the wrong host. */
  forget: () => void;
}

/** A pool whose connections are opened again, each before its next use, once they may lead to the wrong server. */
class RenewablePool extends pg.Pool {
  #current = new WeakSet<pg.PoolClient>();
  readonly #route: Route;

  constructor(config: pg.PoolConfig, route: Route) {
    super(config);
    this.#route = route;
    this.on('connect', (client) => this.#current.add(client));
  }

  renew(): void {
    this.#current = new WeakSet();
    this.#route.forget();
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Parameters<pg.Pool['connect']>[0]): void;
  override connect(
    callback?: Parameters<pg.Pool['connect']>[0],
  ): Promise<pg.PoolClient> | undefined {
    const taken = this.#take();
    if (callback === undefined) return taken;
    taken.then(
      (client) => callback(undefined, client, client.release),
      (error: Error) => callback(error, undefined, () => {}),
    );
    return undefined;
  }

  async #take(): Promise<pg.PoolClient> {
    for (;;) {
      await this.#route.choose();
      const client = await super.connect().catch((error: unknown) => {
        this.#route.forget();
        throw error;
      });
      if (this.#current.has(client)) return client;
      client.release(true);
    }
  }
}

/**
 * The settings of a session that results, locks and durations depend on. A role, a database or a server may have others
 * as its defaults. `search_path` is left out: it says where the tables are.
 */
const sessionSettings: Readonly<Record<string, string>> = {
  // Compiling a plan takes longer than running it: a batch of matches took 22 times as long.
  jit: 'off',
  plan_cache_mode: 'auto',
  // Transactions lock rows, and then read what others have committed in the meantime.
  default_transaction_isolation: 'read committed',
  // The circuit breaker notices a database that does not answer. What takes long, such as a migration, may end.
  statement_timeout: '0',
  lock_timeout: '0',
  // Only in PostgreSQL 17 and newer.
  transaction_timeout: '0',
  // Bound values have names and e-mail addresses. Only a superuser may set the same option for slow statements.
  log_parameter_max_length_on_error: '0',
  // How values are written as text, which the driver reads.
  TimeZone: 'UTC',
  DateStyle: 'ISO, MDY',
  IntervalStyle: 'postgres',
  bytea_output: 'hex',
  extra_float_digits: '1',
  standard_conforming_strings: 'on',
};

/**
 * Sets what `sessionSettings` says, as far as this version of PostgreSQL has it. The service does not send it when it
 * connects: PgBouncer refuses a connection that asks for settings which it does not know.
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

export function createPool(
  databaseUrl: string,
  { timeoutMilliseconds = PATIENT_TIMEOUT_MILLISECONDS, isPatient = false, log }: PoolOptions = {},
): GuardedPool {
  const hosts = readDatabaseHosts(databaseUrl);
  const [firstAddress] = hosts.addresses;
  // Where there is one host, it is known from the start.
  let isRouted = !hosts.needsPrimary;

  async function moveToPrimary(milliseconds: number): Promise<void> {
    const address = await findPrimary(hosts, milliseconds);
    const hasMoved = pool.options.connectionString !== address;
    pool.options.connectionString = address;
    isRouted = true;
    // On a host that is gone, statements may wait forever.
    if (hasMoved) await sockets.closeAll();
  }

  const route = cacheResult(NO_PRIMARY_MILLISECONDS, () =>
    moveToPrimary(HOST_TIMEOUT_MILLISECONDS),
  );
  const sockets = createPoolSockets(() => breaker.isOpen());
  const breaker = createCircuitBreaker({
    timeoutMilliseconds: isPatient ? PATIENT_TIMEOUT_MILLISECONDS : timeoutMilliseconds,
    probe: async (milliseconds) =>
      hosts.needsPrimary
        ? await moveToPrimary(milliseconds)
        : await probePostgres(firstAddress, milliseconds),
    bytesReceived: sockets.bytesReceived,
    isAnswer,
    isWrite,
    closeConnections: sockets.closeAll,
    renewConnections: () => pool.renew(),
    log,
  });
  const pool = new RenewablePool(
    {
      max: POOL_CONNECTIONS,
      connectionString: firstAddress,
      types: postgresTypes,
      stream: sockets.open,
      keepAlive: true,
      // How long a request waits for a connection that others use. An outage is noticed sooner.
      connectionTimeoutMillis: 10_000,
      onConnect: (client) =>
        setSession(client, {
          // A transaction abandoned in a network that drops packets keeps its locks until the server hears of it.
          idle_in_transaction_session_timeout: String(12 * timeoutMilliseconds),
        }),
    },
    {
      choose: async () => {
        if (!isRouted) await route();
      },
      forget: () => {
        isRouted = !hosts.needsPrimary;
      },
    },
  );
  // A connection that is lost must not end the process, neither an idle one nor one in use: its
  // statement fails, and the next one gets a new connection.
  const ignoreLoss = () => {};
  pool.on('error', ignoreLoss);
  pool.on('connect', (client) => client.on('error', ignoreLoss));
  pool.on('connect', acceptCopyData);
  return { pool, breaker };
}
