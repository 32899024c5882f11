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
    // A transaction abandoned in a network that drops packets keeps its locks until the server hears of it.
    idle_in_transaction_session_timeout: 12 * timeoutMilliseconds,
  });
  // A connection that is lost must not end the process, neither an idle one nor one in use: its
  // statement fails, and the next one gets a new connection.
  const ignoreLoss = () => {};
  pool.on('error', ignoreLoss);
  pool.on('connect', (client) => client.on('error', ignoreLoss));
  pool.on('connect', acceptCopyData);
  return { pool, breaker };
}
