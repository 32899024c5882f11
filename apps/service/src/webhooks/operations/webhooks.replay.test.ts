import { testRows } from '@partner-rating/table-tests';
import { describe, expect, it } from 'vitest';
import { insertConnection, insertMember, noon } from '../../testing/builders.ts';
import { type DatabaseKind, databases } from '../../testing/test-database.ts';
import { ENDPOINTS } from '../testing/endpoints.ts';
import { ratingUpdated } from '../testing/event-data.ts';
import { after, eventRow, insertDueDeliveries } from '../testing/fixtures.ts';
import { openReceiver } from '../testing/receiver.ts';
import { startWebhookService } from '../testing/service.ts';

const PATH = '/partner/webhook-deliveries/replay';
const url = 'https://courtside.example/hooks/ratings';
const HOUR = 3_600;
const since = after(-HOUR).toISOString();

const ended = { attempts: 10, next_attempt_at: null, completed_at: after(-60) };
const failed = { ...ended, status: 'failed', error_message: 'The endpoint answered 500.' } as const;
const succeeded = { ...ended, status: 'success', status_code: 204 } as const;
const waiting = { next_attempt_at: after(24 * HOUR), attempts: 2 } as const;

type Given = Parameters<typeof insertDueDeliveries>[3];

/** The service with an endpoint that nothing reaches; what is queued is due in a day. */
async function startWithEndpoint(kind?: DatabaseKind) {
  const service = await startWebhookService(kind, { WEBHOOK_RETRY_SCHEDULE: '86400,5,300' });
  const { call, database, applicationId } = service;
  const { id } = (await call('POST', ENDPOINTS, { url })).body;
  return {
    ...service,
    path: `${ENDPOINTS}/${id}`,
    insert: async (delivery: Given, count = 1) =>
      await insertDueDeliveries(database, applicationId, count, delivery),
    /** A delivery that was given up, about a player who granted these scopes. */
    insertAbout: async (scopes: string[], data: object = ratingUpdated) => {
      const { id: memberId } = await insertMember(database);
      await insertConnection(database, applicationId, memberId, scopes);
      const payload = JSON.stringify({ type: 'rating.updated', timestamp: noon, data });
      const about = { event_type: 'rating.updated', member_id: memberId, payload };
      return (await insertDueDeliveries(database, applicationId, 1, { ...failed, ...about }))[0];
    },
    pending: async () => {
      const rows = await database
        .selectFrom('webhook_delivery')
        .select('id')
        .where('status', '=', 'pending')
        .orderBy('delivery_order')
        .execute();
      return rows.map(({ id }) => id);
    },
  };
}

