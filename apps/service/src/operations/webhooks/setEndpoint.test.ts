import { describe, expect, it } from 'vitest';
import { noon } from '../../testing/builders.ts';
import { databases } from '../../testing/test-database.ts';
import { createDispatcher } from '../../webhooks/dispatch/dispatcher.ts';
import { deliverDue } from '../../webhooks/testing/dispatch.ts';
import { after, insertDueDeliveries, loseSecretsKey } from '../../webhooks/testing/fixtures.ts';
import { answering, openReceiver, verify } from '../../webhooks/testing/receiver.ts';
import { startWebhookService } from '../../webhooks/testing/service.ts';

const PATH = '/partner/webhook-endpoint';
const url = 'https://courtside.example/hooks/ratings';

describe('PUT /partner/webhook-endpoint answers 201', () => {
  it('the first time, with the secret, and with every event where none was named', async () => {
    const { call } = await startWebhookService();
    expect(await call('PUT', PATH, { url })).toEqual({
      status: 201,
      body: {
        id: expect.stringMatching(/^whe_[0-9a-z]{26}$/),
        isDefault: true,
        url,
        events: [
          'rating.updated',
          'connection.created',
          'connection.revoked',
          'match.confirmed',
          'match.disputed',
          'webhook.test',
        ],
        status: 'enabled',
        disabledReason: null,
        createdAt: noon.toISOString(),
        updatedAt: noon.toISOString(),
        secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
      },
    });
  });

  it('with a secret that no table holds in the clear', async () => {
    const { call, database } = await startWebhookService();
    const { body } = await call('PUT', PATH, { url });
    const secret = body.secret ?? '';
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
    const rows = await database.selectFrom('webhook_endpoint').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(secret);
    expect(Buffer.from(rows[0]?.secret_sealed ?? []).includes(key)).toBe(false);
    expect(Buffer.from(rows[0]?.secret_sealed ?? []).includes('whsec_')).toBe(false);
  });

  it('for a private target the operator allows, over plain HTTP', async () => {
    const { call } = await startWebhookService();
    expect(await call('PUT', PATH, { url: 'http://127.0.0.1:4020/hooks' })).toMatchObject({
      status: 201,
    });
  });
});

describe('PUT /partner/webhook-endpoint answers 201 where the key to the secret is lost', () => {
  it('with a new secret, which signs alone, and keeps what else was set', async () => {
    const receiver = await openReceiver();
    const service = await startWebhookService('postgres', {
      WEBHOOK_PRIVATE_TARGETS: receiver.target,
    });
    const { call, database, applicationId, dependencies, time } = service;
    const made = await call('PUT', PATH, { url: receiver.url });
    await loseSecretsKey(database, applicationId);
    time.now = after(1);

    const set = await call('PUT', PATH, { url: receiver.url });
    expect(set).toEqual({ status: 201, body: { ...made.body, secret: expect.any(String) } });
    expect(set.body.secret).not.toBe(made.body.secret);
    expect(await call('PUT', PATH, { url: receiver.url })).toMatchObject({ status: 200 });

    await insertDueDeliveries(database, applicationId, 1);
    const log = { debug: () => {}, warn: () => {}, error: () => {} };
    await deliverDue(createDispatcher(dependencies, { log }));
    await receiver.received(1);
    expect(verify(receiver.requests[0], set.body.secret ?? '')).toBeDefined();
    const audit = database
      .selectFrom('audit_entry')
      .select('action')
      .where('actor', '=', 'partner')
      .orderBy('audit_order');
    expect(await audit.execute()).toEqual([
      { action: 'webhook.set' },
      { action: 'webhook.secret_rotated' },
    ]);
  });
});

describe.each(databases)('PUT /partner/webhook-endpoint on %s', (kind) => {
  it('gives the secret to one of several that make the endpoint at once', async () => {
    const { call } = await startWebhookService(kind);
    const answers = await Promise.all(Array.from({ length: 8 }, () => call('PUT', PATH, { url })));
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(7).fill(200), 201]);
    expect(answers.filter(({ body }) => body.secret !== undefined)).toHaveLength(1);
  });
});

