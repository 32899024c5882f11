import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { Session } from 'node:inspector/promises';
import { join, resolve } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { Kysely, PostgresAdapter, PostgresDialect } from 'kysely';
import { createEmbeddedPool, openEmbeddedPool } from './embedded-pool.ts';
import { readDatabaseHosts } from './hosts.ts';
import { lockDirectory } from './lock.ts';
import {
  type ConnectionStats,
  GuardedPool,
  POOL_CONNECTIONS,
  type PoolOptions,
  valueParsers,
} from './pool.ts';
import { runPreparedBy } from './prepared-statement.ts';
import { openReplicas, type ReplicaSettings, type Replicas } from './replicas/replicas.ts';
import type { Schema } from './schema.ts';

export interface DatabaseAddress {
  /** The address of PostgreSQL; null for the embedded database in `dataDirectory`. */
  databaseUrl: string | null;
  dataDirectory: string;
  /** Whether to prepare statements. False if a pooler may send each statement to another session. */
  databasePreparedStatements?: boolean;
  /** The maximum number of connections to PostgreSQL. */
  databasePoolSize?: number;
  /** The addresses of streaming replicas that serve reads. */
  readDatabaseUrls?: readonly string[];
  /** The maximum number of connections to each replica. */
  readDatabasePoolSize?: number;
  /** Seconds by which a replica may lag. */
  readMaxLag?: number;
}

export interface ConnectedDatabase {
  database: Kysely<Schema>;
  kind: 'pglite' | 'postgres';
  /** The current use of the connections. Null for the embedded database, which has none. */
  connections: (() => ConnectionStats) | null;
  /** The replicas. Null if there are none. */
  replicas: Replicas | null;
  /** Limits how long operations wait for a PostgreSQL that does not respond. */
  limitWait: (milliseconds: number) => void;
  /** Ends the connections, and releases the directory of an embedded database. */
  close: () => Promise<void>;
}

/** The options of each embedded database. */
export const embeddedOptions = {
  parsers: valueParsers,
  extensions: { pg_trgm },
  // The operating system caches pages too, and frees them when it needs memory. The default is 128 MB.
  startParams: [
    ...PGlite.defaultStartParams,
    ...['-c', 'shared_buffers=16MB'],
    // Plans once for all values, and again after a table was analyzed. In WebAssembly, planning for the values of each
    // call takes longer than running a worse plan.
    ...['-c', 'plan_cache_mode=force_generic_plan'],
  ],
};

/**
 * Opens an embedded database, and keeps V8 from optimizing PostgreSQL's parser. That would take 600 MB, most of which V8
 * never returns to the system, and prepared statements hardly use the parser. V8 decides whether it may optimize a
 * function when it compiles it, at the first call. So all code is compiled without the optimizing compiler, and discarded
 * when the database is open. The parser is called once before the optimizing compiler is switched on.
 */
async function openInLittleMemory(directory: string): Promise<PGlite> {
  optimizeWebAssembly(false);
  const pglite = await PGlite.create(directory, embeddedOptions);
  await discardCompiledCode();
  await pglite.exec(';');
  optimizeWebAssembly(true);
  return pglite;
}

/** Sets whether V8 optimizes the WebAssembly functions that it compiles from now on, in the whole process. */
function optimizeWebAssembly(isOptimized: boolean): void {
  const prefix = isOptimized ? '--' : '--no-';
  setFlagsFromString(`${prefix}wasm-tier-up`);
  setFlagsFromString(`${prefix}wasm-dynamic-tiering`);
}

/** Collects garbage as under memory pressure, which also discards the code of the baseline compiler. */
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
        connections: address.databasePoolSize,
        preparedStatements: address.databasePreparedStatements ?? true,
        replicas: replicasOf(address),
      });
}

function replicasOf({
  readDatabaseUrls: urls = [],
  readDatabasePoolSize: connections = POOL_CONNECTIONS,
  readMaxLag = 0.5,
}: DatabaseAddress): PostgresOptions['replicas'] {
  return urls.length === 0 ? null : { urls, connections, maxLagMilliseconds: readMaxLag * 1_000 };
}

const embeddedIn = (dataDirectory: string) => join(dataDirectory, 'pglite');

/** Whether a directory has an embedded database. */
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
      replicas: null,
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
  /** Whether to prepare statements, see `DatabaseAddress`. */
  preparedStatements?: boolean;
  /** Null if there are none. */
  replicas?: Omit<ReplicaSettings, 'preparedStatements'> | null | undefined;
}

export function openPostgres(
  databaseUrl: string,
  options: PostgresOptions = {},
): ConnectedDatabase {
  return openPool(new GuardedPool(databaseUrl, options), options);
}

/** Opens a database over the connections of a pool. Closing the database ends the pool. */
export function openPool(
  pool: GuardedPool,
  {
    preparedStatements = true,
    replicas: settings = null,
    log,
  }: Pick<PostgresOptions, 'preparedStatements' | 'replicas' | 'log'> = {},
): ConnectedDatabase {
  const database = new Kysely<Schema>({ dialect: new SessionlessDialect({ pool }) });
  if (preparedStatements) runPreparedBy(database, (statement) => pool.query(statement));
  const replicas =
    settings === null
      ? null
      : openReplicas({ database, pool }, { ...settings, preparedStatements }, log);
  return {
    database,
    kind: 'postgres',
    connections: () => pool.stats(),
    replicas,
    limitWait: (milliseconds) => pool.limitWait(milliseconds),
    close: async () => {
      await replicas?.close();
      await database.destroy();
    },
  };
}

class SessionlessDialect extends PostgresDialect {
  override createAdapter(): PostgresAdapter {
    return new SessionlessAdapter();
  }
}

/**
 * Kysely locks a session before it migrates. Behind a pooler in transaction mode the next statement may go to another
 * session, and the lock would stay with the first. `migrateToLatest` therefore takes a transaction lock.
 */
class SessionlessAdapter extends PostgresAdapter {
  override async acquireMigrationLock(): Promise<void> {}
  override async releaseMigrationLock(): Promise<void> {}
}

/**
 * The load that an embedded database can carry with a p99 of at most 250 ms. `pnpm bench soak` sends it for ten minutes as
 * a mixture of reads, submissions, and log-ins.
 */
export const EMBEDDED_REQUESTS_PER_SECOND = 60;

/** Returns a description of the database without its password. */
export function databaseName({ databaseUrl, dataDirectory }: DatabaseAddress): string {
  if (databaseUrl === null) return `the embedded one in ${resolve(dataDirectory)}`;
  const urls = readDatabaseHosts(databaseUrl).addresses.map((address) => new URL(address));
  const [{ pathname, username }] = urls as [URL];
  const database = decodeURIComponent(pathname.slice(1)) || decodeURIComponent(username);
  const hosts = urls.map(({ host }) => host || 'a socket of this machine').join(' or ');
  return `PostgreSQL at ${hosts}, ${database}`;
}
