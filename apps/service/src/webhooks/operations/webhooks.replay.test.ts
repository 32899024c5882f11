import { testRows } from '@partner-rating/table-tests';
import { describe, expect, it } from 'vitest';
import { type DatabaseKind, databases } from '../../testing/test-database.ts';
import {
  disableEndpoints,
  ENDPOINTS,
  startWithEndpoint,
  ratingsUrl as url,
} from '../testing/endpoints.ts';
import { after, eventRow, insertDueDeliveries } from '../testing/fixtures.ts';
import { openReceiver } from '../testing/receiver.ts';
import { startWebhookService } from '../testing/service.ts';

const PATH = '/partner/webhook-deliveries/replay';
const HOUR = 3_600;
const since = after(-HOUR).toISOString();

const ended = { attempts: 10, next_attempt_at: null, completed_at: after(-60) };
const failed = { ...ended, status: 'failed', error_message: 'The endpoint answered 500.' } as const;
const succeeded = { ...ended, status: 'success', status_code: 204 } as const;
const waiting = { next_attempt_at: after(24 * HOUR), attempts: 2 } as const;

/** Starts the service with an endpoint that nothing reaches, and waiting deliveries. */
async function startWithPending(kind?: DatabaseKind) {
  const service = await startWithEndpoint(kind);
  return {
    ...service,
    pending: async () => {
      const rows = await service.deliveries();
      return rows.filter(({ status }) => status === 'pending').map(({ id }) => id);
    },
  };
}

describe.each(databases)('POST /partner/webhook-deliveries/replay 202 on %s', (kind) => {
  it('queues only deliveries that were given up since the time, and counts their attempts from zero', async () => {
    const { call, insert, insertMany, deliveries, pending } = await startWithPending(kind);
    await insert({ ...failed, created_at: after(-2 * HOUR) });
    const chosen = await insertMany(2, failed);
    await insert(succeeded);
    const left = await insert(waiting);
    expect(await call('POST', PATH, { since })).toEqual({ status: 202, body: { queued: 2 } });
    expect(await pending()).toEqual([...chosen, left]);
    const requeued = { attempts: 0, max_attempts: 3, completed_at: null, url };
    expect((await deliveries()).filter(({ id }) => chosen.includes(id))).toMatchObject([
      requeued,
      requeued,
    ]);
  });

  it.each([
    [{ status: 'all' }, ['failed', 'succeeded']],
    [{ status: 'success' }, ['succeeded']],
    [{ status: 'all', events: ['connection.revoked'] }, []],
    [{ status: 'all', until: after(-HOUR + 1).toISOString() }, []],
  ])('filters by %j', async (filter, expected) => {
    const { call, insert, pending } = await startWithPending(kind);
    const byName = { failed: await insert(failed), succeeded: await insert(succeeded) };
    const { body } = await call('POST', PATH, { since, ...filter });
    expect(body).toEqual({ queued: expected.length });
    expect(await pending()).toEqual(expected.map((name) => byName[name as keyof typeof byName]));
  });

  it('queues each delivery once, with any number of simultaneous replays', async () => {
    const { call, insertMany } = await startWithPending(kind);
    await insertMany(20, failed);
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => call('POST', PATH, { since })),
    );
    const queued = answers.map(({ body }) => body.queued ?? 0);
    expect(queued.reduce((sum, one) => sum + one)).toBe(20);
    expect((await call('POST', PATH, { since })).body).toEqual({ queued: 0 });
  });

  it('omits players who withdrew their consent, deleted events, and tests', async () => {
    const { call, insert, insertAbout, pending } = await startWithPending(kind);
    const consented = await insertAbout(['user:profile:read', 'user:webhook:subscribe'], failed);
    await insertAbout(['user:profile:read'], failed);
    await insertAbout(['user:profile:read', 'user:webhook:subscribe'], { ...failed, data: {} });
    await insert({ ...failed, ...eventRow('webhook.test') });
    expect((await call('POST', PATH, { since })).body).toEqual({ queued: 1 });
    expect(await pending()).toEqual([consented]);
  });

  it('sends the events again, each with its earlier webhook-id', async () => {
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

  it('queues for every enabled endpoint, or for the named one', async () => {
    const { call, insert, pending, database } = await startWithPending(kind);
    const other = (await call('POST', ENDPOINTS, { url })).body;
    const gone = (await call('POST', ENDPOINTS, { url })).body;
    const ofDefault = await insert(failed);
    const ofOther = await insert({ ...failed, endpoint_id: other.id });
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
    await disableEndpoints(database, other.id);
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

  it('does not affect another application', async () => {
    const { call, insert, createOther, pending } = await startWithPending(kind);
    await insert(failed);
    const other = await createOther();
    await call('POST', ENDPOINTS, { url }, other);
    expect((await call('POST', PATH, { since }, other)).body).toEqual({ queued: 0 });
    expect(await pending()).toEqual([]);
  });
});

describe('POST /partner/webhook-deliveries/replay answers', () => {
  it('400 for more than the maximum, and queues none', async () => {
    const { call, insert, insertMany, pending } = await startWithPending();
    for (let count = 0; count < 10_000; count += 1_000) await insertMany(1_000, failed);
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
    const { call } = await startWithPending();
    const answer = await call('POST', PATH, body);
    expect(answer).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
    const { errors } = answer.body as unknown as { errors: { pointer: string; code: string }[] };
    expect(errors).toContainEqual(
      expect.objectContaining({ pointer: expect.stringContaining(pointer), code }),
    );
  });

  it('404 without an endpoint, 409 if it is disabled', async () => {
    const { call, database, path } = await startWithPending();
    await disableEndpoints(database);
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
});
