import { readFile } from 'node:fs/promises';
import { PGlite } from '@electric-sql/pglite';
import { embeddedOptions } from '../platform/database/connect.ts';

// Opening a snapshot costs most of a second of CPU, emptying its tables a few milliseconds. So an
// instance goes from one test to the next, as long as it is again what the migrations left.
const idle: PooledInstance[] = [];

interface PooledInstance {
  pglite: PGlite;
  /** What the migrations left. */
  schema: string;
}

export interface LeasedPglite {
  pglite: PGlite;
  release: () => Promise<void>;
}

/** An embedded database as the snapshot has it, for one test alone until it is released. */
export async function leasePglite(snapshotPath: string): Promise<LeasedPglite> {
  const instance = (await takeIdle()) ?? (await openSnapshot(snapshotPath));
  const { lease, end } = leaseOf(instance.pglite);
  return {
    pglite: lease,
    release: async () => {
      if (end() === 'at rest') idle.push(instance);
      else await instance.pglite.close();
    },
  };
}

async function takeIdle(): Promise<PooledInstance | null> {
  for (;;) {
    const instance = idle.pop();
    if (instance === undefined) return null;
    if (await isRestored(instance).catch(() => false)) return instance;
    await instance.pglite.close();
  }
}

async function openSnapshot(path: string): Promise<PooledInstance> {
  const snapshot = new Blob([await readFile(path)]);
  const pglite = await PGlite.create({ ...embeddedOptions, loadDataDir: snapshot });
  return { pglite, schema: await describeSchema(pglite) };
}

/** Whether the instance is again as after the migrations: no rows, the same schema, no statistics. */
async function isRestored({ pglite, schema }: PooledInstance): Promise<boolean> {
  await pglite.exec('discard all');
  if ((await describeSchema(pglite)) !== schema) return false;
  const { rows } = await pglite.query<{ name: string }>(`
    select oid::regclass::text as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r'
      and relname not like 'kysely%' and pg_relation_size(oid) > 0
  `);
  // Some tables refuse to lose rows, by a trigger.
  await pglite.exec('set session_replication_role = replica');
  if (rows.length > 0)
    await pglite.exec(`truncate ${rows.map(({ name }) => name).join(', ')} cascade`);
  await pglite.exec('reset session_replication_role');
  await pglite.exec(`select setval(seqrelid, seqstart, false) from pg_sequence`);
  return true;
}

/** A digest of tables, columns, constraints, triggers, functions, indexes and planner statistics. */
async function describeSchema(pglite: PGlite): Promise<string> {
  const { rows } = await pglite.query<{ digest: string }>(`
    with relation as (select * from pg_class where relnamespace = 'public'::regnamespace)
    select md5(string_agg(part, ';' order by part)) as digest from (
      select concat('relation', oid, relname, relkind, reloptions) as part from relation
      union all
      select concat('column', attrelid, attname, atttypid, attnotnull, attisdropped)
        from pg_attribute where attrelid in (select oid from relation)
      union all
      select concat('constraint', oid, convalidated) from pg_constraint
      union all select concat('trigger', oid, tgenabled) from pg_trigger
      union all select concat('function', oid, xmin) from pg_proc where oid >= 16384
      union all
      select concat('statistics', starelid, staattnum) from pg_statistic
        where starelid in (select oid from relation)
    ) parts
  `);
  return rows[0]?.digest ?? '';
}

/**
 * The instance as one test sees it: closing it ends the lease, after which every call is refused,
 * so that nothing a test left running reaches the next one.
 */
function leaseOf(pglite: PGlite): { lease: PGlite; end: () => 'at rest' | 'in use' } {
  let hasEnded = false;
  let inFlight = 0;
  const lease = new Proxy(pglite, {
    get: (target, property) => {
      if (property === 'closed') return hasEnded;
      if (property === 'close') return async () => {};
      const value: unknown = Reflect.get(target, property, target);
      if (typeof value !== 'function') return value;
      return (...args: unknown[]) => {
        if (hasEnded) throw new Error('The test that this database belonged to has ended.');
        const result: unknown = Reflect.apply(value, target, args);
        if (!(result instanceof Promise)) return result;
        inFlight += 1;
        return result.finally(() => {
          inFlight -= 1;
        });
      };
    },
  });
  return {
    lease,
    end: () => {
      hasEnded = true;
      return inFlight === 0 ? 'at rest' : 'in use';
    },
  };
}
