import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { noon } from '../../testing/builders.ts';
import { databases } from '../../testing/test-database.ts';
import { untilBlocked } from '../../testing/until-blocked.ts';
import { recordAttempts } from '../dispatch/store/attempts.ts';
import { claimOnce } from '../testing/claiming.ts';
import {
  disableEndpoints,
  ENDPOINTS,
  startWithEndpoint,
  ratingsUrl as url,
} from '../testing/endpoints.ts';
import { connectionCreated, ratingUpdated } from '../testing/event-data.ts';
import { after, eventRow, insertDueDeliveries } from '../testing/fixtures.ts';
import { answering, openReceiver, verify } from '../testing/receiver.ts';
import { startWebhookService } from '../testing/service.ts';

const DAY = 24 * 3_600;

const pathOf = (id: string | undefined) => `/partner/webhook-deliveries/${id}/redeliver`;

const failed = {
  status: 'failed',
  attempts: 10,
  status_code: 500,
  response_body: 'later',
  error_message: 'The endpoint answered 500.',
  last_attempt_at: after(-60),
  next_attempt_at: null,
  completed_at: after(-60),
} as const;
const waiting = { status: 'pending', next_attempt_at: after(DAY), completed_at: null } as const;
const succeeded = { ...failed, status: 'success', status_code: 204, error_message: null } as const;

const failedAttempt = {
  status: 'pending',
  url,
  payload: eventRow('connection.created').payload,
  statusCode: 503,
  responseBody: '',
  errorMessage: 'The endpoint answered 503.',
  maxAttempts: 10,
  startedAt: noon,
  finishedAt: noon,
  nextAttemptAt: after(DAY),
} as const;

/** Starts the service with an endpoint at a receiver. Queued deliveries are due at once. */
async function startWithReceiver(kind: 'pglite' | 'postgres', behaviour = answering(204)) {
  const receiver = await openReceiver(behaviour);
  const service = await startWithEndpoint(kind, {
    WEBHOOK_PRIVATE_TARGETS: receiver.target,
    WEBHOOK_RETRY_SCHEDULE: '0,5,300',
  });
  await service.call('PUT', service.path, { url: receiver.url });
  return { ...service, receiver };
}

describe.each(databases)('POST /partner/webhook-deliveries/{id}/redeliver 202 on %s', (kind) => {
  it.each([
    ['given up', failed],
    ['that had succeeded', succeeded],
  ])('requeues a delivery %s, for the current endpoint', async (_case, state) => {
    const { call, insert, deliveries, time } = await startWithEndpoint(kind);
    const id = await insert(state);
    const [before] = await deliveries();
    time.now = after(60);

    const answer = await call('POST', pathOf(id));
    expect(answer).toEqual({
      status: 202,
      body: {
        id,
        eventId: before?.event_id,
        endpointId: before?.endpoint_id,
        event: 'connection.created',
        status: 'pending',
        url,
        statusCode: state.status_code,
        responseBody: 'later',
        errorMessage: state.error_message,
        attempts: 0,
        maxAttempts: 3,
        lastAttemptAt: after(-60).toISOString(),
        nextRetryAt: after(60 + DAY).toISOString(),
        completedAt: null,
        createdAt: noon.toISOString(),
        payload: {
          type: 'connection.created',
          timestamp: noon.toISOString(),
          data: connectionCreated,
        },
      },
    });
    expect((await call('GET', '/partner/webhook-deliveries?status=pending')).body).toMatchObject({
      deliveries: [answer.body],
      total: 1,
    });
    expect(await deliveries()).toMatchObject([
      { event_id: before?.event_id, status: 'pending', leased_until: null },
    ]);
  });
});

