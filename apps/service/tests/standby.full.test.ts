import { setTimeout as sleep } from 'node:timers/promises';
import type { Schemas } from '@partner-rating/server';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { explainStartFailure } from '../src/console/migrate.ts';
import { batchOf, matchOf, onDay } from '../src/matches/testing/batches.ts';
import { type Club, createClub, listen } from '../src/matches/testing/club.ts';
import { expectAllNotified } from '../src/matches/testing/expect-all-notified.ts';
import { foldLedger, storedRatings } from '../src/matches/testing/fold-ledger.ts';
import { insertClubKey } from '../src/matches/testing/post-batch.ts';
import { settleAll } from '../src/matches/testing/settle-all.ts';
import { readConfiguration } from '../src/platform/configuration/configuration.ts';
import { REQUEST_TIMEOUT_MILLISECONDS } from '../src/platform/database/circuit-breaker.ts';
import { openPostgres } from '../src/platform/database/connect.ts';
import { migrateToLatest, openDatabase } from '../src/platform/database/migrate.ts';
import { startService } from '../src/service.ts';
import { type PostgresCluster, startPostgresCluster } from '../src/testing/postgres-cluster.ts';
import { openTcpProxy } from '../src/testing/tcp-proxy.ts';
import { testSecretsKey } from '../src/testing/test-service.ts';

let primary: PostgresCluster;

let standby: PostgresCluster;

let club: Club;

let apiKey: string;

beforeAll(async () => {
  const settings = { synchronous_commit: 'on' };
  primary = await startPostgresCluster({ version: 'oldest', settings, inMemory: true });
  const { database, close } = openPostgres(primary.url);
  await sql`create database never_migrated`.execute(database);
  await migrateToLatest(database);
  club = await createClub(
    database,
    Array.from({ length: 4 }, () => ({})),
  );
  await listen(database, club.submitter.applicationId);
  apiKey = await insertClubKey(club, ['key:match:submit', 'key:member:read']);
  await close();
  standby = await primary.openStandby();
});

afterAll(async () => {
  await Promise.all([primary.stop(), standby.stop()]);
});

/** Returns why the service does not start with this address. */
async function refusalOf(databaseUrl: string): Promise<string | null> {
  const opened = openDatabase({ databaseUrl, dataDirectory: '' });
  return await opened.then(
    async ({ close }) => {
      await close();
      return 'It was opened.';
    },
    (error: unknown) => explainStartFailure(error, 'The service did not start'),
  );
}

it('start explains that the database is on a standby, with a new or an old schema', async () => {
  for (const name of ['postgres', 'never_migrated']) {
    expect(await refusalOf(standby.url.replace(/postgres$/, name))).toBe(
      `The service did not start. The database ${name} is on a standby, which can only be read. ` +
        'Promote it, or give DATABASE_URL the address of the primary.',
    );
  }
  const { host } = new URL(standby.url);
  expect(await refusalOf(`postgres://postgres@${host},127.0.0.1:1/postgres`)).toMatch(
    `The service did not start. None of the hosts of DATABASE_URL can be written: ${host} (it can only be read), 127.0.0.1:1 (connect ECONNREFUSED`,
  );
});

interface Served {
  baseUrl: string;
  lines: string[];
  /** The responses to each kind of request. */
  answers: Map<string, { status: number; retryAfter: string | null; text: string }[]>;
}

/** Starts a whole service with this address of the database. */
async function serve(databaseUrl: string): Promise<Served> {
  const lines: string[] = [];
  const write = (line: string) => void lines.push(JSON.parse(line).msg);
  const log = pino({ level: 'info' }, { write });
  const timeoutMilliseconds = REQUEST_TIMEOUT_MILLISECONDS;
  const { database, close } = openPostgres(databaseUrl, { timeoutMilliseconds, log });
  onTestFinished(close);
  const configuration = readConfiguration({
    DATABASE_URL: databaseUrl,
    HOST: '127.0.0.1',
    PORT: '0',
    RATE_LIMIT: '0',
    NETWORK_RATE_LIMIT: '0',
    INGEST_RATE_LIMIT: '0',
    SECRETS_KEY: testSecretsKey,
    VALIDATE_RESPONSES: 'true',
  });
  const logger = pino({ level: 'silent' });
  const { port, stop } = await startService({ database, configuration, logger });
  onTestFinished(stop);
  return { baseUrl: `http://127.0.0.1:${port}`, lines, answers: new Map() };
}

async function ask({ baseUrl, answers }: Served, path: string, options: RequestInit = {}) {
  const response = await fetch(new URL(path, baseUrl), options);
  const text = await response.text();
  const answer = { status: response.status, retryAfter: response.headers.get('retry-after'), text };
  answers.set(path, [...(answers.get(path) ?? []), answer]);
  return answer;
}

const MATCHES = '/api/v1/partner/matches';

const headers = () => ({ 'x-api-key': apiKey, 'content-type': 'application/json' });

const readsUsage = (served: Served) => ask(served, '/api/v1/partner/usage', { headers: headers() });

