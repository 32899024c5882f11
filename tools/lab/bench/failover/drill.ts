/**
 * A failover drill with a primary, a synchronous standby, and the whole service under 20 requests a
 * second. It stops the primary, promotes the standby, and checks that nothing was lost. It runs
 * once with both hosts in DATABASE_URL, and once through HAProxy if the machine has it. It prints
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

interface Traffic {
  /** The number of responses by status. */
  statuses: Map<number | string, number>;
  submissions: Submission[];
}

/**
 * A mix of everyday requests: three of ten submit a match, and one of those was played weeks ago.
 */
function createTraffic({ baseUrl, apiKey, member, otherMembers }: DemonstrationFacts) {
  const traffic: Traffic = { statuses: new Map(), submissions: [] };
  const headers = { 'x-api-key': apiKey, 'content-type': 'application/json' };
  const get = async (path: string) => await fetch(`${baseUrl}${path}`, { headers });
  const runId = Date.now();

  function newSubmission(index: number): Submission {
    const players = [0, 1, 2, 3].map(
      (player) => otherMembers[(index * 4 + player) % otherMembers.length],
    );
    const [one, two, three, four] = players;
    if (!one || !two || !three || !four) throw new Error('The demonstration has too few players.');
    const identifier = `drill-${runId}-${index}`;
    const teams = [
      [one, two],
      [three, four],
    ];
    // The same players never have the same score twice.
    const games = [{ scores: [11 + index, 7], winScore: 11 + index }];
    const matchDate = index % 3 === 0 ? onDay(index % 60).matchDate : new Date().toISOString();
    const body = JSON.stringify(
      batchOf([matchOf(identifier, teams, { games })], { matchDate, winBy: 1 }),
    );
    const options = {
      method: 'POST',
      body,
      headers: { ...headers, 'idempotency-key': identifier },
    };
    return { identifier, matchId: null, send: () => fetch(`${baseUrl}/partner/matches`, options) };
  }

  async function submit(submission: Submission): Promise<Response> {
    const response = await submission.send();
    if (response.ok) {
      const { matches } = (await response.clone().json()) as { matches: { id: string }[] };
      submission.matchId = matches[0]?.id ?? null;
    }
    return response;
  }

  const kinds = [
    async (index: number) => {
      const submission = newSubmission(index);
      traffic.submissions.push(submission);
      return await submit(submission);
    },
    async () => await get(`/partner/member?memberId=${member.id}`),
    async () => await get('/partner/usage'),
    async () => await get('/leaderboard?sport=pickleball'),
    async () => await get('/partner/webhook-deliveries'),
    async () => await get('/partner/rating-updates?limit=20'),
  ];
  const deck = [0, 1, 2, 0, 3, 1, 0, 4, 5, 1];
  return {
    traffic,
    submit,
    send: async (index: number): Promise<void> => {
      const kind = kinds[deck[index % deck.length] ?? 0] ?? get.bind(null, '/partner/usage');
      const status = await kind(index).then(
        async (response) => {
          await response.arrayBuffer();
          return response.status;
        },
        (error: Error) => `no answer (${error.message})`,
      );
      traffic.statuses.set(status, (traffic.statuses.get(status) ?? 0) + 1);
    },
  };
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
async function repeatUnacknowledged(
  { submissions }: Traffic,
  submit: (submission: Submission) => Promise<Response>,
): Promise<void> {
  for (const submission of submissions) {
    while (submission.matchId === null) {
      const response = await submit(submission);
      if (!response.ok) await sleep(500);
    }
  }
}

/** Returns what is wrong with the database, one sentence each. */
async function findFaults(database: Database, { submissions }: Traffic, receiver: WebhookReceiver) {
  const identifiers = submissions.map(({ identifier }) => identifier);
  const { rows } = await sql<{ id: string; identifier: string }>`
    select id, identifier from match where identifier = any(${identifiers}::text[])
  `.execute(database);
  const stored = Map.groupBy(rows, ({ identifier }) => identifier);
  const faults = submissions.flatMap(({ identifier, matchId }) => {
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
    faults.push(
      `${missed.length} webhooks did not arrive. The first is ${status} after ${attempts} attempts (${reason}).`,
    );
  }
  return faults;
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

interface Stage {
  directory: string;
  receiver: WebhookReceiver;
  primary: PostgresCluster;
  standby: PostgresCluster;
}

async function failOver({ name, databaseUrl }: Way, stage: Stage): Promise<boolean> {
  const { directory, receiver, primary, standby } = stage;
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
    const facts = await readFacts(directory);
    if (facts === null) throw new Error('The service was started without its demonstration.');
    const client = new PartnerRatingClient(facts);
    await client.webhooks.createEndpoint({ url: receiver.url, events: ['rating.updated'] });
    const { traffic, send, submit } = createTraffic(facts);
    const seconds = SECONDS.before + SECONDS.withoutPrimary + SECONDS.after;
    const load = sendAtRate({
      requestsPerSecond: REQUESTS_PER_SECOND,
      seconds,
      send,
      onEnd: () => {},
    });
    await sleep(SECONDS.before * 1_000);
    await primary.shutDown();
    await sleep(SECONDS.withoutPrimary * 1_000);
    const [ready] = await Promise.all([secondsToReady(service), standby.promote()]);
    print(`  ready ${ready.toFixed(2)} s after the promotion was asked for`);
    await load;
    const acknowledged = traffic.submissions.filter(({ matchId }) => matchId !== null).length;
    await repeatUnacknowledged(traffic, submit);

    const { database, close } = openPostgres(standby.url);
    const faults = await findFaults(database, traffic, receiver);
    await close();
    const audit = await run(process.execPath, [programs.service, 'operator', 'ratings', 'audit'], {
      env: { ...process.env, ...environment },
    }).catch((error: { stdout: string; stderr: string }) => {
      faults.push(`The audit failed: ${error.stdout}${error.stderr}`);
      return { stdout: '' };
    });
    const answers = [...traffic.statuses]
      .map(([status, count]) => `${count} × ${status}`)
      .join(', ');
    print(`  answers: ${answers}`);
    print(
      `  ${acknowledged} of ${traffic.submissions.length} matches acknowledged at once, the rest when sent again; ` +
        `${receiver.requests.length} webhooks received`,
    );
    print(`  ${audit.stdout.trim()}`);
    for (const status of traffic.statuses.keys()) {
      if (![200, 409, 503].includes(Number(status)))
        faults.push(`A request was answered ${status}.`);
    }
    if (ready > READY_WITHIN_SECONDS)
      faults.push(`The service needed ${ready.toFixed(1)} s to be ready.`);
    for (const fault of faults) print(`  BROKEN: ${fault}`);
    return faults.length === 0;
  } finally {
    await service.stop();
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
