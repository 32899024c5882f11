import { describe, expect, it } from 'vitest';
import { databases } from '../../testing/test-database.ts';
import {
  DEFAULT_ENDPOINT,
  ENDPOINTS,
  expectKeyNeeded,
  expectOwnEndpoint,
  ratingsUrl,
  startWithTwo,
} from '../../webhooks/testing/endpoints.ts';
import { after } from '../../webhooks/testing/fixtures.ts';

const change = { url: 'https://stats.courtside.example/new', events: ['match.disputed'] };
const pathOf = (endpointId: string) => `${ENDPOINTS}/${endpointId}`;

describe.each(databases)('PUT /partner/webhook-endpoints/{endpointId} on %s', (kind) => {
  it('answers 200 with the change, keeps the secret, and leaves the other endpoints', async () => {
    const { call, database, made, path, time } = await startWithTwo(kind);
    const secrets = () =>
      database.selectFrom('webhook_endpoint').select('secret_sealed').orderBy('id').execute();
    const before = [await secrets(), await call('GET', DEFAULT_ENDPOINT)];
    time.now = after(60);
    const { secret: _, ...endpoint } = made;
    const updatedAt = after(60).toISOString();
    expect(await call('PUT', path, change)).toEqual({
      status: 200,
      body: { ...endpoint, ...change, updatedAt },
    });
    expect([await secrets(), await call('GET', DEFAULT_ENDPOINT)]).toEqual(before);

    time.now = after(120);
    expect(await call('PUT', path, change)).toMatchObject({ status: 200, body: { updatedAt } });
    const entries = database.selectFrom('audit_entry').selectAll().orderBy('audit_order', 'desc');
    expect(await entries.executeTakeFirst()).toMatchObject({
      action: 'webhook.set',
      occurred_at: after(60),
      details: { endpointId: made.id, ...change },
    });
  });

  it('enables a disabled endpoint again', async () => {
    const { call, database, path, made } = await startWithTwo(kind);
    await database
      .updateTable('webhook_endpoint')
      .set({ status: 'disabled', disabled_reason: 'It was gone.' })
      .execute();
    expect(await call('PUT', path, change)).toMatchObject({
      status: 200,
      body: { id: made.id, status: 'enabled', disabledReason: null },
    });
    expect(await call('GET', DEFAULT_ENDPOINT)).toMatchObject({ body: { status: 'disabled' } });
  });
});

describe('PUT /partner/webhook-endpoints/{endpointId}', () => {
  it('changes the default endpoint too', async () => {
    const { call, defaultId } = await startWithTwo();
    expect(await call('PUT', pathOf(defaultId), change)).toMatchObject({
      status: 200,
      body: { id: defaultId, isDefault: true, ...change },
    });
    expect(await call('PUT', DEFAULT_ENDPOINT, { url: ratingsUrl })).toMatchObject({ status: 200 });
  });

  it.each([
    [{}, '', 'required'],
    [{ url: 'https://10.0.0.1/hooks' }, '/url', 'address_not_public'],
    [{ ...change, events: ['rating.deleted'] }, '/events/0', 'unknown_event'],
  ])('answers 400 for %j, and changes nothing', async (body, pointer, code) => {
    const { call, path } = await startWithTwo();
    const before = await call('GET', path);
    expect(await call('PUT', path, body)).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: expect.stringContaining(pointer), code }] },
    });
    expect(await call('GET', path)).toEqual(before);
  });

  it('answers 404 for what is not its own', async () => {
    const service = await startWithTwo();
    await expectOwnEndpoint(service, { method: 'PUT', pathOf, id: service.made.id, body: change });
  });

  it('answers 401 without a key, 403 without key:webhook:manage', async () => {
    const service = await startWithTwo();
    await expectKeyNeeded(service, ['PUT', service.path, change]);
  });

  it('answers 413 for a large body, 415 for one of another type', async () => {
    const { call, send, path } = await startWithTwo();
    const large = { url: `https://stats.courtside.example/${'x'.repeat(1_048_576)}` };
    expect(await call('PUT', path, large)).toMatchObject({ status: 413 });
    const headers = { 'content-type': 'text/plain' };
    expect(await send({ method: 'PUT', path, body: change, headers })).toMatchObject({
      status: 415,
    });
  });
});
