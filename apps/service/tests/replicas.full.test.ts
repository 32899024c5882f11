import type { MatchBatchResult, RatingUpdatedEvent } from '@partner-rating/client';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest';
import { sharedItems } from '../src/account/domain/shared-items.ts';
import { createAccount } from '../src/account/register.ts';
import { insertSharedPage } from '../src/account/store/shared-pages.ts';
import { SHARED_PATH } from '../src/members/domain/names.ts';
import { openPostgres } from '../src/platform/database/connect.ts';
import { openDatabase } from '../src/platform/database/migrate.ts';
import { newSecret } from '../src/platform/secrets/sealing.ts';
import { type PostgresCluster, startPostgresCluster } from '../src/testing/postgres-cluster.ts';
import {
  countUsable,
  insertConnected,
  onStandby,
  type ReplicatedService,
  readsDuring,
  serveWithReplicas,
} from '../src/testing/replicated-service.ts';
import { openWebhookReceiver } from '../src/testing/webhook-receiver.ts';

let primary: PostgresCluster;
let standby: PostgresCluster;
let otherStandby: PostgresCluster;
let databaseUrl: string;
let databases = 0;

beforeAll(async () => {
  const settings = { synchronous_commit: 'on', wal_retrieve_retry_interval: '100ms' };
  primary = await startPostgresCluster({ version: 'oldest', settings, inMemory: true });
  standby = await primary.openStandby({ isSynchronous: false });
  otherStandby = await primary.openStandby({ isSynchronous: false });
});

afterAll(async () => {
  await Promise.all([primary, standby, otherStandby].map((cluster) => cluster.stop()));
});

beforeEach(async () => {
  databases += 1;
  const name = `replicated_${databases}`;
  databaseUrl = primary.url.replace(/postgres$/, name);
  const { database, close } = openPostgres(primary.url);
  await sql`create database ${sql.ref(name)}`.execute(database);
  await close();
});

/** Pauses what a standby replays. Returns the function that resumes it, which also runs after the test. */
async function pauseReplay(cluster: PostgresCluster): Promise<() => Promise<void>> {
  const { database, close } = openPostgres(cluster.url);
  const resume = async () => {
    await sql`select pg_wal_replay_resume()`.execute(database);
  };
  onTestFinished(async () => {
    await resume();
    await close();
  });
  await sql`select pg_wal_replay_pause()`.execute(database);
  const state = async () => {
    const { rows } = await sql<{
      state: string;
    }>`select pg_get_wal_replay_pause_state() as state`.execute(database);
    return rows[0]?.state;
  };
  await expect.poll(state).toBe('paused');
  return resume;
}

let submitted = 0;

async function submitMatch({ client }: ReplicatedService, [one, other]: readonly string[]) {
  submitted += 1;
  if (one === undefined || other === undefined) throw new Error('A match has two players.');
  return await client.matches.submit({
    sport: 'pickleball',
    winScore: 11,
    winBy: 2,
    matches: [
      {
        identifier: `match-${submitted}`,
        teams: [[one], [other]],
        games: [{ scores: [11 + submitted, 9 + submitted] }],
      },
    ],
  });
}

/** Returns the rating that a partner reads of a player. */
async function readRating({ client }: ReplicatedService, memberId: string) {
  return (await client.members.get(memberId)).sport?.pickleball?.R;
}

function newRatingOf({ ratingChanges }: MatchBatchResult, memberId: string) {
  return ratingChanges.find(({ id, bracket }) => id === memberId && bracket === 'overall-open')
    ?.newRating;
}

/** Sends every operation that reads from replicas. Returns the failures. */
async function readEverything({ client }: ReplicatedService, members: readonly string[]) {
  const [one = '', other = ''] = members;
  const { matches } = await client.matches.list();
  const [match] = matches;
  if (match === undefined) throw new Error('A match was submitted.');
  const answers = await Promise.allSettled([
    client.leaderboard.list({ sport: 'pickleball', limit: 20 }),
    client.leaderboard.listCategories(),
    client.leaderboard.rank({ sport: 'pickleball', memberId: one }),
    client.matches.balance({ sport: 'pickleball', players: [...members], teamSize: 1 }),
    client.matches.get(match.id),
    client.matches.predict({ sport: 'pickleball', matches: [{ teams: [[one], [other]] }] }),
    client.members.get(one),
    client.members.getBulk({ ids: [one, other] }),
    client.members.listConnected(),
    client.members.listMatches(one),
    client.members.listRatingHistory(one),
    client.members.listRatingUpdates(),
    client.members.search({ name: 'mike' }),
  ]);
  return answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []));
}

