import pg from 'pg';
import type { Logger } from 'pino';
import { type CircuitBreaker, createCircuitBreaker } from './circuit-breaker.ts';
import { acceptCopyData } from './copy/postgres-copy.ts';
import { createPoolSockets, isAnswer, probePostgres } from './guarded-postgres.ts';
import { valueParsers } from './value-parsers.ts';

/** How many connections to PostgreSQL a process keeps at most. */
export const POOL_CONNECTIONS = 10;

export interface PoolOptions {
  /** How long PostgreSQL may be unresponsive before the operations that wait for it fail. */
  timeoutMilliseconds?: number;
  log?: Logger | undefined;
}

/** Connections to PostgreSQL, and the circuit breaker that their statements go through. */
export interface GuardedPool {
  pool: pg.Pool;
  breaker: CircuitBreaker;
}

const postgresTypes = new pg.TypeOverrides();
for (const [type, parse] of Object.entries(valueParsers)) {
  postgresTypes.setTypeParser(Number(type), parse);
}

// A command waits for a database under load instead of failing.
const DEFAULT_TIMEOUT_MILLISECONDS = 10_000;

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
  { timeoutMilliseconds = DEFAULT_TIMEOUT_MILLISECONDS, log }: PoolOptions = {},
): GuardedPool {
  const sockets = createPoolSockets(() => breaker.isOpen());
  const breaker = createCircuitBreaker({
    timeoutMilliseconds,
    probe: (milliseconds) => probePostgres(databaseUrl, milliseconds),
    isAnswer,
    closeConnections: sockets.closeAll,
    log,
  });
  const pool = new pg.Pool({
    max: POOL_CONNECTIONS,
    connectionString: databaseUrl,
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
  });
  // A connection that is lost must not end the process, neither an idle one nor one in use: its
  // statement fails, and the next one gets a new connection.
  const ignoreLoss = () => {};
  pool.on('error', ignoreLoss);
  pool.on('connect', (client) => client.on('error', ignoreLoss));
  pool.on('connect', acceptCopyData);
  return { pool, breaker };
}