/** Submits one batch after the other and repeats each until it is acknowledged, until it is stopped. */
async function submitUntil(isOver: () => boolean, served: Served, name: string) {
  const acknowledged: { batch: Schemas.MatchBatch; result: Schemas.MatchBatchResult }[] = [];
  const [mike, priya, daniel, sofia] = club.players;
  if (!mike || !priya || !daniel || !sofia) throw new Error('The club has four players.');
  for (let count = 1; !isOver(); count += 1) {
    const teams = [
      [mike, priya],
      [daniel, sofia],
    ];
    const match = matchOf(`${name}-${count}`, teams, {
      ...onDay(count),
      games: [{ scores: [11, name === 'moved' ? 7 : 6] }],
    });
    const batch = batchOf([match], { winBy: 1 });
    const options = {
      method: 'POST',
      headers: { ...headers(), 'idempotency-key': `${name}-${count}` },
      body: JSON.stringify(batch),
    };
    let answer = await ask(served, MATCHES, options);
    while (answer.status !== 200) {
      await sleep(50);
      answer = await ask(served, MATCHES, options);
    }
    acknowledged.push({ batch, result: JSON.parse(answer.text) });
  }
  return acknowledged;
}

it('a promotion loses no acknowledged batch and causes no 500, with a moving address and with several hosts', async () => {
  const portOf = ({ url }: PostgresCluster) => Number(new URL(url).port);
  const network = await openTcpProxy({ host: '127.0.0.1', port: portOf(primary) });
  onTestFinished(() => network.close());
  const hosts = [primary, standby].map((one) => `127.0.0.1:${portOf(one)}`);
  const moved = await serve(`postgres://postgres@127.0.0.1:${network.port}/postgres`);
  const several = await serve(
    `postgres://postgres@${hosts.join(',')}/postgres?target_session_attrs=read-write`,
  );
  const both = [moved, several];
  let isOver = false;
  const submitting = Promise.all([
    submitUntil(() => isOver, moved, 'moved'),
    submitUntil(() => isOver, several, 'several'),
  ]);
  const reading = both.map(async (served) => {
    while (!isOver) {
      await readsUsage(served);
      await ask(served, '/readyz');
      await sleep(20);
    }
  });
  const until = async (served: Served, path: string, status: number) => {
    const seen = () => served.answers.get(path)?.at(-1)?.status;
    while (seen() !== status) {
      expect(seen()).not.toBe(500);
      await sleep(20);
    }
  };
  const acknowledgedBy = (served: Served) =>
    (served.answers.get(MATCHES) ?? []).filter(({ status }) => status === 200).length;
  while (both.some((served) => acknowledgedBy(served) < 3)) await sleep(20);

  await primary.shutDown();
  network.redirect({ host: '127.0.0.1', port: portOf(standby) });
  for (const served of both) {
    await until(served, '/readyz', 503);
    await until(served, MATCHES, 503);
  }
  // Both report that they reach a standby. The one whose connections lead to it continues to read.
  for (const { answers } of both) {
    await expect.poll(() => answers.get('/readyz')?.at(-1)?.text).toContain('read_only');
  }
  await expect.poll(async () => (await readsUsage(moved)).status).toBe(200);
  expect(moved.lines).toContainEqual(expect.stringMatching(/^The database is read-only/));

  await standby.promote();
  const before = both.map(acknowledgedBy);
  for (const [index, served] of both.entries()) {
    await until(served, '/readyz', 200);
    while (acknowledgedBy(served) < (before[index] ?? 0) + 3) await sleep(20);
  }
  isOver = true;
  const acknowledged = (await submitting).flat();
  await Promise.all(reading);

  const all = both.flatMap(({ answers }) => [...answers.values()].flat());
  const refused = all.filter(({ status }) => status !== 200);
  // 409 means that the first request with this Idempotency-Key still holds it, because nobody knows its result.
  expect(refused.filter(({ status }) => status !== 503 && status !== 409)).toEqual([]);
  expect(refused.filter(({ retryAfter }) => !(Number(retryAfter) > 0))).toEqual([]);
  const submissions = both.flatMap(({ answers }) => answers.get(MATCHES) ?? []);
  for (const { status, text } of submissions.filter((answer) => answer.status === 503)) {
    expect(JSON.parse(text)).toMatchObject({ status, code: 'unavailable' });
  }

  const { database, close } = openPostgres(standby.url);
  onTestFinished(close);
  const stored = await database.selectFrom('match').select('id').execute();
  expect(stored.map(({ id }) => id).toSorted()).toEqual(
    acknowledged.flatMap(({ result }) => result.matches.map(({ id }) => id)).toSorted(),
  );
  await settleAll(database, () => new Date());
  expect(await storedRatings(database)).toEqual(await foldLedger(database));
  await expectAllNotified(
    database,
    acknowledged.map(({ batch }) => batch),
  );
  // Background work continues: earlier and later deliveries were attempted, and the leaderboards are complete.
  const remains = () =>
    sql<{ waiting: number }>`
      select (select count(*) from webhook_delivery where attempts = 0)
        + (select count(*) from standing_delta) as waiting
    `.execute(database);
  while ((await remains()).rows[0]?.waiting !== 0) await sleep(50);
});
