import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { openPostgres } from '../src/platform/database/connect.ts';
import { openDatabase } from '../src/platform/database/migrate.ts';
import type { Replicas } from '../src/platform/database/replicas/replicas.ts';
import type { Database } from '../src/platform/database/schema.ts';
import { insertMember } from '../src/testing/builders.ts';
import type { PostgresCluster } from '../src/testing/postgres-cluster.ts';
import {
  newRatingOf,
  readEverything,
  readRating,
  submitMatch,
} from '../src/testing/replicated-reads.ts';
import {
  countUsable,
  insertConnected,
  onStandby,
  readsDuring,
  serveWithReplicas,
  untilUsable,
} from '../src/testing/replicated-service.ts';
import {
  createDatabase,
  databaseOn,
  onServer,
  startPrimary,
  untilReplayed,
  useReplication,
} from '../src/testing/replication.ts';

const replication = useReplication({ standbys: 1 });

function setUp() {
  const { primary, standbys, databaseUrl } = replication();
  const [standby] = standbys as [PostgresCluster];
  return { primary, standby, databaseUrl };
}

const outages = [
  {
    what: 'crashes',
    end: (standby: PostgresCluster) => standby.crash(),
    restore: (standby: PostgresCluster) => standby.restart(),
  },
  {
    what: 'stops answering',
    end: (standby: PostgresCluster) => standby.freeze(),
    restore: (standby: PostgresCluster) => standby.thaw(),
  },
];

it.each(outages)(
  'no request fails when a replica $what, and it gets reads when it is back',
  async ({ end, restore }) => {
    const { standby, databaseUrl } = setUp();
    const service = await serveWithReplicas({ databaseUrl, standbys: [standby] });
    const members = await insertConnected(service, 4);
    await submitMatch(service, members);
    const failures: unknown[] = [];
    let isOver = false;
    const load = Array.from({ length: 4 }, async () => {
      while (!isOver) failures.push(...(await readEverything(service, members)));
    });
    const readsFrom = async (target: 'replica' | 'primary') => {
      const before = service.replicas.counts()[target];
      await expect.poll(() => service.replicas.counts()[target]).toBeGreaterThan(before + 20);
    };
    await readsFrom('replica');
    await end(standby);
    await expect.poll(() => countUsable(service.replicas)).toBe(0);
    const ready = await fetch(new URL('/readyz', service.baseUrl));
    expect([ready.status, await ready.json()]).toEqual([
      200,
      { status: 'ready', replicas: { usable: 0, configured: 1 } },
    ]);
    await readsFrom('primary');
    await restore(standby);
    await untilUsable(service);
    await readsFrom('replica');
    isOver = true;
    await Promise.all(load);
    expect(failures).toEqual([]);
  },
);

it('the primary answers when a replica was promoted while the service still reads from it', async () => {
  const { primary, databaseUrl } = setUp();
  const promoted = await primary.openStandby({ isSynchronous: false });
  onTestFinished(() => promoted.stop());
  const service = await serveWithReplicas({ databaseUrl, standbys: [promoted] });
  const [one = '', other = ''] = await insertConnected(service, 2);
  await submitMatch(service, [one, other]);
  await untilUsable(service);
  await promoted.promote();
  await expect.poll(() => countUsable(service.replicas)).toBe(0);
  expect(service.log).toContain('A replica gets no reads, because it is not a standby.');

  // The two servers go different ways, and the position of the promoted one is ahead.
  const { database, close } = openPostgres(onStandby(promoted, databaseUrl));
  onTestFinished(close);
  await database.updateTable('rating').set({ games: 0, mu: 0 }).execute();
  await writeLogBeyond(promoted, primary);
  const rating = newRatingOf(await submitMatch(service, [one, other]), one);
  await service.replicas.check();
  const reads = await readsDuring(service, async () =>
    expect(await readRating(service, one)).toBe(rating),
  );
  expect(reads).toEqual({ replica: 0, primary: 1 });
});

it('a replica that returns from a crash with an older position gives no old answer', async () => {
  const { primary, standby, databaseUrl } = setUp();
  const { database, replicas, clock } = await openWithoutWatch(databaseUrl, [
    onStandby(standby, databaseUrl),
  ]);
  // After a crash, the standby begins again here, and stops before the next commit.
  await checkpoint(primary);
  await untilReplayed(primary, standby);
  await checkpoint(standby);
  await replicas.check();
  const { id } = await insertMember(database);
  const find = (reader: Database) =>
    reader.selectFrom('member').select('id').where('id', '=', id).execute();
  expect(await find(replicas.database)).toEqual([{ id }]);
  expect(replicas.counts()).toEqual({ replica: 1, primary: 0 });

  await delayReplay(standby);
  await standby.crash();
  await standby.restart();
  const onOld = openPostgres(onStandby(standby, databaseUrl));
  onTestFinished(onOld.close);
  expect(await find(onOld.database)).toEqual([]);
  expect(countUsable(replicas)).toBe(1);
  clock.step = 100;
  expect(await find(replicas.database)).toEqual([{ id }]);
  expect(replicas.counts()).toEqual({ replica: 1, primary: 1 });
});

