import { describe, expect, it } from 'vitest';
import { newKeyRow } from '../../console/actions/keys.ts';
import { insertKey } from '../../console/store/applications.ts';
import type { Database } from '../../platform/database/schema.ts';
import { insertConnection, insertMember, noon } from '../../testing/builders.ts';
import { deliverDue, secret, setUpDispatch, setUpReceiver } from '../testing/dispatch.ts';
import { after, insertDueDeliveries } from '../testing/fixtures.ts';
import { answering, openReceiver, verify } from '../testing/receiver.ts';

const DAY = 24 * 60 * 60;

describe('an attempt at an endpoint', () => {
  it('that gets a 410 disables the endpoint, and gives up its other pending deliveries', async () => {
    const { receiver, deliverAt, insertMore, deliveries, endpoint } = await setUpReceiver(
      answering(410),
    );
    await deliverAt(1.5);
    expect(await endpoint()).toMatchObject({
      status: 'disabled',
      disabled_reason: 'The endpoint answered 410 Gone on 2026-09-12T12:00:01.500Z.',
      updated_at: after(1.5),
    });
    expect(await deliveries()).toMatchObject([{ status: 'failed', attempts: 1, status_code: 410 }]);

    await insertMore();
    await deliverAt(1.5);
    expect(receiver.requests).toHaveLength(1);
    expect((await deliveries())[1]).toMatchObject({
      status: 'failed',
      attempts: 0,
      error_message: 'Given up: the endpoint is disabled.',
      next_attempt_at: null,
      completed_at: after(1.5),
    });
  });

  it('disables the endpoint after five days with only failures', async () => {
    const { deliverAt, insertMore, endpoint } = await setUpReceiver(answering(500));
    for (const seconds of [0, 5 * DAY - 1]) {
      await deliverAt(seconds);
      expect(await endpoint()).toMatchObject({ status: 'enabled', failing_since: noon });
    }
    await insertMore();
    await deliverAt(5 * DAY);
    expect(await endpoint()).toMatchObject({
      status: 'disabled',
      disabled_reason: 'Every attempt of the last 5 days failed.',
      updated_at: after(5 * DAY),
    });
  });

  it('disables the endpoint even if its events are rare', async () => {
    const { deliverAt, insertMore, endpoint, database } = await setUpReceiver(answering(500));
    for (const days of [0, 4, 8]) {
      // All attempts of the previous event have ended.
      await database.updateTable('webhook_delivery').set({ status: 'failed' }).execute();
      await insertMore();
      await deliverAt(days * DAY);
    }
    expect(await endpoint()).toMatchObject({ status: 'disabled', failing_since: noon });
  });

  it.each([
    ['with the time of the last failure', { updated_at: noon }],
    ['by a version without the time of the last failure', { last_failed_at: null }],
  ])(
    'starts the five days again after more than five days without an attempt, with earlier failures stored %s',
    async (_, earlier) => {
      const { deliverAt, insertMore, endpoint, database } = await setUpReceiver(answering(500));
      for (const seconds of [0, 5, 305]) await deliverAt(seconds);
      await database.updateTable('webhook_endpoint').set(earlier).execute();
      await insertMore();
      await deliverAt(60 * DAY);
      expect(await endpoint()).toMatchObject({
        status: 'enabled',
        failing_since: after(60 * DAY),
      });
      await deliverAt(65 * DAY);
      expect(await endpoint()).toMatchObject({ status: 'disabled' });
    },
  );

  it('that succeeds restarts the five days', async () => {
    const { deliverAt, insertMore, endpoint } = await setUpReceiver(answering(500, 204, 500));
    await deliverAt(0);
    await deliverAt(4 * DAY);
    expect(await endpoint()).toMatchObject({ failing_since: null });
    await insertMore();
    await deliverAt(6 * DAY);
    expect(await endpoint()).toMatchObject({ status: 'enabled', failing_since: after(6 * DAY) });
  });

  it('does not affect an endpoint that was set to another URL in between', async () => {
    const moved = Promise.withResolvers<void>();
    const { receiver, dispatcher, endpoint, deliveries, database } = await setUpReceiver(
      (response) => void moved.promise.then(() => response.writeHead(410).end()),
    );
    dispatcher.start();
    await receiver.received(1);
    await database.updateTable('webhook_endpoint').set({ url: 'https://new.example/' }).execute();
    moved.resolve();
    await dispatcher.stop();

    expect(await endpoint()).toMatchObject({ status: 'enabled' });
    expect(await deliveries()).toMatchObject([{ status: 'failed', url: receiver.url }]);
  });

  it('goes to the current URL of the endpoint, and not to the one at the time of the event', async () => {
    const { receiver, deliverAt, deliveries } = await setUpReceiver();
    expect(await deliveries()).toMatchObject([{ url: 'https://courtside.example/webhooks' }]);
    await deliverAt(0);
    expect(await deliveries()).toMatchObject([{ url: receiver.url, status: 'success' }]);
  });
});

