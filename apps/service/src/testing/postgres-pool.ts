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

// To copy the template costs PostgreSQL hundreds of files, to empty tables a few, and a new session reads the catalogs
// again. So a database goes from one test to the next with its connections, as long as it is again what the template is.
const idle = new Map<string, PooledDatabase[]>();
const schemas = new Map<string, SchemaState>();
let count = 0;

interface PooledDatabase {
  pool: GuardedPool;
  url: string;
  /** As the template has it. */
  schema: SchemaState;
}

export interface LeasedPostgres {
  database: Database;
  url: string;
  release: () => Promise<void>;
}

/** A database as `template` of the server is, for one test alone until it is released. */
export async function leasePostgres(serverUrl: string): Promise<LeasedPostgres> {
  const pooled = (await takeIdle(serverUrl)) ?? (await copyTemplate(serverUrl));
  const { lease, end } = leaseOf(pooled.pool);
  return {
    database: openPool(lease).database,
    url: pooled.url,
    release: async () => {
      const isAtRest = end() === 'at rest';
      // What a test left running ends first.
      if (!isAtRest) await pooled.pool.end();
      const next = isAtRest ? pooled : openDatabase(pooled);
      idle.set(serverUrl, [...(idle.get(serverUrl) ?? []), next]);
    },
  };
}

/** The address of a new database like another of the server. */
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

// All that `discard all` does, but for the prepared statements, which a connection of the driver knows by name.
const resetSession =
  'close all; reset all; unlisten *; discard temp; discard sequences; select pg_advisory_unlock_all()';

/** How many sessions there are: more than those of its pool where something that a test left running may still write. */
async function countSessions(run: RunStatement): Promise<number> {
  const [counted] = await run<{ count: string }>(`
    select count(*) from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend'
  `);
  return Number(counted?.count);
}

/** The pool as one test sees it: nothing gets a connection any more once the test has ended. */
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
