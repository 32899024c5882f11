import { beforeEach, describe, expect, it } from 'vitest';
import {
  insertApplication,
  insertConnection,
  insertEndpoint,
  insertMember,
  noon,
} from '../../testing/builders.ts';
import { ratingUpdated } from '../../webhooks/testing/event-data.ts';
import { after, eventRow, insertDueDeliveries } from '../../webhooks/testing/fixtures.ts';
import { useAdmin } from '../testing/admin.ts';

const failed = {
  status: 'failed',
  attempts: 10,
  status_code: 500,
  error_message: 'The endpoint answered 500.',
  response_body: 'out of order',
  next_attempt_at: null,
  completed_at: after(60),
} as const;

const NONE = 'whd_01k4yh2ce1k9g5t7p3m0s8d6ya';

describe('webhook deliveries of operators', () => {
  const { send, dependencies } = useAdmin({ clock: () => after(3_600) });
  let club: string;

  beforeEach(async () => {
    const { database } = dependencies();
    club = await insertApplication(database, { client_id: 'courtside-club' });
    await insertEndpoint(database, club, { url: 'https://courtside.example/hooks' });
    await insertApplication(database, { client_id: 'rally-league' });
  });

  const insert = async (given: Parameters<typeof insertDueDeliveries>[3] = {}) => {
    const [id = ''] = await insertDueDeliveries(dependencies().database, club, 1, given);
    return id;
  };
  const list = async (filter: string) => (await send(`GET /deliveries?${filter}`)).body;
  const listed = async (filter: string) =>
    (await list(filter)).deliveries.map(({ deliveryId }: { deliveryId: string }) => deliveryId);
  const entries = async (action: string) =>
    (await send(`GET /audit-entries?action=${action}`)).body.entries;
  const replay = async (body: object, role: 'support' | 'admin' = 'support') =>
    await send('POST /partners/courtside-club/delivery-replays', { body, role });

  it('200: lists the newest first, in pages, and applies each filter', async () => {
    const first = await insert(failed);
    const second = await insert({ ...eventRow('rating.updated'), created_at: after(60) });
    const page = await list('limit=1');
    expect(page.deliveries).toMatchObject([{ deliveryId: second, clientId: 'courtside-club' }]);
    expect(await listed(`cursor=${page.nextCursor}`)).toEqual([first]);
    expect(await listed('status=failed')).toEqual([first]);
    expect(await listed('event=rating.updated')).toEqual([second]);
    expect(await listed(`partner=courtside-club&endpointId=${NONE.replace('whd', 'whe')}`)).toEqual(
      [],
    );
    expect(await listed('partner=rally-league')).toEqual([]);
    expect(await listed(`since=${after(60).toISOString()}`)).toEqual([second]);
    expect(await listed(`until=${after(60).toISOString()}`)).toEqual([first]);
  });

  it('200: shows payload and response, and no data of a player who withdrew consent', async () => {
    const shown = await send(`GET /deliveries/${await insert(failed)}`);
    expect(shown.body).toMatchObject({
      status: 'failed',
      responseBody: 'out of order',
      payload: { type: 'connection.created' },
    });
    const payload = JSON.stringify({ type: 'rating.updated', timestamp: noon, data: {} });
    const withdrawn = await insert({ ...failed, event_type: 'rating.updated', payload });
    expect((await send(`GET /deliveries/${withdrawn}`)).body).toMatchObject({ payload: null });
  });

  it.each([
    ['disconnected', { revoked_at: noon }, null],
    ['withdrew user:webhook:subscribe', { scopes: ['user:rating:read'] }, null],
    ['withdrew user:rating:read', { scopes: ['user:webhook:subscribe'] }, ratingUpdated],
  ])(
    '200: shows only the permitted part of an event that had not arrived when the player %s',
    async (_case, change, permitted) => {
      const { database } = dependencies();
      const { id: memberId } = await insertMember(database);
      await insertConnection(database, club, memberId);
      const data = { ...ratingUpdated, previousRating: 4.231, newRating: 4.268, splits: {} };
      const payload = JSON.stringify({ type: 'rating.updated', timestamp: noon, data });
      const about = { event_type: 'rating.updated', member_id: memberId, payload };
      const ids = [await insert(about), await insert({ ...failed, ...about })];
      const shown = async () =>
        await Promise.all(
          ids.map(async (id) => (await send(`GET /deliveries/${id}`)).body.payload?.data ?? null),
        );
      expect(await shown()).toEqual([data, data]);
      await database.updateTable('connection').set(change).execute();
      expect(await shown()).toEqual([permitted, permitted]);
    },
  );

  it('202: sends a delivery again, with all its attempts, to the current address', async () => {
    const deliveryId = await insert(failed);
    const sent = await send(`POST /deliveries/${deliveryId}/redelivery`, { role: 'support' });
    expect(sent).toMatchObject({
      status: 202,
      body: { status: 'pending', attempts: 0, url: 'https://courtside.example/hooks' },
    });
    expect(await entries('delivery.redelivered')).toMatchObject([
      { operator: 'ana', clientId: 'courtside-club', details: { deliveryId } },
    ]);
  });

  it('202: sends failed deliveries of a period again, and no earlier ones', async () => {
    await insert({ ...failed, created_at: after(-60) });
    const missed = [await insert(failed), await insert(failed)];
    const since = noon.toISOString();
    expect(await replay({ since })).toMatchObject({ status: 202, body: { queued: 2 } });
    expect((await listed('status=pending')).toSorted()).toEqual(missed.toSorted());
    expect(await entries('deliveries.replayed')).toMatchObject([
      { operator: 'ana', details: { deliveries: 2, since } },
    ]);
  });

  it('202: repeats the first answer to a repeated Idempotency-Key, and queues nothing again', async () => {
    await insert(failed);
    const again = async () =>
      await send('POST /partners/courtside-club/delivery-replays', {
        body: { since: noon.toISOString() },
        headers: { 'idempotency-key': 'replay-of-friday' },
      });
    expect((await again()).body).toEqual({ queued: 1 });
    expect((await again()).body).toEqual({ queued: 1 });
    expect(await entries('deliveries.replayed')).toHaveLength(1);
  });

  it('403: does not resend a delivery after the player withdrew consent', async () => {
    const { database } = dependencies();
    const { id: memberId } = await insertMember(database);
    await insertConnection(database, club, memberId, ['user:rating:read']);
    const id = await insert({ ...failed, ...eventRow('rating.updated'), member_id: memberId });
    expect(await send(`POST /deliveries/${id}/redelivery`)).toMatchObject({
      status: 403,
      body: { code: 'consent_withdrawn' },
    });
    expect(await entries('delivery.redelivered')).toEqual([]);
  });

  it('409: sends nothing to a disabled endpoint, and 404: nothing to a deleted one', async () => {
    const id = await insert(failed);
    const since = noon.toISOString();
    const attempts = async () => [
      await send(`POST /deliveries/${id}/redelivery`),
      await replay({ since }),
    ];
    const { database } = dependencies();
    await database.updateTable('webhook_endpoint').set({ status: 'disabled' }).execute();
    for (const refused of await attempts()) {
      expect(refused).toMatchObject({ status: 409, body: { code: 'endpoint_disabled' } });
    }
    await database.deleteFrom('webhook_endpoint').execute();
    for (const refused of await attempts()) {
      expect(refused).toMatchObject({ status: 404, body: { code: 'not_found' } });
    }
  });

  it('404: says so if there is no such partner', async () => {
    const answer = await send('GET /deliveries?partner=nobody');
    expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });

  it('400: refuses a period that ends before it begins, and events that do not exist', async () => {
    const since = '2026-09-12T00:00:00Z';
    const refused = await replay({ since, until: '2026-09-11T00:00:00Z', events: ['match.won'] });
    expect(refused).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '/until' }, { pointer: '/events/0' }] },
    });
  });
});
