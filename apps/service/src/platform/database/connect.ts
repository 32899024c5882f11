import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { Session } from 'node:inspector/promises';
import { join, resolve } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { Kysely } from 'kysely';
import { createEmbeddedPool, openEmbeddedPool } from './embedded-pool.ts';
import { GuardedPostgresDialect } from './guarded-postgres.ts';
import { readDatabaseHosts } from './hosts.ts';
import { lockDirectory } from './lock.ts';
import {
  createPool,
  type GuardedPool,
  POOL_CONNECTIONS,
  type PoolOptions,
  valueParsers,
} from './pool.ts';
import { runPreparedBy } from './prepared-statement.ts';
import type { Schema } from './schema.ts';

export interface DatabaseAddress {
  /** A PostgreSQL address; without one the embedded database in `dataDirectory` is used. */
  databaseUrl: string | null;
  dataDirectory: string;
  /** Whether statements may be prepared: false where each may go to another session of PostgreSQL. */
  databasePreparedStatements?: boolean;
}

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
  /** Changes for how long operations wait for a PostgreSQL that does not respond. */
  limitWait: (milliseconds: number) => void;
  /** Ends the connections and, for the embedded database, lets go of its directory. */
  close: () => Promise<void>;
}

/** What every embedded database is opened with. */
export const embeddedOptions = {
  parsers: valueParsers,
  extensions: { pg_trgm },
  // Pages are cached by the system too, which returns them when it needs them. The default is 128 MB.
  startParams: [
    ...PGlite.defaultStartParams,
    ...['-c', 'shared_buffers=16MB'],
    // A plan is made once for all values, and again after its tables are analyzed: WebAssembly takes longer to make one
    // for the values of each call than to run a worse one.
    ...['-c', 'plan_cache_mode=force_generic_plan'],
  ],
};

/**
 * Opens an embedded database and has WebAssembly optimize what runs often, except for the parser. V8 takes 600 MB to
 * optimize the parser, most of which is never returned to the system, and prepared statements hardly use it. Whether a
 * function may be optimized is decided when it is compiled, at its first call: so all is compiled without, thrown away
 * once the database is open, and the parser is called before the optimizing compiler is switched on.
 */
async function openInLittleMemory(directory: string): Promise<PGlite> {
  optimizeWebAssembly(false);
  const pglite = await PGlite.create(directory, embeddedOptions);
  await discardCompiledCode();
  await pglite.exec(';');
  optimizeWebAssembly(true);
  return pglite;
}

/** Whether functions of WebAssembly that are compiled from now on, in this process, are optimized once they run often. */
function optimizeWebAssembly(isOptimized: boolean): void {
  const prefix = isOptimized ? '--' : '--no-';
  setFlagsFromString(`${prefix}wasm-tier-up`);
  setFlagsFromString(`${prefix}wasm-dynamic-tiering`);
}

/** Collects garbage as under memory pressure, when V8 throws away what the baseline compiler made too. */
async function discardCompiledCode(): Promise<void> {
  const session = new Session();
  session.connect();
  await session.post('HeapProfiler.collectGarbage');
  session.disconnect();
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
    const database = openPglite(await openInLittleMemory(embeddedIn(dataDirectory)));
    return {
      database,
      kind: 'pglite',
      connections: null,
      limitWait: () => {},
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
  return openEmbeddedPool(createEmbeddedPool(pglite));
}

export interface PostgresOptions extends PoolOptions {
  /** Whether statements may be prepared, see `DatabaseAddress`. */
  preparedStatements?: boolean;
}

export function openPostgres(
  databaseUrl: string,
  options: PostgresOptions = {},
): ConnectedDatabase {
  return openPool(createPool(databaseUrl, options), options);
}

/** A database by the connections of a pool, which ends when the database is closed. */
export function openPool(
  { pool, breaker }: GuardedPool,
  { preparedStatements = true }: Pick<PostgresOptions, 'preparedStatements'> = {},
): ConnectedDatabase {
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
    limitWait: breaker.limitWait,
    close: () => database.destroy(),
  };
}

/**
 * The load that an embedded database carries, with a p99 of at most 250 ms: `pnpm bench soak` sends it for ten minutes,
 * a mixture of reads, submissions and log-ins.
 */
export const EMBEDDED_REQUESTS_PER_SECOND = 60;

/** Which database it is, in words that hold no password. */
export function databaseName({ databaseUrl, dataDirectory }: DatabaseAddress): string {
  if (databaseUrl === null) return `the embedded one in ${resolve(dataDirectory)}`;
  const urls = readDatabaseHosts(databaseUrl).addresses.map((address) => new URL(address));
  const [{ pathname, username }] = urls as [URL];
  const database = decodeURIComponent(pathname.slice(1)) || decodeURIComponent(username);
  const hosts = urls.map(({ host }) => host || 'a socket of this machine').join(' or ');
  return `PostgreSQL at ${hosts}, ${database}`;
}