describe.each(databases)('POST /partner/webhook-deliveries/{id}/redeliver 202 on %s', (kind) => {
  it('makes the attempt of a waiting delivery at once, and continues its count', async () => {
    const { call, insert, receiver, deliveries } = await startWithReceiver(kind);
    const id = await insert({ ...failed, ...waiting, attempts: 2, url });
    const [before] = await deliveries();
    expect(await call('POST', pathOf(id))).toMatchObject({
      status: 202,
      body: {
        id,
        url: receiver.url,
        statusCode: 500,
        attempts: 2,
        maxAttempts: 10,
        nextRetryAt: noon.toISOString(),
        completedAt: null,
      },
    });
    await receiver.received(1);
    expect(receiver.requests[0]?.headers['webhook-id']).toBe(before?.event_id);
    await expect
      .poll(deliveries)
      .toMatchObject([{ id, status: 'success', attempts: 3, status_code: 204 }]);
  });

  it.each([
    ['that has ended', failed],
    ['that waits', { next_attempt_at: after(DAY) }],
    ['that is due', {}],
  ])('many simultaneous requests for one %s make one attempt', async (_case, state) => {
    const released = Promise.withResolvers<void>();
    const { call, insert, receiver, deliveries } = await startWithReceiver(kind, (response) => {
      void released.promise.then(() => response.writeHead(204).end());
    });
    const id = await insert(state);
    const ask = () => call('POST', pathOf(id));
    const before = await Promise.all([ask(), ask(), ask()]);
    await receiver.received(1);
    const meanwhile = await Promise.all([ask(), ask()]);
    for (const answer of [...before, ...meanwhile]) {
      expect(answer).toMatchObject({
        status: 202,
        body: { attempts: 0, nextRetryAt: noon.toISOString(), completedAt: null },
      });
    }
    released.resolve();
    await expect
      .poll(deliveries)
      .toMatchObject([{ status: 'success', attempts: 1, next_attempt_at: null }]);
    expect(receiver.requests).toHaveLength(1);
  });
});

describe('POST /partner/webhook-deliveries/{id}/redeliver 500', () => {
  it('queues nothing if the response cannot be stored with it', async () => {
    const { send, insert, database, deliveries } = await startWithEndpoint();
    const path = pathOf(await insert(failed));
    await sql`alter table idempotency_record add check (status is null)`.execute(database);
    expect(await send({ method: 'POST', path, headers: { 'idempotency-key': 'a' } })).toMatchObject(
      { status: 500, body: { code: 'internal' } },
    );
    expect(await deliveries()).toMatchObject([{ status: 'failed' }]);
  });
});

describe('POST /partner/webhook-deliveries/{id}/redeliver 202 while a dispatcher', () => {
  it('claims the delivery, and leaves the attempt to the dispatcher', async () => {
    const { call, insert, database, deliveries } = await startWithEndpoint();
    const id = await insert({ next_attempt_at: after(60), attempts: 2 });
    // Its clock is ahead of this service's, so the delivery does not seem due here.
    const { answer } = await database.transaction().execute(async (transaction) => {
      const options = { now: after(60), leasedUntil: after(90) };
      expect(await claimOnce(transaction, options)).toMatchObject([{ id }]);
      const answer = call('POST', pathOf(id));
      await untilBlocked(database);
      return { answer };
    });
    expect(await answer).toMatchObject({
      status: 202,
      body: { attempts: 2, nextRetryAt: after(60).toISOString() },
    });
    expect(await deliveries()).toMatchObject([
      { next_attempt_at: after(60), leased_until: after(90) },
    ]);
  });

  it('records a failure, and makes the next attempt due at once', async () => {
    const { call, insert, database, receiver } = await startWithReceiver('postgres');
    const id = (await insert({ leased_until: after(30) })) ?? '';
    const { answer } = await database.transaction().execute(async (transaction) => {
      const delivery = { id, leasedUntil: after(30), payload: failedAttempt.payload };
      expect(await recordAttempts(transaction, [{ ...failedAttempt, delivery }])).toEqual([true]);
      const answer = call('POST', pathOf(id));
      await untilBlocked(database);
      return { answer };
    });
    expect(await answer).toMatchObject({
      status: 202,
      body: { attempts: 1, statusCode: 503, nextRetryAt: noon.toISOString() },
    });
    await receiver.received(1);
  });
});

