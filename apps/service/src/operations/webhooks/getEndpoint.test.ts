import { describe, expect, it } from 'vitest';
import { noon } from '../../testing/builders.ts';
import { after } from '../../webhooks/testing/fixtures.ts';
import { startWebhookService } from '../../webhooks/testing/service.ts';

const PATH = '/partner/webhook-endpoint';
const url = 'https://courtside.example/hooks/ratings';

describe('GET /partner/webhook-endpoint', () => {
  it('answers 200 with the endpoint and never with its secret', async () => {
    const { call, time } = await startWebhookService();
    await call('PUT', PATH, { url, events: ['rating.updated'] });
    time.now = after(60);
    expect(await call('GET', PATH)).toEqual({
      status: 200,
      body: {
        id: expect.stringMatching(/^whe_[0-9a-z]{26}$/),
        isDefault: true,
        url,
        events: ['rating.updated'],
        status: 'enabled',
        disabledReason: null,
        createdAt: noon.toISOString(),
        updatedAt: noon.toISOString(),
      },
    });
  });

  it('answers 200 with the reason when the service disabled it', async () => {
    const { call, database } = await startWebhookService();
    await call('PUT', PATH, { url });
    const disabled_reason = 'The endpoint answered 410 Gone on 2026-09-14T09:30:02Z.';
    await database
      .updateTable('webhook_endpoint')
      .set({ status: 'disabled', disabled_reason })
      .execute();
    expect(await call('GET', PATH)).toMatchObject({
      status: 200,
      body: { status: 'disabled', disabledReason: disabled_reason },
    });
  });

  it('answers 404 where none is set', async () => {
    const { call } = await startWebhookService();
    expect(await call('GET', PATH)).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });

  it('answers 401 without a key, 403 without key:webhook:manage', async () => {
    const { call, createKeyWith } = await startWebhookService();
    expect(await call('GET', PATH, undefined, '')).toMatchObject({ status: 401 });
    const apiKey = await createKeyWith(['key:member:read']);
    expect(await call('GET', PATH, undefined, apiKey)).toMatchObject({ status: 403 });
  });
});