it('a replica serves at least 90 % of the reads of a mixed load, and both servers give the same answers', async () => {
  const service = await serveWithReplicas({ databaseUrl, standbys: [standby, otherStandby] });
  const members = await insertConnected(service, 4);
  await submitMatch(service, members);
  const failures: unknown[] = [];
  const { replica, primary: fromPrimary } = await readsDuring(service, async () => {
    for (let round = 0; round < 10; round += 1) {
      const [results] = await Promise.all([
        readEverything(service, members),
        submitMatch(service, members),
      ]);
      failures.push(...results);
    }
  });
  expect(failures).toEqual([]);
  expect(replica + fromPrimary).toBeGreaterThan(10 * 13);
  expect(replica / (replica + fromPrimary)).toBeGreaterThanOrEqual(0.9);
});

it('a caller who wrote reads the write, while a replica lags and after it has caught up', async () => {
  const service = await serveWithReplicas({ databaseUrl, standbys: [standby] });
  const members = await insertConnected(service, 4);
  const [one = ''] = members;
  const reads = () => readRating(service, one);
  expect(await reads()).toBeUndefined();
  const resume = await pauseReplay(standby);

  // Nothing was committed since, so the replica lacks nothing.
  expect(await readsDuring(service, reads)).toEqual({ replica: 1, primary: 0 });
  const rating = newRatingOf(await submitMatch(service, members), one);
  expect(rating).toBeGreaterThan(0);
  expect(await readsDuring(service, async () => expect(await reads()).toBe(rating))).toMatchObject({
    replica: 0,
  });
  expect(countUsable(service.replicas)).toBe(0);
  expect(service.replicas.statuses()[0]?.lagSeconds).toBeGreaterThan(0.5);
  expect(service.log).toContain(
    'A replica gets no reads, because it lags by more than READ_MAX_LAG.',
  );

  await resume();
  await expect.poll(() => countUsable(service.replicas), { timeout: 20_000 }).toBe(1);
  expect(service.log.at(-1)).toBe('A replica gets reads.');
  expect(await readsDuring(service, async () => expect(await reads()).toBe(rating))).toEqual({
    replica: 1,
    primary: 0,
  });
});

it('nobody reads a rating that is older than an event, on any instance, while replicas lag again and again', async () => {
  const receiver = await openWebhookReceiver();
  onTestFinished(receiver.close);
  const environment = { WEBHOOK_PRIVATE_TARGETS: receiver.target };
  const service = await serveWithReplicas({ databaseUrl, standbys: [standby], environment });
  const standbys = [standby, otherStandby];
  const otherInstance = await serveWithReplicas({ databaseUrl, standbys, next: service });
  const members = await insertConnected(service, 4);
  const [one = ''] = members;
  await service.client.webhooks.createEndpoint({
    url: receiver.url,
    events: ['rating.updated'],
  });
  for (let match = 0; match < 12; match += 1) {
    const resume = match % 3 === 1 ? await pauseReplay(standby) : null;
    const acknowledged = await submitMatch(service, members);
    const rating = newRatingOf(acknowledged, one);
    const bodies = [
      (await receiver.received(2 * match)).body,
      (await receiver.received(2 * match + 1)).body,
    ];
    const events = bodies.map((body) => JSON.parse(body) as RatingUpdatedEvent);
    expect(events.find(({ data }) => data.id === one)?.data).toMatchObject({ newRating: rating });
    expect(await Promise.all([readRating(service, one), readRating(otherInstance, one)])).toEqual([
      rating,
      rating,
    ]);
    await resume?.();
  }
});

