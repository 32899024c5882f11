import { setTimeout as sleep } from 'node:timers/promises';
import type { Schemas } from '@partner-rating/server';
import { CompiledQuery, sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { batchOf, matchOf } from '../src/matches/testing/batches.ts';
import { createClub, listen } from '../src/matches/testing/club.ts';
import { listenOver } from '../src/matches/testing/listening-app.ts';
import { insertClubKey, postBatch } from '../src/matches/testing/post-batch.ts';
import { REQUEST_TIMEOUT_MILLISECONDS } from '../src/platform/database/circuit-breaker.ts';
import { openPostgres } from '../src/platform/database/connect.ts';
import { migrateToLatest } from '../src/platform/database/migrate.ts';
import type { Database } from '../src/platform/database/schema.ts';
import { newSecret } from '../src/platform/secrets/sealing.ts';
import { type PostgresCluster, startPostgresCluster } from '../src/testing/postgres-cluster.ts';
import { openTcpProxy, type TcpProxy } from '../src/testing/tcp-proxy.ts';
import { startTestService } from '../src/testing/test-service.ts';

// circuit-breaker.test.ts proves with its own clock that requests are answered within two seconds.
// Here real time passes, and requests are answered during the outage.

let cluster: PostgresCluster;

beforeAll(async () => {
  // Unlike in the other tests, commits must survive a crash.
  cluster = await startPostgresCluster({ settings: { synchronous_commit: 'on' } });
  const maintenance = openPostgres(cluster.url);
  await maintenance.database.executeQuery(CompiledQuery.raw('create database template'));
  await maintenance.close();
  const template = openPostgres(urlOf('template'));
  await migrateToLatest(template.database);
  await template.close();
});

afterAll(async () => await cluster.stop());

const urlOf = (name: string) => cluster.url.replace(/postgres$/, name);

interface Environment {
  baseUrl: string;
  /** The network between the service and its database. */
  network: TcpProxy;
  /** The same database without that network. */
  direct: Database;
  /** The log lines about the database. */
  lines: string[];
  /** The log lines of the service. */
  serviceLines: string[];
  apiKey: string;
  batch: Schemas.MatchBatch;
}

let databases = 0;

async function openEnvironment(
  timeoutMilliseconds = REQUEST_TIMEOUT_MILLISECONDS,
): Promise<Environment> {
  databases += 1;
  const name = `environment_${databases}`;
  const maintenance = openPostgres(cluster.url);
  await maintenance.database.executeQuery(
    CompiledQuery.raw(`create database ${name} template template`),
  );
  await maintenance.close();
  const direct = openPostgres(urlOf(name));
  onTestFinished(direct.close);
  const players = Array.from({ length: 4 }, () => ({}));
  const club = await createClub(direct.database, players);
  const [mike, priya, daniel, sofia] = club.players;
  if (!mike || !priya || !daniel || !sofia) throw new Error('The club has four players.');
  await listen(direct.database, club.submitter.applicationId);

  const network = await openTcpProxy({
    host: '127.0.0.1',
    port: Number(new URL(cluster.url).port),
  });
  onTestFinished(() => network.close());
  const url = new URL(urlOf(name));
  url.port = String(network.port);
  const [lines, serviceLines]: [string[], string[]] = [[], []];
  const logTo = (messages: string[], level: 'debug' | 'info') =>
    pino({ level }, { write: (line) => void messages.push(JSON.parse(line).msg) });
  const served = openPostgres(url.href, { timeoutMilliseconds, log: logTo(lines, 'info') });
  onTestFinished(served.close);
  const { baseUrl } = await startTestService({
    database: served.database,
    environment: { RATE_LIMIT: '0', NETWORK_RATE_LIMIT: '0', INGEST_RATE_LIMIT: '0' },
    logger: logTo(serviceLines, 'debug'),
  });
  const batch = batchOf([
    matchOf('court-1', [[mike], [priya]]),
    matchOf('court-2', [[daniel], [sofia]]),
    matchOf('court-3', [
      [mike, priya],
      [daniel, sofia],
    ]),
  ]);
  const apiKey = await insertClubKey(club, ['key:match:submit', 'key:member:read']);
  return { baseUrl, network, direct: direct.database, lines, serviceLines, apiKey, batch };
}

interface Answer {
  status: number;
  headers: Headers;
  text: string;
}

async function ask(url: string, options: RequestInit = {}): Promise<Answer> {
  const response = await fetch(url, { redirect: 'manual', ...options });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text };
}

const askUsage = ({ baseUrl, apiKey }: Environment) =>
  ask(`${baseUrl}/partner/usage`, { headers: { 'x-api-key': apiKey } });
