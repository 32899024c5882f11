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
import { freePort, programs } from '@partner-rating/processes';
import {
  type DemonstrationFacts,
  readFacts,
} from '@partner-rating/service/src/console/demonstration/facts.ts';
import { batchOf, matchOf, onDay } from '@partner-rating/service/src/matches/testing/batches.ts';
import { openPostgres } from '@partner-rating/service/src/platform/database/connect.ts';
import type { Database } from '@partner-rating/service/src/platform/database/schema.ts';
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

const REQUESTS_PER_SECOND = 20;
const SECONDS = { before: 10, withoutPrimary: 5, after: 15 };
const READY_WITHIN_SECONDS = 5;
const LAST_EVENTS_SECONDS = 120;

const haproxySettings = new URL(import.meta.resolve('@partner-rating/service/deploy/haproxy.cfg'));
const run = promisify(execFile);

const print = (line: string) => process.stdout.write(`${line}\n`);
const portOf = ({ url }: PostgresCluster) => Number(new URL(url).port);

interface Submission {
  identifier: string;
  send: () => Promise<Response>;
  /** The match id in the acknowledgement. */
  matchId: string | null;
}

/**
 * A mix of everyday requests: three of ten submit a match, and one of those was played weeks ago.
 */
class Traffic {
  /** The number of responses by status. */
  readonly statuses = new Map<number | string, number>();
  readonly submissions: Submission[] = [];
  readonly #facts: DemonstrationFacts;
  readonly #headers: Record<string, string>;
  readonly #runId = Date.now();

  constructor(facts: DemonstrationFacts) {
    this.#facts = facts;
    this.#headers = { 'x-api-key': facts.apiKey, 'content-type': 'application/json' };
  }

  /** Sends the request with this index, and counts its status. */
  async send(index: number): Promise<void> {
    const status = await this.#request(index).then(
      async (response) => {
        await response.arrayBuffer();
        return response.status;
      },
      (error: Error) => `no answer (${error.message})`,
    );
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
  }

  async submit(submission: Submission): Promise<Response> {
    const response = await submission.send();
    if (response.ok) {
      const { matches } = (await response.clone().json()) as { matches: { id: string }[] };
      submission.matchId = matches[0]?.id ?? null;
    }
    return response;
  }

  async #request(index: number): Promise<Response> {
    const paths = [
      null,
      `/partner/member?memberId=${this.#facts.member.id}`,
      '/partner/usage',
      null,
      '/leaderboard?sport=pickleball',
      `/partner/member?memberId=${this.#facts.member.id}`,
      null,
      '/partner/webhook-deliveries',
      '/partner/rating-updates?limit=20',
      '/partner/usage',
    ];
    const path = paths[index % paths.length] ?? null;
    if (path !== null) {
      return await fetch(`${this.#facts.baseUrl}${path}`, { headers: this.#headers });
    }
    const submission = this.#newSubmission(index);
    this.submissions.push(submission);
    return await this.submit(submission);
  }

  #newSubmission(index: number): Submission {
    const { baseUrl, otherMembers } = this.#facts;
    const players = [0, 1, 2, 3].map(
      (player) => otherMembers[(index * 4 + player) % otherMembers.length],
    );
    const [one, two, three, four] = players;
    if (!one || !two || !three || !four) throw new Error('The demonstration has too few players.');
    const identifier = `drill-${this.#runId}-${index}`;
    const teams = [
      [one, two],
      [three, four],
    ];
    // The same players never have the same score twice.
    const games = [{ scores: [11 + index, 7], winScore: 11 + index }];
    const matchDate = index % 3 === 0 ? onDay(index % 60).matchDate : new Date().toISOString();
    const batch = batchOf([matchOf(identifier, teams, { games })], { matchDate, winBy: 1 });
    const request = {
      method: 'POST',
      body: JSON.stringify(batch),
      headers: { ...this.#headers, 'idempotency-key': identifier },
    };
    return { identifier, matchId: null, send: () => fetch(`${baseUrl}/partner/matches`, request) };
  }
}

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

