import { testRows } from '@partner-rating/table-tests';
import { describe, expect, it } from 'vitest';
import { noon } from '../../testing/builders.ts';
import { databases } from '../../testing/test-database.ts';
import {
  disableEndpoints,
  ENDPOINTS,
  expectOwnEndpoint,
  startWithTwo,
  statsUrl,
} from '../testing/endpoints.ts';
import { after, insertDueDeliveries } from '../testing/fixtures.ts';
import { answering, openReceiver } from '../testing/receiver.ts';
import { startWebhookService } from '../testing/service.ts';

const change = { url: 'https://stats.courtside.example/new', events: ['match.disputed'] };
const pathOf = (endpointId: string) => `${ENDPOINTS}/${endpointId}`;

describe.each(databases)('PUT /partner/webhook-endpoints/{endpointId} on %s', (kind) => {
  it('answers 200 with the change, keeps the secret, and does not affect other endpoints', async () => {
    const { call, database, made, path, firstPath, time } = await startWithTwo(kind);
    const secrets = () =>
      database.selectFrom('webhook_endpoint').select('secret_sealed').orderBy('id').execute();
    const before = [await secrets(), await call('GET', firstPath)];
    time.now = after(60);
    const { secret: _, ...endpoint } = made;
    const updatedAt = after(60).toISOString();
    expect(await call('PUT', path, change)).toEqual({
      status: 200,
      body: { ...endpoint, ...change, updatedAt },
    });
    expect([await secrets(), await call('GET', firstPath)]).toEqual(before);

    time.now = after(120);
    expect(await call('PUT', path, change)).toMatchObject({ status: 200, body: { updatedAt } });
    const entries = database.selectFrom('audit_entry').selectAll().orderBy('audit_order', 'desc');
    expect(await entries.executeTakeFirst()).toMatchObject({
      action: 'webhook.set',
      occurred_at: after(60),
      details: { endpointId: made.id, ...change },
    });
  });

  it('enables a disabled endpoint again, and resets its failures', async () => {
    const { call, database, path, firstPath, made } = await startWithTwo(kind);
    for (const url of [statsUrl, change.url]) {
      await disableEndpoints(database);
      expect(await call('PUT', path, { url })).toMatchObject({
        status: 200,
        body: { id: made.id, url, status: 'enabled', disabledReason: null },
      });
      const row = database.selectFrom('webhook_endpoint').selectAll().where('id', '=', made.id);
      expect(await row.executeTakeFirst()).toMatchObject({ failing_since: null });
      expect(await call('GET', firstPath)).toMatchObject({ body: { status: 'disabled' } });
    }
  });
});

describe('PUT /partner/webhook-endpoints/{endpointId}', () => {
  it('replaces the version of If-Match, and answers 412 changed_meanwhile for any other', async () => {
    const { call, send, path } = await startWithTwo();
    const read = await send({ method: 'GET', path });
    const tag = read.headers.get('etag') ?? '';
    expect(tag).toMatch(/^"[0-9a-f]{24}"$/);
    const put = async (ifMatch: string, events: string[]) =>
      await send({
        method: 'PUT',
        path,
        body: { ...change, events },
        headers: { 'if-match': ifMatch },
      });
    const first = await put(`"other", ${tag}`, ['match.disputed']);
    expect(first.status).toBe(200);
    const refused = await put(tag, ['connection.created']);
    expect(refused).toMatchObject({ status: 412, body: { code: 'changed_meanwhile' } });
    expect((await call('GET', path)).body.events).toEqual(['match.disputed']);
    expect((await send({ method: 'GET', path })).headers.get('etag')).toBe(
      first.headers.get('etag'),
    );
    expect((await put(`W/${first.headers.get('etag')}`, ['connection.created'])).status).toBe(412);
    expect((await put('*', ['connection.created'])).status).toBe(200);
  });

  it('answers 200 to a request that is repeated because its response was lost', async () => {
    const { send, path } = await startWithTwo();
    const tag = (await send({ method: 'GET', path })).headers.get('etag') ?? '';
    const put = async () =>
      await send({ method: 'PUT', path, body: change, headers: { 'if-match': tag } });
    const first = await put();
    expect(first.status).toBe(200);
    expect(await put()).toMatchObject({ status: 200, body: first.body });
  });

  it('lets one of several simultaneous requests replace the same version', async () => {
    const { send, path } = await startWithTwo('postgres');
    const tag = (await send({ method: 'GET', path })).headers.get('etag') ?? '';
    const answers = await Promise.all(
      ['a', 'b', 'c', 'd'].map((part) =>
        send({
          method: 'PUT',
          path,
          body: { url: `https://courtside.example/${part}` },
          headers: { 'if-match': tag },
        }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 412, 412, 412]);
  });

  it('changes nothing if the settings are the same, not even the time since which it fails', async () => {
    const { call, database, path, time } = await startWithTwo();
    await call('PUT', path, change);
    await database.updateTable('webhook_endpoint').set({ failing_since: noon }).execute();
    const rows = () => database.selectFrom('webhook_endpoint').selectAll().orderBy('id').execute();
    const before = await rows();
    time.now = after(60);
    expect(await call('PUT', path, change)).toMatchObject({ status: 200 });
    expect(await rows()).toEqual(before);
  });

  testRows([
    [{}, '', 'required'],
    [{ url: 'https://10.0.0.1/hooks' }, '/url', 'address_not_public'],
    [{ ...change, events: ['rating.deleted'] }, '/events/0', 'unknown_event'],
  ])('answers 400 for an invalid endpoint, and changes nothing', async (body, pointer, code) => {
    const { call, path } = await startWithTwo();
    const before = await call('GET', path);
    expect(await call('PUT', path, body)).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: expect.stringContaining(pointer), code }] },
    });
    expect(await call('GET', path)).toEqual(before);
  });

  it('answers 404 for an endpoint of others', async () => {
    const service = await startWithTwo();
    await expectOwnEndpoint(service, { method: 'PUT', pathOf, id: service.made.id, body: change });
  });
});

describe('an endpoint that was disabled', () => {
  it('shows the reason, and gets events again after it is set', async () => {
    const receiver = await openReceiver(answering(410, 204));
    const { call, database, applicationId } = await startWebhookService('postgres', {
      WEBHOOK_PRIVATE_TARGETS: receiver.target,
    });
    const { id } = (await call('POST', ENDPOINTS, { url: receiver.url })).body;
    const path = pathOf(id);
    const [gone] = await insertDueDeliveries(database, applicationId, 1);
    await expect
      .poll(async () => (await call('GET', path)).body)
      .toMatchObject({
        status: 'disabled',
        disabledReason: `The endpoint answered 410 Gone on ${noon.toISOString()}.`,
      });

    expect(await call('PUT', path, { url: receiver.url })).toMatchObject({
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
