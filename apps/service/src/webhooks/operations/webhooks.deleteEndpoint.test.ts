import { describe, expect, it } from 'vitest';
import { noon } from '../../testing/builders.ts';
import { databases } from '../../testing/test-database.ts';
import {
  ENDPOINTS,
  expectOwnEndpoint,
  ratingsUrl,
  startWithEndpoint,
  startWithTwo,
} from '../testing/endpoints.ts';
import { after } from '../testing/fixtures.ts';

const DELIVERIES = '/partner/webhook-deliveries';
const pathOf = (endpointId: string) => `${ENDPOINTS}/${endpointId}`;

const later = { next_attempt_at: after(3_600) };

describe.each(databases)('DELETE /partner/webhook-endpoints/{endpointId} on %s', (kind) => {
  it('answers 204, ends its waiting deliveries, and keeps those of other endpoints', async () => {
    const { call, database, insert, made, firstId, path, firstPath } = await startWithTwo(kind);
    const ofFirst = await insert({ ...later, endpoint_id: firstId });
    const ended = await insert({ ...later, endpoint_id: made.id });
    expect(await call('DELETE', path)).toEqual({ status: 204, body: undefined });
    expect(await call('GET', path)).toMatchObject({ status: 404 });
    expect(await call('GET', firstPath)).toMatchObject({ status: 200 });

    const logged = await call('GET', `${DELIVERIES}?endpointId=${made.id}`);
    expect(logged.body.deliveries).toMatchObject([
      { id: ended, status: 'failed', errorMessage: 'Given up: the endpoint was deleted.' },
    ]);
    expect((await call('GET', `${DELIVERIES}?status=pending`)).body.deliveries).toMatchObject([
      { id: ofFirst },
    ]);
    expect(await call('POST', `${DELIVERIES}/${ended}/redeliver`)).toMatchObject({
      status: 404,
      body: { detail: expect.stringContaining(made.id) },
    });
    const entries = database.selectFrom('audit_entry').selectAll().orderBy('audit_order', 'desc');
    expect(await entries.executeTakeFirst()).toMatchObject({
      action: 'webhook.deleted',
      details: { endpointId: made.id, url: made.url },
    });
    expect(await call('DELETE', path)).toMatchObject({ status: 404 });
  });

  it('deletes the version of If-Match, and answers 412 changed_meanwhile for any other', async () => {
    const { call, send, path } = await startWithEndpoint(kind);
    const read = async () => (await send({ method: 'GET', path })).headers.get('etag') ?? '';
    const tag = await read();
    const remove = async (ifMatch: string) =>
      await send({ method: 'DELETE', path, headers: { 'if-match': ifMatch } });
    await call('PUT', path, { url: ratingsUrl, events: ['match.disputed'] });
    expect(await remove(tag)).toMatchObject({ status: 412, body: { code: 'changed_meanwhile' } });
    expect(await call('GET', path)).toMatchObject({ status: 200 });
    expect((await remove(await read())).status).toBe(204);
  });

  it('ends waiting deliveries with the reason, and keeps ended ones in the log', async () => {
    const { call, insert, time, path } = await startWithEndpoint(kind);
    const over = { next_attempt_at: null, completed_at: noon, attempts: 1 };
    await insert({ ...over, status: 'success' });
    const error_message = 'The endpoint answered 500.';
    await insert({ ...over, status: 'failed', error_message });
    await insert(later);
    await insert({ ...later, attempts: 3, error_message, leased_until: after(-1) });
    time.now = after(60);
    await call('DELETE', path);

    const { deliveries } = (await call('GET', DELIVERIES)).body;
    const given = { errorMessage: 'Given up: the endpoint was deleted.', nextRetryAt: null };
    const completedAt = after(60).toISOString();
    expect(deliveries).toMatchObject([
      { ...given, attempts: 3, completedAt },
      { ...given, attempts: 0, completedAt },
      { errorMessage: error_message, completedAt: noon.toISOString() },
      { errorMessage: null, completedAt: noon.toISOString() },
    ]);
    expect((await call('GET', `${DELIVERIES}?status=failed`)).body.total).toBe(3);
  });

  it('lets running attempts end', async () => {
    const { call, insert, deliveries, path } = await startWithEndpoint(kind);
    await insert({ leased_until: after(60) });
    await call('DELETE', path);
    expect(await deliveries()).toMatchObject([
      { status: 'pending', error_message: null, leased_until: after(60) },
    ]);
  });
});

describe('DELETE /partner/webhook-endpoints/{endpointId} answers', () => {
  it('204 with a small body of any type', async () => {
    const { send, path } = await startWithEndpoint();
    const headers = { 'content-type': 'text/plain' };
    expect(await send({ method: 'DELETE', path, body: {}, headers })).toMatchObject({
      status: 204,
    });
  });

  it('400 for an identifier of another form, and 404 for an endpoint of others', async () => {
    const service = await startWithTwo();
    const { call, made, path } = service;
    await expectOwnEndpoint(service, { method: 'DELETE', pathOf, id: made.id });
    expect(await call('GET', path)).toMatchObject({ status: 200 });
  });
});
