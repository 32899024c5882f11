import { describe, expect, it } from 'vitest';
import { noon } from '../../testing/builders.ts';
import { databases } from '../../testing/test-database.ts';
import { after, insertDueDeliveries } from '../../webhooks/testing/fixtures.ts';
import { startWebhookService } from '../../webhooks/testing/service.ts';

const PATH = '/partner/webhook-endpoint';
const url = 'https://courtside.example/hooks/ratings';
const later = { next_attempt_at: after(3_600) };

describe.each(databases)('DELETE /partner/webhook-endpoint answers 204 on %s', (kind) => {
  it('and there is no endpoint, and no secret, any more', async () => {
    const { call, database } = await startWebhookService(kind);
    await call('PUT', PATH, { url });
    expect(await call('DELETE', PATH)).toEqual({ status: 204, body: undefined });
    expect(await call('GET', PATH)).toMatchObject({ status: 404 });
    expect(await database.selectFrom('webhook_endpoint').selectAll().execute()).toEqual([]);
  });

  it('ends what is waiting with the reason, and leaves in the log what is over', async () => {
    const { call, database, applicationId, time } = await startWebhookService(kind);
    await call('PUT', PATH, { url });
    const over = { next_attempt_at: null, completed_at: noon, attempts: 1 };
    await insertDueDeliveries(database, applicationId, 1, { ...over, status: 'success' });
    const error_message = 'The endpoint answered 500.';
    await insertDueDeliveries(database, applicationId, 1, {
      ...over,
      status: 'failed',
      error_message,
    });
    await insertDueDeliveries(database, applicationId, 1, later);
    await insertDueDeliveries(database, applicationId, 1, {
      ...later,
      attempts: 3,
      error_message,
      leased_until: after(-1),
    });
    time.now = after(60);
    await call('DELETE', PATH);

    const { deliveries } = (await call('GET', '/partner/webhook-deliveries')).body;
    const given = { errorMessage: 'Given up: the endpoint was deleted.', nextRetryAt: null };
    const completedAt = after(60).toISOString();
    expect(deliveries).toMatchObject([
      { ...given, attempts: 3, completedAt },
      { ...given, attempts: 0, completedAt },
      { errorMessage: error_message, completedAt: noon.toISOString() },
      { errorMessage: null, completedAt: noon.toISOString() },
    ]);
    expect((await call('GET', '/partner/webhook-deliveries?status=failed')).body.total).toBe(3);
  });

  it('leaves what is under way to its attempt', async () => {
    const { call, database, applicationId } = await startWebhookService(kind);
    await call('PUT', PATH, { url });
    await insertDueDeliveries(database, applicationId, 1, { leased_until: after(60) });
    await call('DELETE', PATH);
    expect(await database.selectFrom('webhook_delivery').selectAll().execute()).toMatchObject([
      { status: 'pending', error_message: null, leased_until: after(60) },
    ]);
  });
});

describe('DELETE /partner/webhook-endpoint answers 204', () => {
  it('and touches nothing of another application', async () => {
    const { call, database, applicationId, createOther } = await startWebhookService();
    await call('PUT', PATH, { url });
    await insertDueDeliveries(database, applicationId, 1, later);
    const other = await createOther();
    await call('PUT', PATH, { url }, other);
    expect(await call('DELETE', PATH, undefined, other)).toMatchObject({ status: 204 });
    expect(await call('GET', PATH)).toMatchObject({ status: 200, body: { url } });
    expect((await call('GET', '/partner/webhook-deliveries?status=pending')).body.total).toBe(1);
  });

  it('and an endpoint set afterwards has a new secret', async () => {
    const { call } = await startWebhookService();
    const first = await call('PUT', PATH, { url });
    await call('DELETE', PATH);
    const second = await call('PUT', PATH, { url });
    expect(second.status).toBe(201);
    expect(second.body.secret).toMatch(/^whsec_/);
    expect(second.body.secret).not.toBe(first.body.secret);
  });

  it('and is audited like the setting of it', async () => {
    const { call, database, applicationId, time } = await startWebhookService();
    await call('PUT', PATH, { url, events: ['rating.updated'] });
    time.now = after(60);
    await call('PUT', PATH, { url, events: ['rating.updated'] });
    await call('DELETE', PATH);
    const lines = await database
      .selectFrom('audit_entry')
      .selectAll()
      .where('actor', '=', 'partner')
      .orderBy('audit_order')
      .execute();
    expect(lines).toMatchObject([
      {
        action: 'webhook.set',
        actor: 'partner',
        application_id: applicationId,
        occurred_at: noon,
        details: { url, events: ['rating.updated'] },
      },
      { action: 'webhook.deleted', occurred_at: after(60), details: { url } },
    ]);
  });
});

describe('DELETE /partner/webhook-endpoint answers', () => {
  it('404 where none is set, and the second time', async () => {
    const { call, database } = await startWebhookService();
    const refusal = {
      status: 404,
      body: { code: 'not_found', detail: expect.stringContaining('webhooks.setEndpoint') },
    };
    expect(await call('DELETE', PATH)).toMatchObject(refusal);
    const audit = database.selectFrom('audit_entry').selectAll().where('actor', '=', 'partner');
    expect(await audit.execute()).toEqual([]);
    await call('PUT', PATH, { url });
    await call('DELETE', PATH);
    expect(await call('DELETE', PATH)).toMatchObject(refusal);
  });

  it('400 for a parameter, and deletes nothing', async () => {
    const { call } = await startWebhookService();
    await call('PUT', PATH, { url });
    expect(await call('DELETE', `${PATH}?force=true`)).toMatchObject({
      status: 400,
      body: { code: 'validation_failed', errors: [{ pointer: '/query/force' }] },
    });
    expect(await call('GET', PATH)).toMatchObject({ status: 200 });
  });

  it('401 without a key, 403 without key:webhook:manage', async () => {
    const { call, createKeyWith } = await startWebhookService();
    await call('PUT', PATH, { url });
    expect(await call('DELETE', PATH, undefined, '')).toMatchObject({ status: 401 });
    const apiKey = await createKeyWith(['key:member:read']);
    expect(await call('DELETE', PATH, undefined, apiKey)).toMatchObject({
      status: 403,
      body: { code: 'insufficient_scope' },
    });
    expect(await call('GET', PATH)).toMatchObject({ status: 200 });
  });

  it('413 for a large body, and deletes nothing; a small one is passed over', async () => {
    const { call, send } = await startWebhookService();
    await call('PUT', PATH, { url });
    expect(await call('DELETE', PATH, 'x'.repeat(1_048_576))).toMatchObject({
      status: 413,
      body: { code: 'body_too_large' },
    });
    expect(await call('GET', PATH)).toMatchObject({ status: 200 });
    const headers = { 'content-type': 'text/plain' };
    expect(await send({ method: 'DELETE', path: PATH, body: {}, headers })).toMatchObject({
      status: 204,
    });
  });
});
