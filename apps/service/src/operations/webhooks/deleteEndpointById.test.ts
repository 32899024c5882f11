import { describe, expect, it } from 'vitest';
import { databases } from '../../testing/test-database.ts';
import {
  DEFAULT_ENDPOINT,
  ENDPOINTS,
  expectKeyNeeded,
  expectOwnEndpoint,
  startWithTwo,
} from '../../webhooks/testing/endpoints.ts';
import { after, insertDueDeliveries } from '../../webhooks/testing/fixtures.ts';

const DELIVERIES = '/partner/webhook-deliveries';
const pathOf = (endpointId: string) => `${ENDPOINTS}/${endpointId}`;
const later = { next_attempt_at: after(3_600) };

describe.each(databases)('DELETE /partner/webhook-endpoints/{endpointId} on %s', (kind) => {
  it('answers 204, ends what waits for it, and leaves the other endpoints theirs', async () => {
    const { call, database, applicationId, made, path } = await startWithTwo(kind);
    const [ofDefault] = await insertDueDeliveries(database, applicationId, 1, later);
    const [ended] = await insertDueDeliveries(database, applicationId, 1, {
      ...later,
      endpoint_id: made.id,
    });
    expect(await call('DELETE', path)).toEqual({ status: 204, body: undefined });
    expect(await call('GET', path)).toMatchObject({ status: 404 });
    expect(await call('GET', DEFAULT_ENDPOINT)).toMatchObject({ status: 200 });

    const logged = await call('GET', `${DELIVERIES}?endpointId=${made.id}`);
    expect(logged.body.deliveries).toMatchObject([
      { id: ended, status: 'failed', errorMessage: 'Given up: the endpoint was deleted.' },
    ]);
    expect((await call('GET', `${DELIVERIES}?status=pending`)).body.deliveries).toMatchObject([
      { id: ofDefault },
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
});

describe('DELETE /partner/webhook-endpoints/{endpointId} answers', () => {
  it('400 for a parameter, or an identifier of another form; 404 for what is not its own', async () => {
    const service = await startWithTwo();
    const { call, made, path } = service;
    expect(await call('DELETE', `${path}?force=true`)).toMatchObject({ status: 400 });
    await expectOwnEndpoint(service, { method: 'DELETE', pathOf, id: made.id });
    expect(await call('GET', path)).toMatchObject({ status: 200 });
  });

  it('401 without a key, 403 without key:webhook:manage', async () => {
    const service = await startWithTwo();
    await expectKeyNeeded(service, ['DELETE', service.path]);
  });

  it('413 for a large body, and deletes nothing', async () => {
    const { call, path } = await startWithTwo();
    expect(await call('DELETE', path, 'x'.repeat(1_048_576))).toMatchObject({ status: 413 });
    expect(await call('GET', path)).toMatchObject({ status: 200 });
  });
});