it('a server that is not a standby of the primary gets no reads', async () => {
  const { primary, standby, databaseUrl } = setUp();
  const otherDatabase = await createDatabase(primary, 'stranger');
  const other = await openDatabase({ databaseUrl: otherDatabase, dataDirectory: '' });
  onTestFinished(other.close);
  const stranger = await openStranger(primary, databaseUrl);
  const copy = await copyDatabase(primary, databaseUrl);
  await untilReplayed(primary, standby);
  const { replicas, lines } = await openWithoutWatch(databaseUrl, [
    databaseUrl,
    onStandby(standby, otherDatabase),
    onStandby(standby, copy),
    onStandby(stranger, databaseUrl),
  ]);
  await replicas.check();
  expect(countUsable(replicas)).toBe(0);
  expect(lines.toSorted()).toEqual([
    'A replica gets no reads, because it does not follow the primary.',
    'A replica gets no reads, because it does not follow the primary.',
    'A replica gets no reads, because it does not follow the primary.',
    'A replica gets no reads, because it is not a standby.',
  ]);
});

/** Opens a database of the service with replicas, which are asked only when the test says so. */
async function openWithoutWatch(databaseUrl: string, urls: readonly string[]) {
  const migrated = await openDatabase({ databaseUrl, dataDirectory: '' });
  await migrated.close();
  const lines: string[] = [];
  // The time stands still unless a test sets how much passes with each look at the clock.
  const clock = { milliseconds: 0, step: 0 };
  const now = () => {
    clock.milliseconds += clock.step;
    return clock.milliseconds;
  };
  const { database, replicas, close } = openPostgres(databaseUrl, {
    replicas: { urls, connections: 1, maxLagMilliseconds: 500, now },
    log: { warn: (_: object, line: string) => lines.push(line), info: () => {} } as never,
  });
  onTestFinished(close);
  return { database, replicas: replicas as Replicas, lines, clock };
}

/** Copies a database with all its rows, as a restored dump would. No service has opened the copy. Returns its address. */
async function copyDatabase(primary: PostgresCluster, databaseUrl: string): Promise<string> {
  const name = new URL(databaseUrl).pathname.slice(1);
  const copy = `${name}_copy`;
  await onServer(primary, async (database) => {
    await sql`create database ${sql.ref(copy)} template ${sql.ref(name)}`.execute(database);
  });
  return databaseOn(primary, copy);
}

/** Starts the standby of another cluster, which has a dump of the database and a later position in its log. */
async function openStranger(
  primary: PostgresCluster,
  databaseUrl: string,
): Promise<PostgresCluster> {
  const cluster = await startPrimary();
  onTestFinished(() => cluster.stop());
  const standby = await cluster.openStandby({ isSynchronous: false });
  onTestFinished(() => standby.stop());
  const name = new URL(databaseUrl).pathname.slice(1);
  const copyUrl = await createDatabase(cluster, name);
  const [original, copy] = await Promise.all(
    [databaseUrl, copyUrl].map((url) => openDatabase({ databaseUrl: url, dataDirectory: '' })),
  );
  if (original === undefined || copy === undefined) throw new Error('Both are open.');
  const row = await original.database
    .selectFrom('database_incarnation')
    .selectAll()
    .executeTakeFirstOrThrow();
  await copy.database.updateTable('database_incarnation').set(row).execute();
  await Promise.all([original.close(), copy.close()]);
  await writeLogBeyond(cluster, primary);
  await untilReplayed(cluster, standby);
  return standby;
}

/** Writes so much that the position of a server is after that of another one. */
async function writeLogBeyond(server: PostgresCluster, other: PostgresCluster): Promise<void> {
  const position = sql<{ bytes: number }>`
    select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::bigint as bytes
  `;
  const bytesOf = async (database: Database) =>
    (await position.execute(database)).rows[0]?.bytes ?? 0;
  const target = await onServer(other, bytesOf);
  await onServer(server, async (database) => {
    while ((await bytesOf(database)) < target + 1_000_000) {
      await sql`select pg_logical_emit_message(false, 'filler', 'text')`.execute(database);
      await sql`select pg_switch_wal()`.execute(database);
    }
  });
}

async function checkpoint(server: PostgresCluster): Promise<void> {
  await onServer(server, (database) => sql`checkpoint`.execute(database));
}

/** Keeps a standby from replaying commits after its next start, until the end of the test. */
async function delayReplay(standby: PostgresCluster): Promise<void> {
  const configure = (change: string) =>
    onServer(standby, async (database) => {
      await sql.raw(`alter system ${change}`).execute(database);
    });
  await configure(`set recovery_min_apply_delay = '1h'`);
  onTestFinished(async () => {
    await configure('reset recovery_min_apply_delay');
    await onServer(standby, (database) => sql`select pg_reload_conf()`.execute(database));
  });
}