/** Submits unacknowledged matches again, as a partner does, with the same Idempotency-Key. */
async function repeatUnacknowledged(traffic: Traffic): Promise<void> {
  for (const submission of traffic.submissions) {
    while (submission.matchId === null) {
      const response = await traffic.submit(submission);
      if (!response.ok) await sleep(500);
    }
  }
}

/** Returns what is wrong with the database, one sentence each. */
async function findErrors(database: Database, { submissions }: Traffic, receiver: WebhookReceiver) {
  const identifiers = submissions.map(({ identifier }) => identifier);
  const { rows } = await sql<{ id: string; identifier: string }>`
    select id, identifier from match where identifier = any(${identifiers}::text[])
  `.execute(database);
  const stored = Map.groupBy(rows, ({ identifier }) => identifier);
  const errors = submissions.flatMap(({ identifier, matchId }) => {
    const found = stored.get(identifier) ?? [];
    if (found.length === 1 && found[0]?.id === matchId) return [];
    return [`${identifier} was acknowledged as ${matchId}, and is there ${found.length} times.`];
  });
  const sent = async () => {
    const deliveries = await database
      .selectFrom('webhook_delivery')
      .select(['event_id', 'status', 'attempts', 'error_message'])
      .execute();
    const received = new Set(receiver.requests.map(({ headers }) => headers['webhook-id']));
    return deliveries.filter((one) => one.status !== 'success' || !received.has(one.event_id));
  };
  for (let second = 0; second < LAST_EVENTS_SECONDS && (await sent()).length > 0; second += 1) {
    await sleep(1_000);
  }
  const missed = await sent();
  if (missed.length > 0) {
    const [
      { status, attempts, error_message: reason } = { status: '', attempts: 0, error_message: '' },
    ] = missed;
    errors.push(
      `${missed.length} webhooks did not arrive. The first is ${status} after ${attempts} attempts (${reason}).`,
    );
  }
  return errors;
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
    const traffic = await startTraffic(setup);
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
    const acknowledged = traffic.submissions.filter(({ matchId }) => matchId !== null).length;
    await repeatUnacknowledged(traffic);
    const broken = [...(await checkDatabase(traffic, setup)), ...checkAnswers(traffic)];
    print(
      `  ${acknowledged} of ${traffic.submissions.length} matches acknowledged at once, the rest when sent again; ` +
        `${receiver.requests.length} webhooks received`,
    );
    broken.push(...(await audit(environment)));
    if (ready > READY_WITHIN_SECONDS)
      broken.push(`The service needed ${ready.toFixed(1)} s to be ready.`);
    for (const promise of broken) print(`  BROKEN: ${promise}`);
    return broken.length === 0;
  } finally {
    await service.stop();
  }
}

async function startTraffic({ directory, receiver }: Setup): Promise<Traffic> {
  const facts = await readFacts(directory);
  if (facts === null) throw new Error('The service was started without its demonstration.');
  const client = new PartnerRatingClient(facts);
  await client.webhooks.createEndpoint({ url: receiver.url, events: ['rating.updated'] });
  return new Traffic(facts);
}

async function checkDatabase(traffic: Traffic, { standby, receiver }: Setup): Promise<string[]> {
  const { database, close } = openPostgres(standby.url);
  try {
    return await findErrors(database, traffic, receiver);
  } finally {
    await close();
  }
}

async function audit(environment: Record<string, string>): Promise<string[]> {
  const command = [programs.service, 'operator', 'ratings', 'audit'];
  return await run(process.execPath, command, { env: { ...process.env, ...environment } }).then(
    ({ stdout }) => {
      print(`  ${stdout.trim()}`);
      return [];
    },
    ({ stdout, stderr }: { stdout: string; stderr: string }) => [
      `The audit failed: ${stdout}${stderr}`,
    ],
  );
}

function checkAnswers({ statuses }: Traffic): string[] {
  const answers = [...statuses].map(([status, count]) => `${count} × ${status}`).join(', ');
  print(`  answers: ${answers}`);
  return [...statuses.keys()]
    .filter((status) => ![200, 409, 503].includes(Number(status)))
    .map((status) => `A request was answered ${status}.`);
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
