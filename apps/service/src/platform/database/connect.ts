import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { Kysely, PGliteDialect } from 'kysely';
import pg from 'pg';
import type { Logger } from 'pino';
import { createCircuitBreaker } from './circuit-breaker.ts';
import { withCopyData } from './copy/embedded-copy.ts';
import { acceptCopyData } from './copy/postgres-copy.ts';
import {
  createPoolSockets,
  GuardedPostgresDialect,
  isAnswer,
  probePostgres,
} from './guarded-postgres.ts';
import { lockDirectory } from './lock.ts';
import { runPreparedBy } from './prepared-statement.ts';
import type { Schema } from './schema.ts';

export interface DatabaseAddress {
  /** A PostgreSQL address; without one the embedded database in `dataDirectory` is used. */
  databaseUrl: string | null;
  dataDirectory: string;
  /** Whether statements may be prepared: false where each may go to another session of PostgreSQL. */
  databasePreparedStatements?: boolean;
}

/** How many connections to PostgreSQL a process keeps at most. */
export const POOL_CONNECTIONS = 10;

export interface ConnectionStats {
  inUse: number;
  idle: number;
  /** Statements and transactions that wait for a connection. */
  waiting: number;
  max: number;
}

export interface ConnectedDatabase {
  database: Kysely<Schema>;
  kind: 'pglite' | 'postgres';
  /** How the connections are used now; null for the embedded database, which has none. */
  connections: (() => ConnectionStats) | null;
  /** Ends the connections and, for the embedded database, lets go of its directory. */
  close: () => Promise<void>;
}

// Both drivers give the same values: int8 as a number (no column comes near 2^53), dates as text.
const INT8 = pg.types.builtins.INT8;
const DATE = pg.types.builtins.DATE;
const valueParsers: Record<number, (value: string) => unknown> = {
  [INT8]: Number,
  [DATE]: (value) => value,
};

/** What every embedded database is opened with. */
export const embeddedOptions = {
  parsers: valueParsers,
  extensions: { pg_trgm },
  // Pages are cached by the system too, which returns them when it needs them. The default is 128 MB.
  startParams: [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB'],
};

/**
 * Has WebAssembly compiled by the baseline compiler alone, in this process from now on. The optimizing one takes 600 MB
 * for a moment to compile PostgreSQL, and most of what it took is never returned to the system.
 */
function compileInLittleMemory(): void {
  setFlagsFromString('--no-wasm-tier-up');
  setFlagsFromString('--no-wasm-dynamic-tiering');
}

export interface PostgresOptions {
  /** How long PostgreSQL may be unresponsive before the operations that wait for it fail. */
  timeoutMilliseconds?: number;
  log?: Logger | undefined;
  /** Whether statements may be prepared, see `DatabaseAddress`. */
  preparedStatements?: boolean;
}

export async function connectDatabase(
  address: DatabaseAddress,
  options?: PostgresOptions,
): Promise<ConnectedDatabase> {
  return address.databaseUrl === null
    ? await openEmbedded(address.dataDirectory)
    : openPostgres(address.databaseUrl, {
        ...options,
        preparedStatements: address.databasePreparedStatements ?? true,
      });
}

const embeddedIn = (dataDirectory: string) => join(dataDirectory, 'pglite');

/** Whether there is an embedded database in a directory. */
export function hasEmbeddedDatabase(dataDirectory: string): boolean {
  return existsSync(join(embeddedIn(dataDirectory), 'PG_VERSION'));
}

async function openEmbedded(dataDirectory: string): Promise<ConnectedDatabase> {
  await mkdir(dataDirectory, { recursive: true, mode: 0o700 });
  const lock = await lockDirectory(dataDirectory);
  try {
    compileInLittleMemory();
    const pglite = await PGlite.create(embeddedIn(dataDirectory), embeddedOptions);
    const database = openPglite(pglite);
    return {
      database,
      kind: 'pglite',
      connections: null,
      close: async () => {
        await database.destroy();
        await lock.release();
      },
    };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

export function openPglite(pglite: PGlite): Kysely<Schema> {
  return new Kysely<Schema>({ dialect: new PGliteDialect({ pglite: withCopyData(pglite) }) });
}

const postgresTypes = new pg.TypeOverrides();
for (const [type, parse] of Object.entries(valueParsers)) {
  postgresTypes.setTypeParser(Number(type), parse);
}

// A command waits for a database under load instead of failing.
const DEFAULT_TIMEOUT_MILLISECONDS = 10_000;

export function openPostgres(
  databaseUrl: string,
  {
    timeoutMilliseconds = DEFAULT_TIMEOUT_MILLISECONDS,
    log,
    preparedStatements = true,
  }: PostgresOptions = {},
): ConnectedDatabase {
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
  const database = new Kysely<Schema>({ dialect: new GuardedPostgresDialect({ pool }, breaker) });
  if (preparedStatements) {
    runPreparedBy(database, (statement) => breaker.execute(() => pool.query(statement)));
  }
  return {
    database,
    kind: 'postgres',
    connections: () => ({
      inUse: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
      max: POOL_CONNECTIONS,
    }),
    close: () => database.destroy(),
  };
}
