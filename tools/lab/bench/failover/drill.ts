/**
 * A failover drill with a primary, a synchronous standby, and the whole service under 20 requests a
 * second. The drill stops the primary, promotes the standby, and checks that nothing was lost. It runs
 * once with both hosts in DATABASE_URL, and once through HAProxy if the machine has HAProxy. It prints
 * the figures and exits with 1 if a promise is broken.
 */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { PartnerRatingClient } from '@partner-rating/client';
import { freePort } from '@partner-rating/processes';
import { readFacts } from '@partner-rating/service/src/console/demonstration/facts.ts';
import { openPostgres } from '@partner-rating/service/src/platform/database/connect.ts';
import {
  type PostgresCluster,
  startPostgresCluster,
} from '@partner-rating/service/src/testing/postgres-cluster.ts';
import {
  type ServiceProcess,
  serviceProcess,
} from '@partner-rating/service/src/testing/service-process.ts';
import {
  openWebhookReceiver,
  type WebhookReceiver,
} from '@partner-rating/service/src/testing/webhook-receiver.ts';
import { sql } from 'kysely';
import { sendAtRate } from '../measure/open-loop.ts';
import {
  auditRatings,
  describeAnswers,
  findMissingEvents,
  findMissingMatches,
  findMissingRatings,
  findWrongAnswers,
} from './checks.ts';
import { Traffic } from './traffic.ts';

const REQUESTS_PER_SECOND = 20;
const SECONDS = { before: 10, withoutPrimary: 5, after: 15 };
const READY_WITHIN_SECONDS = 5;

const haproxySettings = new URL(import.meta.resolve('@partner-rating/service/deploy/haproxy.cfg'));
const run = promisify(execFile);

const print = (line: string) => process.stdout.write(`${line}\n`);
const portOf = ({ url }: PostgresCluster) => Number(new URL(url).port);

interface Way {
  name: string;
  databaseUrl: string;
  stop: () => Promise<void>;
}

async function throughHosts(clusters: readonly PostgresCluster[]): Promise<Way> {
  const hosts = clusters.map((cluster) => `127.0.0.1:${portOf(cluster)}`).join(',');
  const databaseUrl = `postgres://postgres@${hosts}/postgres?target_session_attrs=read-write`;
  return { name: 'several hosts', databaseUrl, stop: async () => {} };
}

/**
 * Starts HAProxy with the settings in `deploy/` except for ports. Returns null if it is not
 * installed.
 */
async function throughHaproxy([one, two]: readonly [
  PostgresCluster,
  PostgresCluster,
]): Promise<Way | null> {
  const haproxy = process.env.HAPROXY ?? 'haproxy';
  const version = await run(haproxy, ['-v']).catch(() => null);
  if (version === null) return null;
  const directory = await mkdtemp(join(tmpdir(), 'partner-rating-haproxy-'));
  const port = await freePort('127.0.0.1');
  const settings = (await readFile(haproxySettings, 'utf8'))
    .replace('127.0.0.1:5000', `127.0.0.1:${port}`)
    .replace('10.0.0.1:5432', `127.0.0.1:${portOf(one)}`)
    .replace('10.0.0.2:5432', `127.0.0.1:${portOf(two)}`);
  await writeFile(join(directory, 'haproxy.cfg'), settings);
  const server = spawn(haproxy, ['-db', '-f', join(directory, 'haproxy.cfg')], {
    stdio: 'ignore',
  });
  return {
    name: `HAProxy ${/version (\S+)/.exec(version.stdout)?.[1] ?? ''}`,
    databaseUrl: `postgres://postgres@127.0.0.1:${port}/postgres`,
    stop: async () => {
      const ended = once(server, 'exit');
      server.kill('SIGTERM');
      await ended;
      await rm(directory, { recursive: true });
    },
  };
}

async function createRole({ url }: PostgresCluster, name: string): Promise<void> {
  const { database, close } = openPostgres(url);
  await sql`create role ${sql.ref(name)} login`.execute(database);
  await close();
}

/** Returns the seconds until the service is ready. */
async function secondsToReady({ baseUrl }: ServiceProcess): Promise<number> {
  const began = performance.now();
  const isReady = () =>
    fetch(new URL('/readyz', baseUrl)).then(
      async (response) => {
        await response.arrayBuffer();
        return response.ok;
      },
      () => false,
    );
  while (!(await isReady())) await sleep(20);
  return (performance.now() - began) / 1_000;
}

