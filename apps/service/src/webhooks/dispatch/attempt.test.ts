import { describe, expect, it } from 'vitest';
import { newKeyRow } from '../../console/actions/keys.ts';
import { insertKey } from '../../console/store/applications.ts';
import type { Database } from '../../platform/database/schema.ts';
import { insertConnection, insertMember, noon } from '../../testing/builders.ts';
import { deliverDue, previousSecret, secret, setUpDispatch } from '../testing/dispatch.ts';
import { after, insertDueDeliveries } from '../testing/fixtures.ts';
import { answering, openReceiver, verify } from '../testing/receiver.ts';

const DAY = 24 * 60 * 60;

describe('an attempt at an endpoint', () => {
  it('that answers 410 disables it; what else is pending is given up', async () => {
    const { time, insertReceiver, dispatcherFor, deliveries, endpoint, database } =
      await setUpDispatch('pglite');
    const receiver = await openReceiver(answering(410));
    const applicationId = await insertReceiver(receiver.url);
    const dispatcher = dispatcherFor([receiver.target]);
    time.now = after(1.5);
    await deliverDue(dispatcher);

    expect(await endpoint(applicationId)).toMatchObject({
      status: 'disabled',
      disabled_reason: 'The endpoint answered 410 Gone on 2026-09-12T12:00:01.500Z.',
      updated_at: after(1.5),
    });
    expect(await deliveries()).toMatchObject([{ status: 'failed', attempts: 1, status_code: 410 }]);

    await insertDueDeliveries(database, applicationId, 1);
    await deliverDue(dispatcher);
    expect(receiver.requests).toHaveLength(1);
    expect((await deliveries())[1]).toMatchObject({
      status: 'failed',
      attempts: 0,
      error_message: 'Given up: the endpoint is disabled.',
      next_attempt_at: null,
      completed_at: after(1.5),
    });
  });

  it('disables it after five days of nothing but failures', async () => {
    const { time, insertReceiver, dispatcherFor, endpoint, database } =
      await setUpDispatch('pglite');
    const receiver = await openReceiver(answering(500));
    const applicationId = await insertReceiver(receiver.url);
    const dispatcher = dispatcherFor([receiver.target]);
    await deliverDue(dispatcher);
    expect(await endpoint(applicationId)).toMatchObject({ failing_since: noon });

    time.now = after(5 * DAY - 1);
    await deliverDue(dispatcher);
    expect(await endpoint(applicationId)).toMatchObject({
      status: 'enabled',
      failing_since: noon,
    });

    await insertDueDeliveries(database, applicationId, 1);
    time.now = after(5 * DAY);
    await deliverDue(dispatcher);
    expect(await endpoint(applicationId)).toMatchObject({
      status: 'disabled',
      disabled_reason: 'Every attempt of the last 5 days failed.',
      updated_at: after(5 * DAY),
    });
  });

  it('disables it also where its events are rare', async () => {
    const { time, insertReceiver, dispatcherFor, endpoint, database } =
      await setUpDispatch('pglite');
    const receiver = await openReceiver(answering(500));
    const applicationId = await insertReceiver(receiver.url);
    const dispatcher = dispatcherFor([receiver.target]);
    for (const days of [0, 4, 8]) {
      time.now = after(days * DAY);
      // All attempts of the event before have ended.
      await database.updateTable('webhook_delivery').set({ status: 'failed' }).execute();
      await insertDueDeliveries(database, applicationId, 1);
      await deliverDue(dispatcher);
    }
    expect(await endpoint(applicationId)).toMatchObject({
      status: 'disabled',
      failing_since: noon,
    });
  });

  it.each([
    ['as they were noted', { updated_at: noon }],
    ['by a version that noted no last one', { last_failed_at: null }],
  ])(
    'begins five new days after more than five without one, the failures before %s',
    async (_, earlier) => {
      const { time, insertReceiver, dispatcherFor, endpoint, database } =
        await setUpDispatch('pglite');
      const receiver = await openReceiver(answering(500));
      const applicationId = await insertReceiver(receiver.url);
      const dispatcher = dispatcherFor([receiver.target]);
      for (const seconds of [0, 5, 305]) {
        time.now = after(seconds);
        await deliverDue(dispatcher);
      }
      await database.updateTable('webhook_endpoint').set(earlier).execute();
      await insertDueDeliveries(database, applicationId, 1);
      time.now = after(60 * DAY);
      await deliverDue(dispatcher);
      expect(await endpoint(applicationId)).toMatchObject({
        status: 'enabled',
        failing_since: after(60 * DAY),
      });
      time.now = after(65 * DAY);
      await deliverDue(dispatcher);
      expect(await endpoint(applicationId)).toMatchObject({ status: 'disabled' });
    },
  );

  it('that succeeds restarts the five days', async () => {
    const { time, insertReceiver, dispatcherFor, endpoint, database } =
      await setUpDispatch('pglite');
    const receiver = await openReceiver(answering(500, 204, 500));
    const applicationId = await insertReceiver(receiver.url);
    const dispatcher = dispatcherFor([receiver.target]);
    await deliverDue(dispatcher);
    time.now = after(4 * DAY);
    await deliverDue(dispatcher);
    expect(await endpoint(applicationId)).toMatchObject({ failing_since: null });

    await insertDueDeliveries(database, applicationId, 1);
    time.now = after(6 * DAY);
    await deliverDue(dispatcher);
    expect(await endpoint(applicationId)).toMatchObject({
      status: 'enabled',
      failing_since: after(6 * DAY),
    });
  });

  it('says nothing about one that was set to another URL meanwhile', async () => {
    const { insertReceiver, dispatcherFor, endpoint, deliveries, database } =
      await setUpDispatch('pglite');
    const moved = Promise.withResolvers<void>();
    const receiver = await openReceiver((response) => {
      moved.promise.then(() => response.writeHead(410).end());
    });
    const applicationId = await insertReceiver(receiver.url);
    const dispatcher = dispatcherFor([receiver.target]);
    dispatcher.start();
    await receiver.received(1);
    await database.updateTable('webhook_endpoint').set({ url: 'https://new.example/' }).execute();
    moved.resolve();
    await dispatcher.stop();

    expect(await endpoint(applicationId)).toMatchObject({ status: 'enabled' });
    expect(await deliveries()).toMatchObject([{ status: 'failed', url: receiver.url }]);
  });

  it('goes to where the endpoint is now, not to where it was when the event happened', async () => {
    const { insertReceiver, dispatcherFor, deliveries } = await setUpDispatch('pglite');
    const receiver = await openReceiver();
    await insertReceiver(receiver.url);
    expect(await deliveries()).toMatchObject([{ url: 'https://courtside.example/webhooks' }]);
    await deliverDue(dispatcherFor([receiver.target]));
    expect(await deliveries()).toMatchObject([{ url: receiver.url, status: 'success' }]);
  });
});