describe('PUT /partner/webhook-endpoint answers 200', () => {
  it('for a change, keeps the secret and does not show it', async () => {
    const { call, database, time } = await startWebhookService();
    const made = await call('PUT', PATH, { url });
    const secretOf = () =>
      database.selectFrom('webhook_endpoint').select('secret_sealed').execute();
    const secret = await secretOf();
    time.now = after(60);

    const change = { url: 'https://courtside.example/new', events: ['connection.revoked'] };
    expect(await call('PUT', PATH, change)).toEqual({
      status: 200,
      body: {
        id: made.body.id,
        isDefault: true,
        ...change,
        status: 'enabled',
        disabledReason: null,
        createdAt: noon.toISOString(),
        updatedAt: after(60).toISOString(),
      },
    });
    expect(await secretOf()).toEqual(secret);
  });

  it('and changes nothing when it is set as it was, not even how long it has been failing', async () => {
    const { call, database, time } = await startWebhookService();
    await call('PUT', PATH, { url });
    await database.updateTable('webhook_endpoint').set({ failing_since: noon }).execute();
    const before = await database.selectFrom('webhook_endpoint').selectAll().execute();
    time.now = after(60);
    expect(await call('PUT', PATH, { url })).toMatchObject({
      status: 200,
      body: { updatedAt: noon.toISOString() },
    });
    expect(await database.selectFrom('webhook_endpoint').selectAll().execute()).toEqual(before);
  });

  it.each([url, 'https://courtside.example/new'])(
    'and enables a disabled endpoint again: %s',
    async (set) => {
      const { call, database, time } = await startWebhookService();
      await call('PUT', PATH, { url });
      await database
        .updateTable('webhook_endpoint')
        .set({ status: 'disabled', disabled_reason: 'It was gone.', failing_since: noon })
        .execute();
      time.now = after(60);
      expect(await call('PUT', PATH, { url: set })).toMatchObject({
        status: 200,
        body: { url: set, status: 'enabled', disabledReason: null },
      });
      const [row] = await database.selectFrom('webhook_endpoint').selectAll().execute();
      expect(row).toMatchObject({ failing_since: null, updated_at: after(60) });
    },
  );
});

describe('an endpoint that was disabled', () => {
  it('says so and why, and is sent events again once it is set', async () => {
    const receiver = await openReceiver(answering(410, 204));
    const { call, database, applicationId } = await startWebhookService('postgres', {
      WEBHOOK_PRIVATE_TARGETS: receiver.target,
    });
    await call('PUT', PATH, { url: receiver.url });
    const [gone] = await insertDueDeliveries(database, applicationId, 1);
    await expect
      .poll(async () => (await call('GET', PATH)).body)
      .toMatchObject({
        status: 'disabled',
        disabledReason: `The endpoint answered 410 Gone on ${noon.toISOString()}.`,
      });

    expect(await call('PUT', PATH, { url: receiver.url })).toMatchObject({
      status: 200,
      body: { status: 'enabled', disabledReason: null },
    });
    expect(await call('POST', `/partner/webhook-deliveries/${gone}/redeliver`)).toMatchObject({
      status: 202,
    });
    await receiver.received(2);
    await expect
      .poll(async () => (await call('GET', '/partner/webhook-deliveries')).body.deliveries)
      .toMatchObject([{ id: gone, statusCode: 204, completedAt: noon.toISOString() }]);
  });
});

describe('PUT /partner/webhook-endpoint answers 400', () => {
  it('for a URL that events may not be sent to, and stores nothing', async () => {
    const { call, database } = await startWebhookService();
    for (const [refused, code] of [
      ['http://courtside.example/hooks', 'https_required'],
      ['http://127.0.0.1:4021/hooks', 'https_required'],
      ['https://user:secret@courtside.example/hooks', 'credentials_in_url'],
      ['https://127.0.0.1/hooks', 'address_not_public'],
      ['https://2130706433/hooks', 'address_not_public'],
      ['https://[::ffff:10.0.0.1]/hooks', 'address_not_public'],
      ['https://169.254.169.254/latest/meta-data/', 'address_not_public'],
      ['https://localhost/hooks', 'address_not_public'],
      ['https://256.256.256.256/hooks', 'format'],
    ]) {
      expect(await call('PUT', PATH, { url: refused })).toMatchObject({
        status: 400,
        body: {
          code: 'validation_failed',
          errors: [{ pointer: '/url', code, detail: expect.any(String) }],
        },
      });
    }
    expect(await database.selectFrom('webhook_endpoint').selectAll().execute()).toEqual([]);
  });

  it('for an event there is none of, beside other faults', async () => {
    const { call } = await startWebhookService();
    const events = ['rating.updated', 'rating.deleted'];
    expect(await call('PUT', PATH, { url: 'http://courtside.example/', events })).toMatchObject({
      status: 400,
      body: {
        code: 'validation_failed',
        errors: [
          { pointer: '/url', code: 'https_required' },
          { pointer: '/events/1', code: 'unknown_event' },
        ],
      },
    });
  });

  it('for a body of another form', async () => {
    const { call } = await startWebhookService();
    for (const body of [
      {},
      { url: 7 },
      { url: 'not a url' },
      { url: 'ftp://courtside.example/' },
      { url, events: [] },
      { url, events: ['rating.updated', 'rating.updated'] },
      { url, status: 'enabled' },
      [url],
    ]) {
      expect(await call('PUT', PATH, body)).toMatchObject({
        status: 400,
        body: { code: 'validation_failed' },
      });
    }
  });
});

describe('PUT /partner/webhook-endpoint answers', () => {
  it('401 without a key, 403 without key:webhook:manage', async () => {
    const { call, createKeyWith } = await startWebhookService();
    expect(await call('PUT', PATH, { url }, '')).toMatchObject({ status: 401 });
    const apiKey = await createKeyWith(['key:member:read']);
    expect(await call('PUT', PATH, { url }, apiKey)).toMatchObject({
      status: 403,
      body: { code: 'insufficient_scope' },
    });
  });
});