describe('an attempt that fails', () => {
  it('for the last time ends the delivery', async () => {
    const { receiver, deliverAt, deliveries } = await setUpReceiver(answering(500));
    for (const seconds of [0, 5, 305]) await deliverAt(seconds);
    expect(receiver.requests).toHaveLength(3);
    expect(await deliveries()).toMatchObject([
      { status: 'failed', attempts: 3, next_attempt_at: null, completed_at: after(305) },
    ]);
    await deliverAt(DAY);
    expect(receiver.requests).toHaveLength(3);
  });

  it('is not made if the URL leads to a private address, and the log does not say why', async () => {
    const { insertReceiver, dispatcherFor, deliveries, errors } = await setUpDispatch('pglite');
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
    expect(errors).toEqual([]);
  });

  it('without the key that opens the secret is an error of the service, not of the endpoint', async () => {
    const { receiver, deliverAt, deliveries, endpoint, database, errors } = await setUpReceiver();
    await database
      .updateTable('webhook_endpoint')
      .set({ secret_sealed: Buffer.alloc(60) })
      .execute();
    await deliverAt(0);
    expect(receiver.requests).toEqual([]);
    expect(await deliveries()).toMatchObject([{ status: 'pending', next_attempt_at: after(5) }]);
    expect(await endpoint()).toMatchObject({ failing_since: null });
    expect(errors).toHaveLength(1);
  });
});

describe('an attempt at an event about a player', () => {
  async function setUpPlayer() {
    const dispatch = await setUpReceiver(answering(500, 204), { deliveries: 0 });
    const { database, applicationId, receiver, deliverAt } = dispatch;
    const { id: memberId } = await insertMember(database);
    const scopes = ['user:profile:read', 'user:rating:read', 'user:webhook:subscribe'];
    await insertConnection(database, applicationId, memberId, scopes);
    const data = { memberId: 10482, newRating: 4.268, sequence: 58 };
    await insertDueDeliveries(database, applicationId, 1, {
      event_type: 'rating.updated',
      member_id: memberId,
      payload: JSON.stringify({ type: 'rating.updated', timestamp: noon, data }),
    });
    await deliverAt(0);
    expect(verify(receiver.requests[0], secret)).toMatchObject({ data });
    return dispatch;
  }

  it.each([
    ['the connection was revoked', { revoked_at: after(1) }],
    ['the scope was withdrawn', { scopes: ['user:profile:read', 'user:rating:read'] }],
  ])('is not made again after %s', async (_case, change) => {
    const { database, receiver, deliverAt, deliveries } = await setUpPlayer();
    await database.updateTable('connection').set(change).execute();
    await deliverAt(5);

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

  it('omits the ratings after user:rating:read was withdrawn', async () => {
    const { database, receiver, deliverAt, deliveries } = await setUpPlayer();
    await database
      .updateTable('connection')
      .set({ scopes: ['user:profile:read', 'user:webhook:subscribe'] })
      .execute();
    await deliverAt(5);

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
  ])('is not made again after %s', async (reason, change) => {
    const { database, receiver, deliverAt, deliveries } = await setUpPlayer();
    await change(database).execute();
    await deliverAt(5);
    expect(receiver.requests).toHaveLength(1);
    expect(await deliveries()).toMatchObject([
      { status: 'failed', error_message: `Given up: ${reason}.` },
    ]);
  });

  it('is made again while the application has another key than the revoked one', async () => {
    const { database, applicationId, receiver, deliverAt, deliveries } = await setUpPlayer();
    await database
      .updateTable('api_key')
      .set({ revoked_at: after(1) })
      .execute();
    await insertKey(database, newKeyRow(applicationId, { now: after(1) }).row);
    await deliverAt(5);
    expect(receiver.requests).toHaveLength(2);
    expect(await deliveries()).toMatchObject([{ status: 'success' }]);
  });
});