describe('POST /partner/webhook-deliveries/{id}/redeliver 202', () => {
  it('sends the same event with the same webhook-id and a signature with the current time', async () => {
    const receiver = await openReceiver(answering(500, 204));
    const { call, database, applicationId, time } = await startWebhookService('postgres', {
      WEBHOOK_PRIVATE_TARGETS: receiver.target,
      WEBHOOK_RETRY_SCHEDULE: '0',
    });
    const made = await call('POST', ENDPOINTS, { url: receiver.url });
    const secret = made.body.secret ?? '';
    const [id] = await insertDueDeliveries(database, applicationId, 1);
    const stateOf = async () => (await call('GET', '/partner/webhook-deliveries')).body.deliveries;
    await expect.poll(stateOf).toMatchObject([{ statusCode: 500 }]);

    time.now = after(3_600);
    expect(await call('POST', pathOf(id))).toMatchObject({ status: 202 });
    await receiver.received(2);
    const [first, second] = receiver.requests;
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
    expect(Number(second?.headers['webhook-timestamp'])).toBe(after(3_600).getTime() / 1_000);
    expect(verify(second, secret)).toEqual(verify(first, secret));
    await expect
      .poll(stateOf)
      .toMatchObject([{ id, statusCode: 204, attempts: 1, nextRetryAt: null }]);
  });

  it('for an event about a player who consents, without ratings if they do not share these', async () => {
    const { call, insertAbout } = await startWithEndpoint();
    const data = { ...ratingUpdated, previousRating: 4.231, newRating: 4.268, splits: {} };
    const scopes = ['user:profile:read', 'user:webhook:subscribe'];
    const id = await insertAbout(scopes, { ...succeeded, data });
    const { status, body } = await call('POST', pathOf(id));
    expect([status, body.payload?.data]).toEqual([202, ratingUpdated]);
  });

  it('for a type that the endpoint no longer receives', async () => {
    const { call, insert, path } = await startWithEndpoint();
    await call('PUT', path, { url, events: ['rating.updated'] });
    expect(await call('POST', pathOf(await insert(failed)))).toMatchObject({ status: 202 });
  });
});

describe('POST /partner/webhook-deliveries/{id}/redeliver 403 consent_withdrawn', () => {
  const refusal = { status: 403, body: { code: 'consent_withdrawn' } };

  it('after the player disconnected, and permanently if the data of the event was deleted', async () => {
    const { call, insertAbout, database, deliveries } = await startWithEndpoint();
    const scopes = ['user:rating:read', 'user:webhook:subscribe'];
    const deleted = await insertAbout(scopes, { ...succeeded, data: {} });
    expect(await call('POST', pathOf(deleted))).toMatchObject({
      ...refusal,
      body: { detail: expect.stringContaining('its data was deleted') },
    });
    const id = await insertAbout(scopes, succeeded);
    await database.updateTable('connection').set({ revoked_at: noon }).execute();
    expect(await call('POST', pathOf(id))).toMatchObject(refusal);
    expect((await deliveries()).map(({ status }) => status)).toEqual(['success', 'success']);
  });
});

describe('POST /partner/webhook-deliveries/{id}/redeliver 404', () => {
  const unknown = 'whd_01k4yh2ce1k9g5t7p3m0s8d6ya';

  it('for a delivery that is unknown, of another application, or older than 30 days', async () => {
    const { call, insert, createOther, deliveries } = await startWithEndpoint();
    const foreign = await insert(failed);
    const old = await insert({ ...failed, created_at: after(-30 * DAY) });
    const other = await createOther();
    await call('POST', ENDPOINTS, { url }, other);
    for (const [id, apiKey] of [
      [unknown, undefined],
      [foreign, other],
      [old, undefined],
    ] as const) {
      expect(await call('POST', pathOf(id), undefined, apiKey)).toMatchObject({
        status: 404,
        body: { code: 'not_found', detail: expect.stringContaining(`no delivery ${id}`) },
      });
    }
    expect((await deliveries()).map(({ status }) => status)).toEqual(['failed', 'failed']);
  });

  it('if the endpoint was deleted, even if another was created since', async () => {
    const { call, insert, path } = await startWithEndpoint();
    const id = await insert(failed);
    await call('DELETE', path);
    await call('POST', ENDPOINTS, { url: 'https://courtside.example/new' });
    expect(await call('POST', pathOf(id))).toMatchObject({
      status: 404,
      body: { code: 'not_found', detail: expect.stringContaining('was deleted') },
    });
  });
});

describe('POST /partner/webhook-deliveries/{id}/redeliver 409', () => {
  it.each([
    ['over', failed],
    ['pending', { next_attempt_at: after(DAY) }],
  ])(
    'endpoint_disabled until the endpoint is set again, for one that is %s',
    async (_case, state) => {
      const { call, insert, database, deliveries, path } = await startWithEndpoint();
      const id = await insert(state);
      await disableEndpoints(database);
      expect(await call('POST', pathOf(id))).toMatchObject({
        status: 409,
        body: { code: 'endpoint_disabled', detail: expect.stringContaining('It was gone.') },
      });
      expect(await deliveries()).toMatchObject([state]);
      await call('PUT', path, { url });
      expect(await call('POST', pathOf(id))).toMatchObject({ status: 202 });
    },
  );
});
