import pg from 'pg';
import { openPool } from '../platform/database/connect.ts';
import { GuardedPool, setSession } from '../platform/database/pool.ts';
import type { Database } from '../platform/database/schema.ts';
import {
  describeSchema,
  isRestored,
  type RunStatement,
  type SchemaState,
} from './restored-database.ts';

// To copy the template, PostgreSQL writes hundreds of files. To empty tables, it writes a few. A new session also reads
// the catalogs again. So a database passes to the next test with its connections, if it can be restored to the
// template.
const idle = new Map<string, PooledDatabase[]>();
const schemas = new Map<string, SchemaState>();
let count = 0;

interface PooledDatabase {
  pool: GuardedPool;
  url: string;
  /** The schema of the template. */
  schema: SchemaState;
}

export interface LeasedPostgres {
  database: Database;
  url: string;
  release: () => Promise<void>;
}

/** Leases a database like the server's `template` to one test until it is released. */
export async function leasePostgres(serverUrl: string): Promise<LeasedPostgres> {
  const pooled = (await takeIdle(serverUrl)) ?? (await copyTemplate(serverUrl));
  const { lease, end } = leaseOf(pooled.pool);
  return {
    database: openPool(lease).database,
    url: pooled.url,
    release: async () => {
      const isAtRest = end() === 'at rest';
      // First ends what the test left running.
      if (!isAtRest) await pooled.pool.end();
      const next = isAtRest ? pooled : openDatabase(pooled);
      idle.set(serverUrl, [...(idle.get(serverUrl) ?? []), next]);
    },
  };
}

/** Creates a database like another of the server. Returns its address. */
export async function createDatabase(serverUrl: string, template: string): Promise<string> {
  count += 1;
  const name = `test_${process.pid}_${count}`;
  await withSession(serverUrl, (run) => run(`create database ${name} template ${template}`));
  return serverUrl.replace(/postgres$/, name);
}

async function copyTemplate(serverUrl: string): Promise<PooledDatabase> {
  const url = await createDatabase(serverUrl, 'template');
  const schema = schemas.get(serverUrl) ?? (await withSession(url, describeSchema));
  schemas.set(serverUrl, schema);
  return openDatabase({ url, schema });
}

function openDatabase({ url, schema }: Pick<PooledDatabase, 'url' | 'schema'>): PooledDatabase {
  return { url, schema, pool: new GuardedPool(url) };
}

async function takeIdle(serverUrl: string): Promise<PooledDatabase | null> {
  for (;;) {
    const pooled = idle.get(serverUrl)?.pop();
    if (pooled === undefined) return null;
    if (await isReusable(pooled).catch(() => false)) return pooled;
    await pooled.pool.end();
  }
}

async function isReusable({ pool, schema }: PooledDatabase): Promise<boolean> {
  const sessions = await Promise.all(
    Array.from({ length: Math.max(1, pool.stats().idle) }, () => pool.connect()),
  );
  try {
    for (const session of sessions) {
      await session.query(resetSession);
      await setSession(session);
    }
    const run: RunStatement = async (statement) =>
      (await sessions[0]?.query(statement))?.rows as never[];
    return (await countSessions(run)) === sessions.length && (await isRestored(run, schema));
  } finally {
    for (const session of sessions) session.release();
  }
}

// Like `discard all`, except for the prepared statements, which connections of the driver know by name.
const resetSession =
  'close all; reset all; unlisten *; discard temp; discard sequences; select pg_advisory_unlock_all()';

/**
 * Counts the sessions of a database. If there are more than in its pool, something that a test left running may still
 * write.
 */
async function countSessions(run: RunStatement): Promise<number> {
  const [counted] = await run<{ count: string }>(`
    select count(*) from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend'
  `);
  return Number(counted?.count);
}

/** Wraps the pool for one test. After the test, nothing gets a connection. */
function leaseOf(pool: GuardedPool): { lease: GuardedPool; end: () => 'at rest' | 'in use' } {
  let hasEnded = false;
  const lease = new Proxy(pool, {
    get: (target, property) => {
      const value: unknown = Reflect.get(target, property, target);
      if (typeof value !== 'function') return value;
      return (...args: unknown[]) => {
        if (hasEnded) throw new Error('The test that this database belonged to has ended.');
        return property === 'end' ? undefined : Reflect.apply(value, target, args);
      };
    },
  });
  return {
    lease,
    end: () => {
      hasEnded = true;
      const { inUse, waiting } = pool.stats();
      return inUse === 0 && waiting === 0 ? 'at rest' : 'in use';
    },
  };
}

async function withSession<Result>(
  connectionString: string,
  work: (run: RunStatement) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return await work(async (statement) => (await client.query(statement)).rows);
  } finally {
    await client.end();
  }
}