async function drill(name: 'hosts' | 'haproxy'): Promise<boolean | null> {
  const directory = await mkdtemp(join(tmpdir(), 'partner-rating-drill-'));
  const receiver = await openWebhookReceiver();
  // Uses Debian's server with its defaults, because the tests turn off durable commits.
  const settings = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' };
  const primary = await startPostgresCluster({ version: 'oldest', settings });
  await createRole(primary, 'haproxy');
  const standby = await primary.openStandby();
  const way =
    name === 'hosts'
      ? await throughHosts([primary, standby])
      : await throughHaproxy([primary, standby]);
  try {
    if (way === null) return null;
    return await failOver(way, { directory, receiver, primary, standby });
  } finally {
    await way?.stop();
    await Promise.all([primary.stop(), standby.stop(), receiver.close()]);
    await rm(directory, { recursive: true });
  }
}

interface Setup {
  directory: string;
  receiver: WebhookReceiver;
  primary: PostgresCluster;
  standby: PostgresCluster;
}

async function failOver({ name, databaseUrl }: Way, setup: Setup): Promise<boolean> {
  const { directory, receiver, primary, standby } = setup;
  const environment = { DATABASE_URL: databaseUrl, DATA_DIR: directory };
  const service = await serviceProcess({
    ...environment,
    SEED: 'demo',
    WEBHOOK_PRIVATE_TARGETS: receiver.target,
    // With the default delays, an event whose second attempt fails would wait longer than the
    // drill.
    WEBHOOK_RETRY_SCHEDULE: '0,1,2,5,10,20,30',
    RATE_LIMIT: '0',
    NETWORK_RATE_LIMIT: '0',
    INGEST_RATE_LIMIT: '0',
  });
  try {
    const started = await service.start();
    print(
      `\n${name}: the first start, with the demonstration, took ${(started / 1_000).toFixed(1)} s.`,
    );
    const { traffic, client } = await startTraffic(setup, service);
    const load = sendAtRate({
      requestsPerSecond: REQUESTS_PER_SECOND,
      seconds: SECONDS.before + SECONDS.withoutPrimary + SECONDS.after,
      send: (index) => traffic.send(index),
      onEnd: () => {},
    });
    await sleep(SECONDS.before * 1_000);
    await primary.shutDown();
    await sleep(SECONDS.withoutPrimary * 1_000);
    const [ready] = await Promise.all([secondsToReady(service), standby.promote()]);
    print(`  ready ${ready.toFixed(2)} s after the promotion was asked for`);
    await load;
    const refused = traffic.submissions.filter(({ isRefused }) => isRefused).length;
    await traffic.repeatRefused();
    const broken = [...(await checkDatabase(traffic, client, setup)), ...findWrongAnswers(traffic)];
    print(`  answers: ${describeAnswers(traffic)}`);
    print(
      `  ${traffic.submissions.length} matches acknowledged, ${refused} of them when sent again; ` +
        `${receiver.requests.length} webhooks received`,
    );
    const { text, isClean } = await auditRatings(environment);
    if (isClean) print(`  ${text}`);
    else broken.push(`The audit failed: ${text}`);
    if (ready > READY_WITHIN_SECONDS)
      broken.push(`The service needed ${ready.toFixed(1)} s to be ready.`);
    for (const promise of broken) print(`  BROKEN: ${promise}`);
    return broken.length === 0;
  } finally {
    await service.stop();
  }
}

async function startTraffic(
  { directory, receiver }: Setup,
  { baseUrl }: ServiceProcess,
): Promise<{ traffic: Traffic; client: PartnerRatingClient }> {
  const facts = await readFacts(directory);
  if (facts === null) throw new Error('The service was started without its demonstration.');
  const client = new PartnerRatingClient(facts);
  await client.webhooks.createEndpoint({ url: receiver.url, events: ['rating.updated'] });
  return { traffic: new Traffic(facts, [baseUrl]), client };
}

async function checkDatabase(
  { submissions }: Traffic,
  client: PartnerRatingClient,
  { standby, receiver }: Setup,
): Promise<string[]> {
  const { database, close } = openPostgres(standby.url);
  try {
    return [
      ...(await findMissingEvents(database, receiver)),
      ...(await findMissingMatches(database, submissions)),
      ...(await findMissingRatings(client, submissions)),
    ];
  } finally {
    await close();
  }
}

const names = ['hosts', 'haproxy'] as const;
const asked = process.argv.slice(2);
const unknown = asked.find((name) => !names.some((known) => known === name));
if (unknown !== undefined)
  throw new Error(`Unknown drill ${unknown}. Known drills: ${names.join(', ')}.`);
for (const name of names) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  const isPassed = await drill(name);
  if (isPassed === null)
    print(
      '\nhaproxy is not on the PATH, so the second drill was skipped. Install it, or set HAPROXY to its path.',
    );
  if (isPassed === false) process.exitCode = 1;
}