const serverOf = ({ baseUrl }: Environment, path: string) => new URL(path, baseUrl).href;

async function untilItAnswers(environment: Environment): Promise<void> {
  for (;;) {
    const { status } = await ask(serverOf(environment, '/readyz'));
    if (status === 200) return;
    expect(status).toBe(503);
    await sleep(50);
  }
}

interface Outage {
  what: string;
  begin: (environment: Environment) => Promise<void> | void;
  end: (environment: Environment) => Promise<void> | void;
}

const outages: Outage[] = [
  {
    what: 'a database that does not run',
    begin: () => cluster.crash(),
    end: () => cluster.restart(),
  },
  {
    what: 'a network that swallows data',
    begin: ({ network }) => network.swallow(),
    end: ({ network }) => network.forward(),
  },
  {
    what: 'a database that hangs',
    begin: () => cluster.freeze(),
    end: () => cluster.thaw(),
  },
];

/** Starts an outage. Returns a function that ends it, which also runs at the end of the test. */
async function suffer(
  { begin, end }: Outage,
  environment: Environment,
): Promise<() => Promise<void>> {
  let isOver = false;
  const over = async () => {
    if (isOver) return;
    isOver = true;
    await end(environment);
  };
  onTestFinished(over);
  await begin(environment);
  return over;
}