it('a revoked connection and a hidden member are refused at once, while the replica lags', async () => {
  const service = await serveWithReplicas({ databaseUrl, standbys: [standby] });
  const members = await insertConnected(service, 4);
  const [one = '', other = ''] = members;
  await submitMatch(service, members);
  expect((await service.client.members.listRatingHistory(one)).history).not.toEqual([]);
  await pauseReplay(standby);
  await service.client.oauth.revoke({ player_id: one });
  const refusal = await service.client.members.listRatingHistory(one).catch((error) => error);
  expect(refusal).toMatchObject({ statusCode: 403, code: 'not_connected' });
  await service.database.deleteFrom('connection').where('member_id', '=', other).execute();
  await service.database
    .updateTable('member')
    .set({ is_discoverable: false })
    .where('id', '=', other)
    .execute();
  const unknown = await service.client.members.get(other).catch((error) => error);
  expect(unknown).toMatchObject({ statusCode: 404, code: 'not_found' });
});

it('a replica serves the page that a player shares, until the player ends it', async () => {
  const service = await serveWithReplicas({ databaseUrl, standbys: [standby] });
  const { database, dependencies } = service;
  const { memberId } = await createAccount(dependencies, {
    ...{ firstName: 'Mike', lastName: 'Brennan', gender: 'MALE', birthDate: '1986-04-30' },
    ...{ email: 'mike@example.com', password: 'a long walk to the net' },
  });
  const address = newSecret('');
  const choice = { items: [...sharedItems], isListed: false };
  await database.transaction().execute(async (transaction) =>
    insertSharedPage(transaction, {
      ...choice,
      ...{ memberId, address, createdAt: new Date() },
    }),
  );
  const open = async () =>
    (await fetch(new URL(`${SHARED_PATH}/${address}`, service.baseUrl))).status;
  const { replica, primary: fromPrimary } = await readsDuring(service, async () =>
    expect(await open()).toBe(200),
  );
  expect(replica).toBeGreaterThan(0);
  expect(fromPrimary).toBe(0);
  await pauseReplay(standby);
  await database.deleteFrom('shared_page').execute();
  expect(await open()).toBe(404);
});

const outages = [
  { what: 'crashes', end: () => standby.crash(), restore: () => standby.restart() },
  { what: 'stops answering', end: () => standby.freeze(), restore: () => standby.thaw() },
];

it.each(outages)(
  'no request fails when a replica $what, and it gets reads when it is back',
  async ({ end, restore }) => {
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
    await end();
    await expect.poll(() => countUsable(service.replicas), { timeout: 20_000 }).toBe(0);
    const ready = await fetch(new URL('/readyz', service.baseUrl));
    expect([ready.status, await ready.json()]).toEqual([
      200,
      { status: 'ready', replicas: { usable: 0, configured: 1 } },
    ]);
    await readsFrom('primary');
    await restore();
    await expect.poll(() => countUsable(service.replicas), { timeout: 20_000 }).toBe(1);
    await readsFrom('replica');
    isOver = true;
    await Promise.all(load);
    expect(failures).toEqual([]);
  },
);

it('a server that is not a standby of the primary gets no reads', async () => {
  const service = await serveWithReplicas({ databaseUrl, standbys: [standby] });
  const stranger = databaseUrl.replace(/\/replicated_\d+$/, '/stranger');
  await sql`create database stranger`.execute(service.database);

  const strange = await openDatabase({ databaseUrl: stranger, dataDirectory: '' });
  onTestFinished(strange.close);
  const lines: string[] = [];
  const reads = openPostgres(databaseUrl, {
    replicas: {
      urls: [databaseUrl, onStandby(standby, stranger)],
      connections: 1,
      maxLagMilliseconds: 5_000,
    },
    log: { warn: (_: object, line: string) => lines.push(line), info: () => {} } as never,
  });
  onTestFinished(reads.close);
  await reads.replicas?.check();
  expect(reads.replicas?.statuses().map(({ isUsable }) => isUsable)).toEqual([false, false]);
  expect(lines.toSorted()).toEqual([
    'A replica gets no reads, because it does not follow the primary.',
    'A replica gets no reads, because it is not a standby.',
  ]);
});