describe('an attempt that fails', () => {
  it.each([429, 503])('with %i is made again when the receiver asked for it', async (status) => {
    const { insertReceiver, dispatcherFor, deliveries } = await setUpDispatch('pglite');
    const receiver = await openReceiver((response) =>
      response.writeHead(status, { 'retry-after': '90' }).end('later'),
    );
    await insertReceiver(receiver.url);
    await deliverDue(dispatcherFor([receiver.target]));
    expect(await deliveries()).toMatchObject([
      {
        status: 'pending',
        status_code: status,
        response_body: 'later',
        next_attempt_at: after(90),
      },
    ]);
  });

  it('for the last time ends the delivery', async () => {
    const { time, insertReceiver, dispatcherFor, deliveries } = await setUpDispatch('pglite');
    const receiver = await openReceiver(answering(500));
    await insertReceiver(receiver.url);
    const dispatcher = dispatcherFor([receiver.target]);
    for (const seconds of [0, 5, 305]) {
      time.now = after(seconds);
      await deliverDue(dispatcher);
    }
    expect(receiver.requests).toHaveLength(3);
    expect(await deliveries()).toMatchObject([
      { status: 'failed', attempts: 3, next_attempt_at: null, completed_at: after(305) },
    ]);
    time.now = after(DAY);
    await deliverDue(dispatcher);
    expect(receiver.requests).toHaveLength(3);
  });

  it('reads the same for a closed port, a time-out and a broken connection', async () => {
    const { insertReceiver, dispatcherFor, deliveries } = await setUpDispatch('pglite');
    const resetting = await openReceiver((response) => response.destroy());
    const silent = await openReceiver(() => {});
    const closed = '127.0.0.1:1';
    for (const url of [resetting.url, silent.url, `http://${closed}/`]) await insertReceiver(url);
    await deliverDue(
      dispatcherFor([resetting.target, silent.target, closed], {
        limits: { timeoutMilliseconds: 200 },
      }),
    );
    const logged = await deliveries();
    const facts = logged.map(({ status, attempts, status_code, response_body, error_message }) => ({
      status,
      attempts,
      status_code,
      response_body,
      error_message,
    }));
    expect(facts[0]).toMatchObject({ status: 'pending', attempts: 1, status_code: null });
    expect(facts[1]).toEqual(facts[0]);
    expect(facts[2]).toEqual(facts[0]);
  });

  it('is not made where the URL leads inside, and says no more than that', async () => {
    const { insertReceiver, dispatcherFor, deliveries, faults } = await setUpDispatch('pglite');
    const receiver = await openReceiver();
    await insertReceiver('https://inside.example/');
    await insertReceiver('https://unknown.example/');
    await insertReceiver(receiver.url);
    const resolvePublic = async (host: string) => {
      if (host === 'inside.example') return ['127.0.0.1'];
      throw new Error('ENOTFOUND');
    };
    await deliverDue(dispatcherFor([], { resolvePublic }));

    expect(receiver.connections()).toBe(0);
    for (const delivery of await deliveries()) {
      expect(delivery).toMatchObject({
        status: 'pending',
        attempts: 1,
        error_message: 'Nothing was sent: the URL does not lead to a public address over HTTPS.',
      });
    }
    expect(faults).toEqual([]);
  });

  it('for want of the key that opens the secret is a fault of the service, not of the endpoint', async () => {
    const { insertReceiver, dispatcherFor, deliveries, endpoint, database, faults } =
      await setUpDispatch('pglite');
    const receiver = await openReceiver();
    const applicationId = await insertReceiver(receiver.url);
    await database
      .updateTable('webhook_endpoint')
      .set({ secret_sealed: Buffer.alloc(60) })
      .execute();
    await deliverDue(dispatcherFor([receiver.target]));
    expect(receiver.requests).toEqual([]);
    expect(await deliveries()).toMatchObject([{ status: 'pending', next_attempt_at: after(5) }]);
    expect(await endpoint(applicationId)).toMatchObject({ failing_since: null });
    expect(faults).toHaveLength(1);
  });
});

