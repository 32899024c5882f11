import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { noon } from '../../testing/builders.ts';
import { disableEndpoints, ENDPOINTS } from '../testing/endpoints.ts';
import { after, insertDueDeliveries, loseSecretsKey } from '../testing/fixtures.ts';
import { answering, type Behaviour, openReceiver, verify } from '../testing/receiver.ts';
import { startWebhookService } from '../testing/service.ts';

const PATH = '/partner/webhook-test';
const DELIVERIES = '/partner/webhook-deliveries';
const url = 'https://courtside.example/hooks/ratings';
const message = 'This is a test of your webhook endpoint.';

/** Starts the service with an endpoint at a receiver. */
async function startWithReceiver(
  behaviour?: Behaviour,
  environment: Record<string, string> = {},
  kind: 'pglite' | 'postgres' = 'pglite',
) {
  const receiver = await openReceiver(behaviour);
  const elsewhere = await openReceiver();
  const service = await startWebhookService(kind, {
    WEBHOOK_PRIVATE_TARGETS: `${receiver.target},${elsewhere.target}`,
    ...environment,
  });
  const { id, secret = '' } = (await service.call('POST', ENDPOINTS, { url: receiver.url })).body;
  return { ...service, receiver, elsewhere, secret, endpoint: `${ENDPOINTS}/${id}` };
}

describe('POST /partner/webhook-test answers 200', () => {
  it('with the answer of the receiver and its duration', async () => {
    const { call, receiver, secret } = await startWithReceiver((response) => {
      response.writeHead(200).end('thanks');
    });
    const answer = await call('POST', PATH);
    expect(answer).toEqual({
      status: 200,
      body: {
        delivered: true,
        deliveryId: expect.stringMatching(/^whd_/),
        url: receiver.url,
        statusCode: 200,
        responseBody: 'thanks',
        errorMessage: null,
        durationMs: expect.any(Number),
      },
    });
    expect(answer.body.durationMs).toBeLessThan(15_000);
    expect(receiver.requests).toHaveLength(1);
    const [request] = receiver.requests;
    expect(request).toMatchObject({ method: 'POST', path: '/hooks?from=courtside' });
    expect(verify(request, secret)).toEqual({
      type: 'webhook.test',
      timestamp: noon.toISOString(),
      data: { message },
    });
  });

  it('and the test is in the log as one ended attempt', async () => {
    const { call, receiver } = await startWithReceiver(answering(401));
    const { body } = await call('POST', PATH, {});
    expect(body).toMatchObject({
      delivered: false,
      statusCode: 401,
      errorMessage: 'The endpoint answered 401.',
    });
    expect((await call('GET', `${DELIVERIES}?event=webhook.test&status=failed`)).body).toEqual({
      deliveries: [
        {
          id: body.deliveryId,
          eventId: expect.stringMatching(/^evt_/),
          endpointId: expect.stringMatching(/^whe_/),
          event: 'webhook.test',
          status: 'failed',
          url: receiver.url,
          statusCode: 401,
          responseBody: '',
          errorMessage: 'The endpoint answered 401.',
          attempts: 1,
          maxAttempts: 1,
          lastAttemptAt: noon.toISOString(),
          nextRetryAt: null,
          completedAt: noon.toISOString(),
          createdAt: noon.toISOString(),
          payload: { type: 'webhook.test', timestamp: noon.toISOString(), data: { message } },
        },
      ],
      total: 1,
      nextCursor: null,
    });
  });

  it('for another address, signed with the endpoint’s secret, without changing the endpoint', async () => {
    const { call, receiver, elsewhere, secret, endpoint } = await startWithReceiver();
    const { body } = await call('POST', PATH, { webhookUrl: elsewhere.url });
    expect(body).toMatchObject({ delivered: true, url: elsewhere.url });
    expect(verify(elsewhere.requests[0], secret)).toMatchObject({ type: 'webhook.test' });
    expect(receiver.requests).toEqual([]);
    expect(await call('GET', endpoint)).toMatchObject({ body: { url: receiver.url } });
  });

  it('signed with both secrets during a rotation', async () => {
    const { call, receiver, secret, endpoint } = await startWithReceiver();
    const rotated = await call('POST', `${endpoint}/rotate-secret`);
    await call('POST', PATH);
    for (const each of [secret, rotated.body.secret]) {
      expect(verify(receiver.requests[0], each)).toMatchObject({ type: 'webhook.test' });
    }
  });

  it('with any event types of the endpoint, and while it is disabled', async () => {
    const { call, receiver, database, endpoint } = await startWithReceiver();
    await call('PUT', endpoint, { url: receiver.url, events: ['rating.updated'] });
    await disableEndpoints(database);
    expect(await call('POST', PATH)).toMatchObject({ status: 200, body: { delivered: true } });
    expect(await call('GET', endpoint)).toMatchObject({ body: { status: 'disabled' } });
  });

  it.each([410, 500, 302])(
    'after %i, which does not count towards disabling the endpoint',
    async (status) => {
      const { call, database } = await startWithReceiver(answering(status));
      const before = await database.selectFrom('webhook_endpoint').selectAll().execute();
      expect(await call('POST', PATH)).toMatchObject({
        status: 200,
        body: { delivered: false, statusCode: status },
      });
      expect(await database.selectFrom('webhook_endpoint').selectAll().execute()).toEqual(before);
    },
  );

  it('and never repeats a failed test', async () => {
    const { call, receiver, database, applicationId, time } = await startWithReceiver(
      answering(503, 204),
      {},
      'postgres',
    );
    await call('POST', PATH);
    time.now = after(24 * 3_600);
    // Another event is delivered, so the dispatcher has looked since.
    await insertDueDeliveries(database, applicationId, 1);
    await receiver.received(2);
    expect(receiver.requests.map(({ body }) => JSON.parse(body).type)).toEqual([
      'webhook.test',
      'connection.created',
    ]);
  });

  it('by replaying the first response for the same Idempotency-Key, without sending anything', async () => {
    const { send, receiver } = await startWithReceiver();
    const request = { method: 'POST', path: PATH, headers: { 'idempotency-key': 'a' } };
    const first = await send(request);
    const repeated = await send(request);
    expect(repeated.headers.get('idempotency-replayed')).toBe('true');
    expect(repeated.body).toEqual(first.body);
    expect(receiver.requests).toHaveLength(1);
  });
});

