import { describe, expect, it } from 'vitest';
import { newId } from '../../../platform/database/identifiers.ts';
import type { Database } from '../../../platform/database/schema.ts';
import {
  endpointOf,
  insertApplication,
  insertConnection,
  insertEndpoint,
  insertMember,
  noon,
} from '../../../testing/builders.ts';
import {
  createTestDatabase,
  type DatabaseKind,
  databases,
} from '../../../testing/test-database.ts';
import { claimOnce as claim } from '../../testing/claiming.ts';
import { after, insertDueDeliveries } from '../../testing/fixtures.ts';
import { giveUpDelivery, recordAttempts } from './attempts.ts';
import { releaseDeliveries, releaseStaleLeases } from './heads.ts';

async function insertReceiver(database: Database, failingSince: Date | null = null) {
  const applicationId = await insertApplication(database);
  await insertEndpoint(database, applicationId, { failing_since: failingSince });
  return applicationId;
}

async function setUp(kind: DatabaseKind) {
  const database = await createTestDatabase(kind);
  return { database, applicationId: await insertReceiver(database) };
}

const idsOf = (deliveries: { id: string }[]) => deliveries.map(({ id }) => id);

describe.each(databases)('a claim on %s', (kind) => {
  it('claims only what is due, the longest due first', async () => {
    const { database, applicationId } = await setUp(kind);
    const insert = async (delivery: Parameters<typeof insertDueDeliveries>[3]) =>
      (await insertDueDeliveries(database, applicationId, 1, delivery))[0];
    const now = await insert({});
    const earlier = await insert({ next_attempt_at: after(-5) });
    await insert({ next_attempt_at: after(1) });
    await insert({ status: 'success' });
    await insert({ status: 'failed' });
    await insert({ leased_until: after(1) });

    expect(idsOf(await claim(database))).toEqual([earlier, now]);
    expect(await claim(database)).toEqual([]);
  });

  it('returns the present state of the application, its endpoint, and the player', async () => {
    const database = await createTestDatabase(kind);
    const applicationId = await insertApplication(database);
    const { id: memberId } = await insertMember(database);
    await insertEndpoint(database, applicationId, { secret_sealed: Buffer.of(1, 2) });
    await insertConnection(database, applicationId, memberId, ['user:webhook:subscribe']);
    const [id] = await insertDueDeliveries(database, applicationId, 1, { member_id: memberId });

    expect(await claim(database)).toEqual([
      {
        id,
        eventId: expect.stringMatching(/^evt_/),
        applicationId,
        endpointId: endpointOf(applicationId),
        eventType: 'connection.created',
        payload: expect.any(String),
        attempts: 0,
        traceparent: null,
        leasedUntil: after(60),
        applicationDisabled: false,
        applicationHasKey: true,
        endpointIsFailing: false,
        endpoint: {
          url: 'https://courtside.example/webhooks',
          status: 'enabled',
          secretSealed: expect.anything(),
          previousSecretSealed: null,
          previousSecretExpiresAt: null,
        },
        connection: { scopes: ['user:webhook:subscribe'], revoked: false },
      },
    ]);

    await database.updateTable('connection').set({ revoked_at: noon }).execute();
    await database.updateTable('application').set({ disabled_at: noon }).execute();
    await database.deleteFrom('webhook_endpoint').execute();
    expect(await claim(database, { now: after(60) })).toMatchObject([
      { applicationDisabled: true, endpoint: null, connection: { revoked: true } },
    ]);
  });

  it('claims a few deliveries of each endpoint, and a single one of a failing one', async () => {
    const database = await createTestDatabase(kind);
    const busy = await insertReceiver(database);
    const healthy = await insertReceiver(database);
    const failing = await insertReceiver(database, after(-60));
    await insertDueDeliveries(database, busy, 50, { next_attempt_at: after(-9) });
    await insertDueDeliveries(database, failing, 50, { next_attempt_at: after(-9) });
    await insertDueDeliveries(database, healthy, 3);

    const claimed = await claim(database);
    const countOf = (id: string) => claimed.filter((each) => each.applicationId === id).length;
    expect([busy, failing, healthy].map(countOf)).toEqual([8, 1, 3]);
  });

  it('limits the deliveries of all failing endpoints together', async () => {
    const database = await createTestDatabase(kind);
    const failing = await Promise.all([1, 2, 3, 4].map(() => insertReceiver(database, after(-60))));
    const healthy = await insertReceiver(database);
    for (const [index, applicationId] of failing.entries()) {
      await insertDueDeliveries(database, applicationId, 2, { next_attempt_at: after(-9 - index) });
    }
    await insertDueDeliveries(database, healthy, 3);

    const claimed = await claim(database, { limit: 5, limitFailing: 2 });
    expect(claimed.map(({ applicationId }) => applicationId)).toEqual([
      failing[3],
      failing[2],
      healthy,
      healthy,
      healthy,
    ]);
    expect(claimed.map(({ endpointIsFailing }) => endpointIsFailing)).toEqual([
      ...[true, true],
      ...[false, false, false],
    ]);
    expect(await claim(database, { limitFailing: 0 })).toEqual([]);
  });

  it('counts running attempts against the room of an endpoint', async () => {
    const { database, applicationId } = await setUp(kind);
    const endpointId = endpointOf(applicationId);
    await insertDueDeliveries(database, applicationId, 20);
    expect(await claim(database, { inFlight: new Map([[endpointId, 6]]) })).toHaveLength(2);
    expect(await claim(database, { inFlight: new Map([[endpointId, 8]]) })).toHaveLength(0);
    expect(await claim(database, { inFlight: new Map([[endpointId, 9]]) })).toHaveLength(0);
  });

  it('does not delay an endpoint because another one of its application fails', async () => {
    const database = await createTestDatabase(kind);
    const applicationId = await insertReceiver(database, after(-60));
    const endpointId = newId('whe');
    await insertEndpoint(database, applicationId, { id: endpointId });
    await insertDueDeliveries(database, applicationId, 9);
    await insertDueDeliveries(database, applicationId, 9, { endpoint_id: endpointId });

    const claimed = await claim(database);
    expect(claimed.filter((each) => each.endpointId === endpointId)).toHaveLength(8);
    expect(claimed.filter((each) => each.endpointIsFailing)).toHaveLength(1);
    expect(claimed).toHaveLength(9);
  });

  it('claims no more than there is room for, the longest due of all endpoints first', async () => {
    const database = await createTestDatabase(kind);
    const applications = await Promise.all([1, 2, 3].map(() => insertReceiver(database)));
    for (const [index, applicationId] of applications.entries()) {
      await insertDueDeliveries(database, applicationId, 2, { next_attempt_at: after(-index) });
    }
    const claimed = await claim(database, { limit: 3 });
    expect(claimed.map((each) => applications.indexOf(each.applicationId))).toEqual([2, 2, 1]);
  });

  it('claims a delivery again after the lease of a crashed dispatcher expired', async () => {
    const { database, applicationId } = await setUp(kind);
    const [id] = await insertDueDeliveries(database, applicationId, 1);

    const [lost] = await claim(database);
    expect(await claim(database, { now: after(59), leasedUntil: after(119) })).toEqual([]);
    const [taken] = await claim(database, { now: after(60), leasedUntil: after(120) });
    expect([lost?.id, taken?.id]).toEqual([id, id]);
    expect(taken?.eventId).toBe(lost?.eventId);
    expect(taken?.attempts).toBe(0);
  });

  it('claims the deliveries of an ended process at once after they are released', async () => {
    const { database, applicationId } = await setUp(kind);
    const [id] = await insertDueDeliveries(database, applicationId, 1);
    await claim(database);
    expect(await claim(database)).toEqual([]);
    await releaseStaleLeases(database);
    expect(idsOf(await claim(database))).toEqual([id]);
  });

  it('claims released deliveries at once, but not those that another one has claimed since', async () => {
    const { database, applicationId } = await setUp(kind);
    const [id = ''] = await insertDueDeliveries(database, applicationId, 1);
    await claim(database);
    await releaseDeliveries(database, [id], after(60));
    expect(idsOf(await claim(database, { leasedUntil: after(90) }))).toEqual([id]);
    await releaseDeliveries(database, [id], after(60));
    expect(await claim(database)).toEqual([]);
  });

  it('lets only the holder of the lease store the outcome', async () => {
    const { database, applicationId } = await setUp(kind);
    await insertDueDeliveries(database, applicationId, 1);
    const [lost] = await claim(database);
    const [taken] = await claim(database, { now: after(60), leasedUntil: after(120) });
    if (lost === undefined || taken === undefined) throw new Error('Nothing was claimed.');
    const attempt = (delivery: typeof lost) => ({
      delivery,
      status: 'success' as const,
      url: 'https://courtside.example/webhooks',
      payload: lost.payload,
      statusCode: 204,
      responseBody: '',
      errorMessage: null,
      maxAttempts: 10,
      startedAt: noon,
      finishedAt: after(70),
      nextAttemptAt: null,
    });

    expect(await recordAttempts(database, [attempt(lost)])).toEqual([false]);
    await giveUpDelivery(database, lost, { reason: '', payload: '{}', now: after(70) });
    expect(await database.selectFrom('webhook_delivery').selectAll().execute()).toMatchObject([
      { status: 'pending', attempts: 0, payload: lost.payload, leased_until: after(120) },
    ]);
    expect(await recordAttempts(database, [attempt(lost), attempt(taken)])).toEqual([false, true]);
    expect(await recordAttempts(database, [attempt(taken)])).toEqual([false]);
    expect(await database.selectFrom('webhook_delivery').selectAll().execute()).toMatchObject([
      { status: 'success', attempts: 1, leased_until: null, completed_at: after(70) },
    ]);
  });

  it('never gives a delivery to two simultaneous claims', async () => {
    const database = await createTestDatabase(kind);
    const applications = await Promise.all(
      Array.from({ length: 25 }, () => insertReceiver(database)),
    );
    for (const applicationId of applications) await insertDueDeliveries(database, applicationId, 8);

    const seen: string[] = [];
    while (seen.length < 200) {
      const claims = Array.from({ length: 6 }, () => claim(database));
      seen.push(...(await Promise.all(claims)).flatMap(idsOf));
    }
    expect(new Set(seen).size).toBe(200);
    expect(seen).toHaveLength(200);
  });

  it('limits the attempts at an endpoint over all instances together', async () => {
    const database = await createTestDatabase(kind);
    const working = await insertReceiver(database);
    const failing = await insertReceiver(database, after(-60));
    await insertDueDeliveries(database, working, 20);
    await insertDueDeliveries(database, failing, 20);

    const claims = Array.from({ length: 4 }, () => claim(database));
    const first = (await Promise.all(claims)).flat();
    const countOf = (id: string) => first.filter((each) => each.applicationId === id).length;
    expect([working, failing].map(countOf)).toEqual([8, 1]);
    expect(await claim(database)).toEqual([]);

    // One attempt ends, and the lease of a crashed instance expires.
    const [ended] = first.filter((each) => each.applicationId === working);
    if (ended === undefined) throw new Error('Nothing was claimed.');
    await giveUpDelivery(database, ended, { reason: '', payload: '{}', now: noon });
    expect(await claim(database)).toMatchObject([{ applicationId: working }]);
    expect(await claim(database, { now: after(60), leasedUntil: after(90) })).toHaveLength(9);
  });
});
