import type { RatingUpdatedEvent } from '@partner-rating/client';
import { expect, it, onTestFinished } from 'vitest';
import { sharedItems } from '../src/account/domain/shared-items.ts';
import { insertSharedPage } from '../src/account/store/shared-pages.ts';
import { logIn, textOf } from '../src/account/testing/account.ts';
import { buildApp } from '../src/app.ts';
import { makeAccount } from '../src/connect/login/testing/make-account.ts';
import { BrowserSession } from '../src/connect/testing/browser-session.ts';
import { SHARED_PATH } from '../src/members/domain/names.ts';
import { beginUpdate } from '../src/members/testing/begin-update.ts';
import { newSecret } from '../src/platform/secrets/sealing.ts';
import { insertMember, noon } from '../src/testing/builders.ts';
import type { PostgresCluster } from '../src/testing/postgres-cluster.ts';
import {
  newRatingOf,
  readEverything,
  readRating,
  readsOf,
  submitMatch,
} from '../src/testing/replicated-reads.ts';
import {
  applicationOf,
  connectMember,
  countUsable,
  insertConnected,
  type ReplicatedService,
  readsDuring,
  serveWithReplicas,
  untilUsable,
} from '../src/testing/replicated-service.ts';
import { pauseReplay, useReplication } from '../src/testing/replication.ts';
import { openWebhookReceiver } from '../src/testing/webhook-receiver.ts';

const replication = useReplication({ standbys: 2 });

it('a replica serves at least 90 % of the reads of a mixed load, and both servers give the same answers', async () => {
  const service = await serveWithReplicas(replication());
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
  expect(replica + fromPrimary).toBeGreaterThan(10 * 14);
  expect(replica / (replica + fromPrimary)).toBeGreaterThanOrEqual(0.9);
});

it('replicas serve every operation that only reads', async () => {
  const service = await serveWithReplicas({ ...replication(), readMaxLag: 600 });
  const members = await insertConnected(service, 4);
  await submitMatch(service, members);
  for (const [operation, read] of Object.entries(await readsOf(service, members))) {
    const { replica, primary } = await readsDuring(service, async () => await read());
    expect({ operation, isReplica: replica > 0, primary }).toEqual({
      ...{ operation, isReplica: true, primary: 0 },
    });
  }
});

it('a caller who wrote reads the write, while a replica lags and after it has caught up', async () => {
  const { databaseUrl, standbys } = replication();
  const [standby] = standbys as [PostgresCluster];
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
  await untilUsable(service);
  expect(service.log.at(-1)).toBe('A replica gets reads.');
  expect(await readsDuring(service, async () => expect(await reads()).toBe(rating))).toEqual({
    replica: 1,
    primary: 0,
  });
});

it('a read that begins while a replica lags waits, and the replica answers with the write', async () => {
  const { databaseUrl, standbys } = replication();
  const [standby] = standbys as [PostgresCluster];
  const service = await serveWithReplicas({ databaseUrl, standbys: [standby], readMaxLag: 600 });
  const members = await insertConnected(service, 4);
  const [one = ''] = members;
  await untilUsable(service);
  const resume = await pauseReplay(standby);
  const rating = newRatingOf(await submitMatch(service, members), one);
  const before = { ...service.replicas.counts() };
  const read = readRating(service, one);
  await expect.poll(() => service.replicas.statuses()[0]?.lagSeconds).toBeGreaterThan(0);
  expect(service.replicas.counts()).toEqual(before);
  await resume();
  expect(await read).toBe(rating);
  expect(service.replicas.counts()).toEqual({ ...before, replica: before.replica + 1 });
});