describe.each(databases)('POST /partner/webhook-deliveries/replay 202 on %s', (kind) => {
  it('queues what was given up since the time, from its first attempt, and nothing else', async () => {
    const { call, insert, pending, database } = await startWithEndpoint(kind);
    await insert({ ...failed, created_at: after(-2 * HOUR) });
    const chosen = await insert(failed, 2);
    await insert(succeeded);
    const [left] = await insert(waiting);
    expect(await call('POST', PATH, { since })).toEqual({ status: 202, body: { queued: 2 } });
    expect(await pending()).toEqual([...chosen, left]);
    const rows = await database
      .selectFrom('webhook_delivery')
      .selectAll()
      .where('id', 'in', chosen)
      .execute();
    for (const row of rows) {
      expect(row).toMatchObject({ attempts: 0, max_attempts: 3, completed_at: null, url });
    }
  });

  it.each([
    [{ status: 'all' }, ['failed', 'succeeded']],
    [{ status: 'success' }, ['succeeded']],
    [{ status: 'all', events: ['connection.revoked'] }, []],
    [{ status: 'all', until: after(-HOUR + 1).toISOString() }, []],
  ])('filters by %j', async (filter, expected) => {
    const { call, insert, pending } = await startWithEndpoint(kind);
    const byName = { failed: (await insert(failed))[0], succeeded: (await insert(succeeded))[0] };
    const { body } = await call('POST', PATH, { since, ...filter });
    expect(body).toEqual({ queued: expected.length });
    expect(await pending()).toEqual(expected.map((name) => byName[name as keyof typeof byName]));
  });

  it('queues each once, however many replays are sent at once', async () => {
    const { call, insert } = await startWithEndpoint(kind);
    await insert(failed, 20);
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => call('POST', PATH, { since })),
    );
    const queued = answers.map(({ body }) => body.queued ?? 0);
    expect(queued.reduce((sum, one) => sum + one)).toBe(20);
    expect((await call('POST', PATH, { since })).body).toEqual({ queued: 0 });
  });

  it('leaves out players who withdrew their consent, what was forgotten, and tests', async () => {
    const { call, insert, insertAbout, pending } = await startWithEndpoint(kind);
    const consented = await insertAbout(['user:profile:read', 'user:webhook:subscribe']);
    await insertAbout(['user:profile:read']);
    await insertAbout(['user:profile:read', 'user:webhook:subscribe'], {});
    await insert({ ...failed, ...eventRow('webhook.test') });
    expect((await call('POST', PATH, { since })).body).toEqual({ queued: 1 });
    expect(await pending()).toEqual([consented]);
  });

  it('is replayed for the same Idempotency-Key, and queues nothing again', async () => {
    const { send, insert, database, pending } = await startWithEndpoint(kind);
    await insert(failed);
    const headers = { 'idempotency-key': 'a' };
    const request = { method: 'POST', path: PATH, body: { since }, headers };
    const first = await send(request);
    await database.updateTable('webhook_delivery').set(failed).execute();
    const second = await send(request);
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    expect(second.body).toEqual(first.body);
    expect(await pending()).toEqual([]);
  });

  it('sends them, each with the webhook-id that it had', async () => {
    const receiver = await openReceiver();
    const { call, database, applicationId } = await startWebhookService(kind, {
      WEBHOOK_PRIVATE_TARGETS: receiver.target,
      WEBHOOK_RETRY_SCHEDULE: '0,5,300',
    });
    await call('POST', ENDPOINTS, { url: receiver.url });
    await insertDueDeliveries(database, applicationId, 2, failed);
    const events = await database.selectFrom('webhook_delivery').select('event_id').execute();
    await call('POST', PATH, { since });
    await receiver.received(2);
    const sent = receiver.requests.map(({ headers }) => headers['webhook-id']);
    expect(sent.toSorted()).toEqual(events.map(({ event_id }) => event_id).toSorted());
  });

  it('queues for every enabled endpoint, or for the one that is named', async () => {
    const { call, insert, pending, database } = await startWithEndpoint(kind);
    const other = (await call('POST', ENDPOINTS, { url })).body;
    const gone = (await call('POST', ENDPOINTS, { url })).body;
    const [ofDefault] = await insert(failed);
    const [ofOther] = await insert({ ...failed, endpoint_id: other.id });
    await insert({ ...failed, endpoint_id: gone.id });
    await call('DELETE', `${ENDPOINTS}/${gone.id}`);
    expect(await call('POST', PATH, { since, endpointId: other.id })).toMatchObject({
      status: 202,
      body: { queued: 1 },
    });
    expect(await pending()).toEqual([ofOther]);
    await database.updateTable('webhook_delivery').set(failed).execute();
    expect((await call('POST', PATH, { since })).body).toEqual({ queued: 2 });
    expect(await pending()).toEqual([ofDefault, ofOther]);

    await database.updateTable('webhook_delivery').set(failed).execute();
    await database
      .updateTable('webhook_endpoint')
      .set({ status: 'disabled', disabled_reason: 'It was gone.' })
      .where('id', '=', other.id)
      .execute();
    expect((await call('POST', PATH, { since })).body).toEqual({ queued: 1 });
    expect(await call('POST', PATH, { since, endpointId: other.id })).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining('webhooks.updateEndpoint') },
    });
    expect(await call('POST', PATH, { since, endpointId: gone.id })).toMatchObject({
      status: 404,
      body: { detail: expect.stringContaining(gone.id) },
    });
  });

  it('touches nothing of another application', async () => {
    const { call, insert, createOther, pending } = await startWithEndpoint(kind);
    await insert(failed);
    const other = await createOther();
    await call('POST', ENDPOINTS, { url }, other);
    expect((await call('POST', PATH, { since }, other)).body).toEqual({ queued: 0 });
    expect(await pending()).toEqual([]);
  });
});

describe('POST /partner/webhook-deliveries/replay answers', () => {
  it('400 for more than are made again at once, and queues none', async () => {
    const { call, insert, pending } = await startWithEndpoint();
    for (let count = 0; count < 10_000; count += 1_000) await insert(failed, 1_000);
    await insert(failed);
    expect(await call('POST', PATH, { since })).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '/since', code: 'too_many_deliveries' }] },
    });
    expect(await pending()).toEqual([]);
  });

  testRows([
    [{}, '', 'required'],
    [{ since: 'yesterday' }, '/since', 'format'],
    [{ since, until: since }, '/until', 'end_before_start'],
    [{ since, events: ['rating.deleted'] }, '/events/0', 'unknown_event'],
    [{ since, status: 'pending' }, '/status', 'enum'],
    [{ since, endpoint: url }, '', 'additionalProperties'],
  ])('400 for an invalid filter', async (body, pointer, code) => {
    const { call } = await startWithEndpoint();
    const answer = await call('POST', PATH, body);
    expect(answer).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
    const { errors } = answer.body as unknown as { errors: { pointer: string; code: string }[] };
    expect(errors).toContainEqual(
      expect.objectContaining({ pointer: expect.stringContaining(pointer), code }),
    );
  });

  it('404 where no endpoint is set, 409 where it is disabled', async () => {
    const { call, database, path } = await startWithEndpoint();
    await database
      .updateTable('webhook_endpoint')
      .set({ status: 'disabled', disabled_reason: 'It was gone.' })
      .execute();
    expect(await call('POST', PATH, { since })).toMatchObject({
      status: 409,
      body: { code: 'endpoint_disabled', detail: expect.stringContaining('It was gone.') },
    });
    await call('DELETE', path);
    expect(await call('POST', PATH, { since })).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    });
  });

  it('401 without a key, 403 without key:webhook:manage', async () => {
    const { call, createKeyWith } = await startWithEndpoint();
    expect(await call('POST', PATH, { since }, '')).toMatchObject({ status: 401 });
    const apiKey = await createKeyWith(['key:member:read']);
    expect(await call('POST', PATH, { since }, apiKey)).toMatchObject({
      status: 403,
      body: { code: 'insufficient_scope' },
    });
  });
});