describe('POST /partner/webhook-test answers 400', () => {
  it('for an address to which events may not be sent, and sends nothing', async () => {
    const { call, receiver } = await startWithReceiver();
    for (const [webhookUrl, code] of [
      ['http://courtside.example/hooks', 'https_required'],
      ['https://user:secret@courtside.example/hooks', 'credentials_in_url'],
      ['https://[::ffff:169.254.169.254]/', 'address_not_public'],
    ]) {
      expect(await call('POST', PATH, { webhookUrl })).toMatchObject({
        status: 400,
        body: { code: 'validation_failed', errors: [{ pointer: '/webhookUrl', code }] },
      });
    }
    expect(receiver.connections()).toBe(0);
    expect((await call('GET', DELIVERIES)).body.total).toBe(0);
  });

  it('for a body of another form', async () => {
    const { call } = await startWithReceiver();
    for (const body of [{ url }, { webhookUrl: 7 }, { webhookUrl: 'ftp://a.example/' }, [], null]) {
      expect(await call('POST', PATH, body)).toMatchObject({
        status: 400,
        body: { code: 'validation_failed' },
      });
    }
  });
});

describe('POST /partner/webhook-test answers 500', () => {
  it('and logs no delivery if the response cannot be stored with it', async () => {
    const { call, send, database } = await startWithReceiver();
    await sql`alter table idempotency_record add check (status is null)`.execute(database);
    const headers = { 'idempotency-key': 'a' };
    expect(await send({ method: 'POST', path: PATH, headers })).toMatchObject({
      status: 500,
      body: { code: 'internal' },
    });
    expect((await call('GET', DELIVERIES)).body.total).toBe(0);
  });
});

describe('POST /partner/webhook-test answers', () => {
  it('200 with the oldest endpoint, if none is named', async () => {
    const { call, receiver, elsewhere, time } = await startWithReceiver();
    time.now = after(1);
    await call('POST', ENDPOINTS, { url: elsewhere.url });
    expect(await call('POST', PATH)).toMatchObject({ status: 200, body: { url: receiver.url } });
  });

  it('404 for an unknown endpoint, and 200 with the named one', async () => {
    const { call, receiver } = await startWithReceiver();
    const { id: endpointId, secret = '' } = (await call('POST', ENDPOINTS, { url: receiver.url }))
      .body;
    expect(await call('POST', PATH, { endpointId })).toMatchObject({
      status: 200,
      body: { delivered: true, url: receiver.url },
    });
    expect(verify(receiver.requests[0], secret)).toMatchObject({ type: 'webhook.test' });
    await call('DELETE', `${ENDPOINTS}/${endpointId}`);
    expect(await call('POST', PATH, { endpointId })).toMatchObject({
      status: 404,
      body: { detail: expect.stringContaining(endpointId) },
    });
  });

  it('404 without an endpoint, because no secret would sign', async () => {
    const { call } = await startWebhookService();
    for (const body of [undefined, { webhookUrl: url }]) {
      expect(await call('POST', PATH, body)).toMatchObject({
        status: 404,
        body: { code: 'not_found', detail: expect.stringContaining('webhooks.createEndpoint') },
      });
    }
  });

  it('404 if the key to the secret is lost, and says how to get a new one', async () => {
    const { call, receiver, database, applicationId } = await startWithReceiver();
    await loseSecretsKey(database, applicationId);
    expect(await call('POST', PATH)).toMatchObject({
      status: 404,
      body: { code: 'not_found', detail: expect.stringContaining('webhooks.rotateSecret') },
    });
    expect(receiver.requests).toEqual([]);
  });

  it('429 above their own limit, which does not affect other requests', async () => {
    const { send, call, receiver, endpoint } = await startWithReceiver(answering(204), {
      WEBHOOK_TEST_RATE_LIMIT: '2',
    });
    const request = { method: 'POST', path: PATH };
    const answers = [await send(request), await send(request), await send(request)];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 429]);
    expect(answers[2]?.headers.get('ratelimit-policy')).toBe('"webhook-test";q=2;w=60');
    expect(answers[2]?.headers.has('retry-after')).toBe(true);
    expect(receiver.requests).toHaveLength(2);
    expect(await call('GET', endpoint)).toMatchObject({ status: 200 });
  });
});
