/**
 * A drill with a primary, a streaming replica, and the whole service under 20 requests a second, one of ten of which writes
 * and then reads what it wrote. It compares what the load costs the primary with and without the replica. Then the replica
 * stops answering, stops replaying, and is promoted. The drill prints the figures and exits with 1 if a promise is broken.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '@partner-rating/processes';
import { readFacts } from '@partner-rating/service/src/console/demonstration/facts.ts';
import { openPostgres } from '@partner-rating/service/src/platform/database/connect.ts';
import {
  type PostgresCluster,
  startPostgresCluster,
} from '@partner-rating/service/src/testing/postgres-cluster.ts';
import { serviceProcess } from '@partner-rating/service/src/testing/service-process.ts';
import { sql } from 'kysely';
import { median } from '../measure/statistics.ts';
import { type LoadResult, MixedLoad } from './load.ts';

const SECONDS = 15;
const LEAVES_WITHIN_SECONDS = 2;
const LEFT_SHARE = 0.9;

const print = (line: string) => process.stdout.write(`${line}\n`);

const broken: string[] = [];

function report(what: string, { requests, errors, latencies }: LoadResult): void {
  const longest = Math.max(...latencies).toFixed(0);
  const middle = median(latencies).toFixed(1);
  print(`  ${what}: ${requests} requests, median ${middle} ms, longest ${longest} ms`);
  for (const error of new Set(errors)) broken.push(`${what}: ${error}`);
}

interface Running {
  load: MixedLoad;
  /** Returns the value of a metric. */
  metric: (name: string) => Promise<number>;
  stop: () => Promise<void>;
}

async function startService(environment: Record<string, string>, directory: string) {
  const port = await freePort('127.0.0.1');
  const service = await serviceProcess({
    ...environment,
    DATA_DIR: directory,
    SEED: 'demo',
    METRICS_HOST: '127.0.0.1',
    METRICS_PORT: String(port),
    RATE_LIMIT: '0',
    NETWORK_RATE_LIMIT: '0',
    INGEST_RATE_LIMIT: '0',
  });
  await service.start();
  const facts = await readFacts(directory);
  if (facts === null) throw new Error('The service was started without its demonstration.');
  return {
    load: new MixedLoad({ ...facts, baseUrl: service.baseUrl }),
    metric: async (name: string) => {
      const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
      return Number(
        text
          .split('\n')
          .find((line) => line.startsWith(name))
          ?.split(' ')
          .at(-1),
      );
    },
    stop: async () => {
      await service.stop();
    },
  } satisfies Running;
}

/** Returns the rows that statements of the database have read on the primary so far. */
async function rowsRead(primary: PostgresCluster): Promise<number> {
  const { database, close } = openPostgres(primary.url);
  // PostgreSQL publishes the counts of a session at most once a second.
  await sleep(1_500);
  const { rows } = await sql<{ rows: number }>`
    select tup_returned + tup_fetched as rows from pg_stat_database where datname = current_database()
  `.execute(database);
  await close();
  return Number(rows[0]?.rows);
}

async function usable({ metric }: Running, wanted: 0 | 1): Promise<number> {
  const began = performance.now();
  while ((await metric('partner_rating_replica_usable')) !== wanted) await sleep(10);
  return (performance.now() - began) / 1_000;
}

async function measureShare(
  { primary, replica }: Record<'primary' | 'replica', PostgresCluster>,
  directory: string,
): Promise<void> {
  const rows: number[] = [];
  for (const environment of [{}, { READ_DATABASE_URL: replica.url }]) {
    const service = await startService({ DATABASE_URL: primary.url, ...environment }, directory);
    const isReplicated = 'READ_DATABASE_URL' in environment;
    if (isReplicated) await usable(service, 1);
    await service.load.run(2);
    const before = await rowsRead(primary);
    report(isReplicated ? 'with the replica' : 'without', await service.load.run(SECONDS));
    rows.push((await rowsRead(primary)) - before);
    if (isReplicated) {
      const [fromReplica, fromPrimary] = [
        await service.metric('partner_rating_reads_total{target="replica"}'),
        await service.metric('partner_rating_reads_total{target="primary"}'),
      ];
      const share = fromReplica / (fromReplica + fromPrimary);
      print(`  ${(share * 100).toFixed(1)} % of the reads left the primary`);
      if (!(share >= LEFT_SHARE)) broken.push('Too few reads left the primary.');
    }
    await service.stop();
  }
  const [without = 0, withReplica = 0] = rows;
  print(
    `  pg_stat_database of the primary: ${without} rows read without, ${withReplica} with the replica`,
  );
}

async function measureLeaving(
  { primary, replica }: Record<'primary' | 'replica', PostgresCluster>,
  directory: string,
): Promise<void> {
  const { database, close } = openPostgres(replica.url);
  const service = await startService(
    { DATABASE_URL: primary.url, READ_DATABASE_URL: replica.url },
    directory,
  );
  const incidents = [
    { what: 'stops answering', begin: () => replica.freeze(), end: () => replica.thaw() },
    {
      what: 'stops replaying',
      begin: () => sql`select pg_wal_replay_pause()`.execute(database),
      end: () => sql`select pg_wal_replay_resume()`.execute(database),
    },
    // It stays a primary, so it is the last incident.
    { what: 'is promoted', begin: () => replica.promote(), end: null },
  ];
  for (const { what, begin, end } of incidents) {
    await usable(service, 1);
    const load = service.load.run(SECONDS);
    await sleep(3_000);
    await begin();
    const left = await usable(service, 0);
    print(`  the replica ${what}: no reads after ${left.toFixed(2)} s`);
    if (left > LEAVES_WITHIN_SECONDS) broken.push(`The service left too late: ${what}.`);
    await sleep(3_000);
    if (end !== null) {
      await end();
      const returned = await usable(service, 1);
      print(`  it is back: reads after ${returned.toFixed(2)} s`);
    }
    report(`the replica ${what}`, await load);
  }
  await close();
  await service.stop();
}

const directory = await mkdtemp(join(tmpdir(), 'partner-rating-drill-'));
const settings = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' };
const primary = await startPostgresCluster({ version: 'oldest', settings });
const replica = await primary.openStandby({ isSynchronous: false });
try {
  await measureShare({ primary, replica }, directory);
  await measureLeaving({ primary, replica }, directory);
} finally {
  await Promise.all([primary.stop(), replica.stop()]);
  await rm(directory, { recursive: true });
}
for (const promise of broken) print(`  BROKEN: ${promise}`);
if (broken.length > 0) process.exitCode = 1;
