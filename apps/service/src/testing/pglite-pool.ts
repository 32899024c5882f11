import { readFile } from 'node:fs/promises';
import { PGlite } from '@electric-sql/pglite';
import { embeddedOptions } from '../platform/database/connect.ts';
import {
  describeSchema,
  isRestored,
  type RunStatement,
  type SchemaState,
} from './restored-database.ts';

// Opening a snapshot costs most of a second of CPU, and emptying its tables a few milliseconds. So an
// instance passes from one test to the next, if it can be restored to the snapshot.
const idle: PooledInstance[] = [];

// Nobody recovers a database in memory, so it writes as little as possible for a recovery.
const inMemory = Object.entries({
  wal_level: 'minimal',
  max_wal_senders: 0,
  full_page_writes: 'off',
  synchronous_commit: 'off',
}).flatMap(([name, value]) => ['-c', `${name}=${value}`]);

interface PooledInstance {
  pglite: PGlite;
  /** The schema of the snapshot. */
  schema: SchemaState;
}

export interface LeasedPglite {
  pglite: PGlite;
  release: () => Promise<void>;
}

/** Leases an embedded database with the snapshot's contents to one test until it is released. */
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
    if (await isReusable(instance).catch(() => false)) return instance;
    await instance.pglite.close();
  }
}

async function openSnapshot(path: string): Promise<PooledInstance> {
  const snapshot = new Blob([await readFile(path)]);
  const pglite = await PGlite.create({
    ...embeddedOptions,
    startParams: [...embeddedOptions.startParams, ...inMemory],
    loadDataDir: snapshot,
  });
  return { pglite, schema: await describeSchema(runIn(pglite)) };
}

async function isReusable({ pglite, schema }: PooledInstance): Promise<boolean> {
  await pglite.exec('discard all');
  return await isRestored(runIn(pglite), schema);
}

const runIn =
  (pglite: PGlite): RunStatement =>
  async (statement) =>
    (await pglite.query(statement)).rows as never[];

/**
 * Wraps the instance for one test. Closing it ends the lease. After that, every call is refused,
 * so that nothing that still runs affects the next test.
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