it('nobody reads a rating that is older than an event, on any instance, while replicas lag again and again', async () => {
  const receiver = await openWebhookReceiver();
  onTestFinished(receiver.close);
  const environment = { WEBHOOK_PRIVATE_TARGETS: receiver.target };
  const { databaseUrl, standbys } = replication();
  const [standby] = standbys as [PostgresCluster];
  const service = await serveWithReplicas({ databaseUrl, standbys: [standby], environment });
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

/** A service that reads from a replica, and a player who is connected to its partner. */
async function openUpdates() {
  const service = await serveWithReplicas({ ...replication(), readMaxLag: 600 });
  const applicationId = await applicationOf(service);
  const player = await insertMember(service.database);
  await connectMember(service, player.id);
  const list = async (query: { cursor?: string; since?: string; limit?: number } = {}) => {
    const page = service.client.members.listRatingUpdates(query);
    const reads = await readsDuring(service, () => page);
    expect(reads.replica).toBeGreaterThan(0);
    return await page;
  };
  return {
    list,
    listed: async (query: Parameters<typeof list>[0]) =>
      (await list(query)).updates.map(({ sequence }) => sequence),
    begin: async (sequence: number, changedAt = noon) =>
      await beginUpdate(service.database, { applicationId, player, sequence, changedAt }),
  };
}

// The primary knows which transactions are open, and a replica does not.
it('a replica skips no rating update by a cursor while an earlier transaction is open', async () => {
  const { begin, list, listed } = await openUpdates();
  for (const sequence of [1, 2]) await (await begin(sequence)).commit().execute();
  await expect.poll(() => listed({})).toEqual([1, 2]);
  const { nextCursor: cursor } = await list({ limit: 1 });
  if (cursor === null) throw new Error('There is a second page.');
  const late = await begin(3);
  await (await begin(4)).commit().execute();
  expect(await listed({ cursor })).toEqual([2]);
  await late.commit().execute();
  await expect.poll(() => listed({ cursor })).toEqual([2, 3, 4]);
});

it('a replica skips no rating update by `since` while an earlier transaction is open', async () => {
  const { begin, listed } = await openUpdates();
  const later = new Date(noon.getTime() + 3_600_000);
  const since = later.toISOString();
  await (await begin(1, later)).commit().execute();
  await expect.poll(() => listed({ since })).toEqual([1]);
  const late = await begin(2);
  await (await begin(3, later)).commit().execute();
  expect(await listed({ since })).toEqual([1]);
  await late.commit().execute();
  await expect.poll(() => listed({ since })).toEqual([1, 2, 3]);
});

/** Logs a player in who is connected to the partner, has played a match, and shares a page. */
async function openPlayer(service: ReplicatedService) {
  const { database, dependencies } = service;
  const account = { email: 'mike@example.com', password: 'a long walk to the net' };
  const name = { firstName: 'Mike', lastName: 'Brennan', birthDate: '1986-04-30' };
  const { memberId } = await makeAccount(dependencies, { ...account, ...name });
  await connectMember(service, memberId);
  const [opponent = ''] = await insertConnected(service, 1);
  const { matches } = await submitMatch(service, [memberId, opponent]);
  const address = newSecret('');
  const page = { items: [...sharedItems], isListed: false, createdAt: new Date() };
  await database
    .transaction()
    .execute((transaction) => insertSharedPage(transaction, { ...page, memberId, address }));
  const app = await buildApp(dependencies);
  onTestFinished(() => app.close());
  const browser = new BrowserSession(app);
  await logIn(browser, account);
  return {
    browser,
    matchId: matches[0]?.id ?? '',
    opponent,
    sharedPath: `${SHARED_PATH}/${address}`,
  };
}

it('replicas serve the pages of a player', async () => {
  const service = await serveWithReplicas({ ...replication(), readMaxLag: 600 });
  const { browser, opponent, sharedPath } = await openPlayer(service);
  const pages = [
    ['/account', 'Pickleball'],
    ['/account/matches', 'against Mike B.'],
    [`/account/what-if?sport=pickleball&opponent=${opponent}&name=mike`, '% chance'],
    [sharedPath, 'Pickleball'],
  ] as const;
  for (const [path, words] of pages) {
    const reads = await readsDuring(service, async () =>
      expect(textOf(await browser.open(path))).toContain(words),
    );
    expect([path, reads]).toEqual([path, { replica: expect.any(Number), primary: 0 }]);
    expect(reads.replica).toBeGreaterThan(0);
  }
});

it('the pages of a player show what the player just did, while the replica lags', async () => {
  const { databaseUrl, standbys } = replication();
  const [standby] = standbys as [PostgresCluster];
  const service = await serveWithReplicas({ databaseUrl, standbys: [standby], readMaxLag: 0.1 });
  const { browser, matchId, sharedPath } = await openPlayer(service);
  const steps = [
    {
      ...{ from: '/account/settings', form: '/account/discovery', values: { discoverable: 'off' } },
      ...{ page: '/account', words: 'nobody else finds you' },
    },
    {
      ...{ from: '/account/matches', form: '/account/results' },
      ...{ values: { answer: 'dispute', match: matchId, reason: 'wrong_score' } },
      ...{ page: '/account/matches', words: 'You said it is wrong' },
    },
    {
      ...{ from: '/account/sharing', form: '/account/sharing', values: { act: 'end' } },
      ...{ page: sharedPath, words: 'the player no longer shows this page' },
    },
  ];
  for (const { from, form, values, page, words } of steps) {
    expect(textOf(await browser.open(page))).not.toContain(words);
    const formPage = await browser.open(from);
    await untilUsable(service);
    const resume = await pauseReplay(standby);
    await browser.submit(formPage, form, values);
    expect(textOf(await browser.open(page))).toContain(words);
    await resume();
  }
});