describe('an attempt during the rotation of the secret', () => {
  it('carries both signatures until the rotation ends, then one', async () => {
    const { time, insertReceiver, dispatcherFor, database, seal } = await setUpDispatch('pglite');
    const receiver = await openReceiver();
    const applicationId = await insertReceiver(receiver.url);
    await database
      .updateTable('webhook_endpoint')
      .set({
        previous_secret_sealed: await seal(
          JSON.stringify([{ secret: previousSecret, expiresAt: after(DAY) }]),
          applicationId,
        ),
        previous_secret_expires_at: after(DAY),
      })
      .execute();
    const dispatcher = dispatcherFor([receiver.target]);
    await deliverDue(dispatcher);
    expect(verify(receiver.requests[0], secret)).toEqual(
      verify(receiver.requests[0], previousSecret),
    );

    await insertDueDeliveries(database, applicationId, 1);
    time.now = after(DAY);
    await deliverDue(dispatcher);
    expect(verify(receiver.requests[1], secret)).toBeDefined();
    expect(() => verify(receiver.requests[1], previousSecret)).toThrow();
  });
});

describe('an attempt at an event about a player', () => {
  async function setUpPlayer() {
    const dispatch = await setUpDispatch('pglite');
    const receiver = await openReceiver(answering(500, 204));
    const applicationId = await dispatch.insertReceiver(receiver.url, 0);
    const { id: memberId } = await insertMember(dispatch.database);
    const scopes = ['user:profile:read', 'user:rating:read', 'user:webhook:subscribe'];
    await insertConnection(dispatch.database, applicationId, memberId, scopes);
    const data = { memberId: 10482, newRating: 4.268, sequence: 58 };
    await insertDueDeliveries(dispatch.database, applicationId, 1, {
      event_type: 'rating.updated',
      member_id: memberId,
      payload: JSON.stringify({ type: 'rating.updated', timestamp: noon, data }),
    });
    const dispatcher = dispatch.dispatcherFor([receiver.target]);
    await deliverDue(dispatcher);
    expect(verify(receiver.requests[0], secret)).toMatchObject({ data });
    dispatch.time.now = after(5);
    return { ...dispatch, receiver, dispatcher };
  }

  it.each([
    ['the connection was revoked', { revoked_at: after(1) }],
    ['the scope was taken back', { scopes: ['user:profile:read', 'user:rating:read'] }],
  ])('is not made again once %s', async (_case, change) => {
    const { database, receiver, dispatcher, deliveries } = await setUpPlayer();
    await database.updateTable('connection').set(change).execute();
    await deliverDue(dispatcher);

    expect(receiver.requests).toHaveLength(1);
    const [delivery] = await deliveries();
    expect(delivery).toMatchObject({
      status: 'failed',
      attempts: 1,
      error_message: 'Given up: the player withdrew user:webhook:subscribe.',
      next_attempt_at: null,
      leased_until: null,
    });
    expect(JSON.parse(delivery?.payload ?? '')).toMatchObject({ data: {} });
  });

  it('leaves the ratings out once user:rating:read was taken back', async () => {
    const { database, receiver, dispatcher, deliveries } = await setUpPlayer();
    await database
      .updateTable('connection')
      .set({ scopes: ['user:profile:read', 'user:webhook:subscribe'] })
      .execute();
    await deliverDue(dispatcher);

    const sent = verify(receiver.requests[1], secret);
    expect(sent).toMatchObject({ data: { memberId: 10482, sequence: 58 } });
    expect(JSON.stringify(sent)).not.toContain('newRating');
    expect(JSON.parse((await deliveries())[0]?.payload ?? '')).toEqual(sent);
  });

  it.each([
    [
      'the application is suspended',
      (database: Database) => database.updateTable('application').set({ disabled_at: after(1) }),
    ],
    [
      'the application has no valid API key',
      (database: Database) => database.updateTable('api_key').set({ revoked_at: after(1) }),
    ],
    [
      'the application has no valid API key',
      (database: Database) => database.updateTable('api_key').set({ expires_at: after(5) }),
    ],
    ['the endpoint was deleted', (database: Database) => database.deleteFrom('webhook_endpoint')],
  ])('is not made again once %s', async (reason, change) => {
    const { database, receiver, dispatcher, deliveries } = await setUpPlayer();
    await change(database).execute();
    await deliverDue(dispatcher);
    expect(receiver.requests).toHaveLength(1);
    expect(await deliveries()).toMatchObject([
      { status: 'failed', error_message: `Given up: ${reason}.` },
    ]);
  });

  it('is made again while the application holds another key than the one revoked', async () => {
    const { database, receiver, dispatcher, deliveries } = await setUpPlayer();
    await database
      .updateTable('api_key')
      .set({ revoked_at: after(1) })
      .execute();
    const { id } = await database.selectFrom('application').select('id').executeTakeFirstOrThrow();
    await insertKey(database, newKeyRow(id, { now: after(1) }).row);
    await deliverDue(dispatcher);
    expect(receiver.requests).toHaveLength(2);
    expect(await deliveries()).toMatchObject([{ status: 'success' }]);
  });
});