describe.each(outages)('$what', (outage) => {
  it('answers 503 with Retry-After everywhere, and recovers by itself', async () => {
    const environment = await openEnvironment();
    expect((await askUsage(environment)).status).toBe(200);
    const end = await suffer(outage, environment);

    const first = await Promise.all(Array.from({ length: 40 }, () => askUsage(environment)));
    for (const { status, headers, text } of first) {
      expect(status).toBe(503);
      expect(headers.get('content-type')).toContain('application/problem+json');
      expect(JSON.parse(text)).toMatchObject({ status: 503, code: 'unavailable' });
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    }

    const post = { method: 'POST', headers: { 'content-type': 'application/json' } };
    const others = {
      token: await ask(`${environment.baseUrl}/partner/oauth/token`, {
        ...post,
        body: JSON.stringify({
          grant_type: 'authorization_code',
          code: 'prc_unknown',
          redirect_uri: 'https://courtside.example/callback',
          client_id: 'courtside-club',
          client_secret: 'prk_unknown',
        }),
      }),
      connectPage: await ask(
        `${environment.baseUrl}/partner/oauth/authorize?client_id=courtside-club`,
      ),
      accountPage: await ask(serverOf(environment, '/account'), {
        headers: { cookie: `partner-rating-session=${newSecret('')}` },
      }),
      readiness: await ask(serverOf(environment, '/readyz')),
    };
    for (const [what, { status, headers }] of Object.entries(others)) {
      expect([what, status]).toEqual([what, 503]);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expect(others.accountPage.headers.get('content-type')).toContain('text/html');
    expect((await ask(serverOf(environment, '/healthz'))).status).toBe(200);

    await end();
    await untilItAnswers(environment);
    expect((await askUsage(environment)).status).toBe(200);
    // Usually one line. On a busy machine, the database may have been silent at another time.
    expect(environment.lines[0]).toContain('The database cannot be reached.');
    expect(environment.lines.at(-1)).toBe('The database responds again.');
    expect(environment.lines.length).toBeLessThan(first.length / 4);
  });

  it('keeps no old connection, and no more than a pool afterwards', async () => {
    const environment = await openEnvironment();
    await Promise.all(Array.from({ length: 40 }, () => askUsage(environment)));
    const end = await suffer(outage, environment);
    await Promise.all(Array.from({ length: 40 }, () => askUsage(environment)));
    await end();
    await untilItAnswers(environment);
    await Promise.all(Array.from({ length: 40 }, () => askUsage(environment)));
    // The connections of probes are gone a moment later.
    while (environment.network.countConnections() > 10) await sleep(50);
    const inTransactions = async () => {
      const { rows } = await sql<{ count: number }>`
        select count(*) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and state like 'idle in%'
      `.execute(environment.direct);
      return rows;
    };
    // A task of the service may be between two statements. An old connection would stay in its transaction.
    await expect.poll(inTransactions).toEqual([{ count: 0 }]);
  });

  it('continues its background work: sends webhooks, and folds leaderboards', async () => {
    const environment = await openEnvironment();
    const end = await suffer(outage, environment);
    await askUsage(environment);
    for (const failure of [
      'Due webhook deliveries could not be claimed.',
      'Changes of the leaderboards could not be folded.',
    ]) {
      while (!environment.serviceLines.includes(failure)) await sleep(50);
    }
    await end();
    await untilItAnswers(environment);
    expect(
      (await postBatch(environment.baseUrl, environment.apiKey, environment.batch)).status,
    ).toBe(200);
    const { direct } = environment;
    const isDone = async (): Promise<boolean> => {
      const { rows } = await sql<{ attempted: boolean; folded: boolean }>`
        select exists (select from webhook_delivery where attempts > 0) as attempted,
          exists (select from standing) and not exists (select from standing_delta) as folded
      `.execute(direct);
      return rows.every(({ attempted, folded }) => attempted && folded);
    };
    while (!(await isDone())) await sleep(100);
  });
});

async function countMatches({ direct }: Environment): Promise<number> {
  const { count } = await direct
    .selectFrom('match')
    .select((expression) => expression.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** From a statement of the batch on, swallows all data. `after` lets the statement through and loses its response. */
function cutOff({ network }: Environment, when: 'before' | 'after', statement: string): void {
  // Background work commits too, on other connections.
  const ofBatch = new Set<object>();
  network.onClientData((data, connection) => {
    if (data.includes('insert into match_participant')) ofBatch.add(connection);
    if (!data.includes(statement)) return;
    if (statement === 'commit' && !ofBatch.has(connection)) return;
    if (when === 'before') network.swallow();
    else process.nextTick(() => network.swallow());
  });
}

const forward = ({ network }: Environment) => {
  network.onClientData(() => {});
  network.forward();
};

describe('a batch that runs when the network begins to swallow data', () => {
  const submit = async ({ baseUrl, apiKey, batch }: Environment, idempotencyKey?: string) => {
    const { status, text } = await postBatch(baseUrl, apiKey, batch, idempotencyKey);
    return { status, body: JSON.parse(text) as Schemas.MatchBatchResult };
  };

  it.each([
    ['before', 'begin', 0],
    ['before', 'insert into match_participant', 0],
    ['before', 'copy "rating_change"', 0],
    // The network delivers later what it swallowed, so the batch is stored without a response.
    ['before', 'commit', 3],
    ['after', 'commit', 3],
  ] as const)(
    'is stored completely or not at all, and a retry completes it: cut off %s «%s»',
    async (when, statement, expected) => {
      const environment = await openEnvironment();
      await askUsage(environment);
      cutOff(environment, when, statement);
      expect((await submit(environment)).status).toBe(503);
      forward(environment);
      await untilItAnswers(environment);
      // The commit that the network delivers late runs in another session.
      await expect.poll(() => countMatches(environment)).toBe(expected);
      const retry = await submit(environment);
      expect([retry.status, retry.body.duplicates]).toEqual([200, expected]);
      expect(await countMatches(environment)).toBe(3);
    },
  );

  it('is applied once by a retry with the same Idempotency-Key', async () => {
    const environment = await openEnvironment();
    await askUsage(environment);
    cutOff(environment, 'before', 'commit');
    expect((await submit(environment, 'the-same')).status).toBe(503);
    forward(environment);
    await untilItAnswers(environment);
    let retry = await submit(environment, 'the-same');
    // The first request holds its key until its lease expires.
    while (retry.status === 409) {
      await sleep(200);
      retry = await submit(environment, 'the-same');
    }
    expect(retry).toMatchObject({ status: 200, body: { numMatches: 3, duplicates: 0 } });
    expect(await countMatches(environment)).toBe(3);
  });

  it('blocks other instances no longer than its transaction may be idle', async () => {
    const timeoutMilliseconds = 300;
    const environment = await openEnvironment(timeoutMilliseconds);
    await askUsage(environment);
    cutOff(environment, 'before', 'commit');
    expect((await submit(environment)).status).toBe(503);
    // The network stays cut off, so the server never learns that the client is gone.
    const other = await listenOver(environment.direct);
    onTestFinished(other.close);
    expect((await submit({ ...environment, baseUrl: other.baseUrl })).status).toBe(200);
    expect(await countMatches(environment)).toBe(3);
  });
});

it('a database that restarts during requests causes only 503', async () => {
  const environment = await openEnvironment();
  const statuses = new Set<number>();
  const answered = async (status: number) => {
    statuses.delete(status);
    while (!statuses.has(status)) await sleep(10);
  };
  let stops = false;
  const askers = Array.from({ length: 8 }, async () => {
    while (!stops) statuses.add((await askUsage(environment)).status);
  });
  for (const _time of [1, 2, 3]) {
    await answered(200);
    await cluster.crash();
    await answered(503);
    await cluster.restart();
  }
  await answered(200);
  stops = true;
  await Promise.all(askers);
  expect([...statuses].sort()).toEqual([200, 503]);
  expect((await askUsage(environment)).status).toBe(200);
});
