import { testRows } from '@partner-rating/table-tests';
import { describe, expect, it } from 'vitest';
import { noon } from '../../testing/builders.ts';
import { databases } from '../../testing/test-database.ts';
import { EVENT_TYPES } from '../domain/endpoint-address.ts';
import { type NewEvent, writeEvents } from '../outbox.ts';
import { ENDPOINTS, statsUrl as url } from '../testing/endpoints.ts';
import { connectionCreated, connectionRevoked, matchDisputed } from '../testing/event-data.ts';
import { openReceiver, verify } from '../testing/receiver.ts';
import { startWebhookService } from '../testing/service.ts';

const withKey = (key: string, body: unknown = { url }) => ({
  method: 'POST',
  path: ENDPOINTS,
  headers: { 'idempotency-key': key },
  body,
});

describe.each(databases)('POST /partner/webhook-endpoints answers 201 on %s', (kind) => {
  it('with the endpoint and its secret, next to existing ones', async () => {
    const { call } = await startWebhookService(kind);
    const made = await call('POST', ENDPOINTS, { url, events: ['rating.updated'] });
    expect(made).toEqual({
      status: 201,
      body: {
        id: expect.stringMatching(/^whe_[0-9a-z]{26}$/),
        url,
        events: ['rating.updated'],
        status: 'enabled',
        disabledReason: null,
        createdAt: noon.toISOString(),
        updatedAt: noon.toISOString(),
        secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
      },
    });
    const other = await call('POST', ENDPOINTS, { url });
    expect(other).toMatchObject({ status: 201, body: { url, events: EVENT_TYPES } });
    expect(other.body.secret).not.toBe(made.body.secret);
  });

  it('and each event arrives at every endpoint that receives its type, signed with its secret', async () => {
    const [first, second] = [await openReceiver(), await openReceiver()];
    const { call, database, applicationId } = await startWebhookService(kind, {
      WEBHOOK_PRIVATE_TARGETS: `${first.target},${second.target}`,
    });
    const one = (await call('POST', ENDPOINTS, { url: first.url })).body;
    const both = ['connection.revoked', 'connection.created'];
    const two = (await call('POST', ENDPOINTS, { url: second.url, events: both })).body;
    const of = { applicationId, memberId: null };
    const events: NewEvent[] = [
      { type: 'connection.created', ...of, data: connectionCreated },
      { type: 'connection.revoked', ...of, data: connectionRevoked },
      { type: 'match.disputed', ...of, data: matchDisputed },
    ];
    await database
      .transaction()
      .execute((transaction) => writeEvents(transaction, noon, events, [0]));
    await Promise.all([first.received(3), second.received(2)]);

    const idOf = ({ headers }: (typeof first.requests)[number]) => headers['webhook-id'];
    expect(first.requests.map(idOf)).toEqual(expect.arrayContaining(second.requests.map(idOf)));
    expect(new Set(first.requests.map(idOf)).size).toBe(3);
    for (const request of first.requests) expect(verify(request, one.secret ?? '')).toBeDefined();
    for (const request of second.requests) {
      expect(verify(request, two.secret ?? '')).toBeDefined();
      expect(() => verify(request, one.secret ?? '')).toThrow('No matching signature found');
    }
  });

  it('ten times, with any number of simultaneous requests, and 409 after that', async () => {
    const { call, database } = await startWebhookService(kind);
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => call('POST', ENDPOINTS, { url })),
    );
    const made = answers.filter(({ status }) => status === 201);
    const refused = answers.filter(({ status }) => status !== 201);
    expect(made).toHaveLength(10);
    for (const answer of refused) {
      expect(answer).toMatchObject({ status: 409, body: { code: 'too_many_endpoints' } });
    }
    expect(await database.selectFrom('webhook_endpoint').select('id').execute()).toHaveLength(10);
    await call('DELETE', `${ENDPOINTS}/${made[0]?.body.id}`);
    expect(await call('POST', ENDPOINTS, { url })).toMatchObject({ status: 201 });
  });
});

describe('POST /partner/webhook-endpoints answers 201', () => {
  it('once for an Idempotency-Key, and its stored response hides the secret', async () => {
    const { send, call, database } = await startWebhookService();
    const first = await send(withKey('a'));
    const second = await send(withKey('a'));
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    expect(second.body).toEqual(first.body);
    for (const { headers, body } of [first, second]) {
      expect(headers.get('location')).toMatch(new RegExp(`/api/v1${ENDPOINTS}/${body.id}$`));
    }
    expect((await call('GET', ENDPOINTS)).body.endpoints).toHaveLength(1);
    const rows = [
      await database.selectFrom('webhook_endpoint').selectAll().execute(),
      await database.selectFrom('idempotency_record').selectAll().execute(),
    ];
    expect(JSON.stringify(rows)).not.toContain(first.body.secret);
  });

  it('for a private target that the operator allows, over plain HTTP', async () => {
    const { call } = await startWebhookService();
    expect(await call('POST', ENDPOINTS, { url: 'http://127.0.0.1:4020/hooks' })).toMatchObject({
      status: 201,
    });
  });

  it('and is audited with the endpoint', async () => {
    const { call, database } = await startWebhookService();
    const { id: endpointId } = (await call('POST', ENDPOINTS, { url, events: ['match.disputed'] }))
      .body;
    const entries = database.selectFrom('audit_entry').selectAll().where('actor', '=', 'partner');
    expect(await entries.execute()).toMatchObject([
      { action: 'webhook.set', details: { endpointId, url, events: ['match.disputed'] } },
    ]);
  });
});

describe('POST /partner/webhook-endpoints answers', () => {
  testRows([
    [{}, '', 'required'],
    [{ url: 'http://courtside.example/hooks' }, '/url', 'https_required'],
    [{ url: 'https://[::ffff:10.0.0.1]/hooks' }, '/url', 'address_not_public'],
    [{ url, events: ['rating.deleted'] }, '/events/0', 'unknown_event'],
    [{ url, status: 'enabled' }, '', 'additionalProperties'],
    [{ url: 7 }, '/url', 'type'],
    [{ url, events: [] }, '/events', 'minItems'],
    [{ url, events: ['rating.updated', 'rating.updated'] }, '/events', 'uniqueItems'],
  ])('400 for an invalid endpoint, and creates none', async (body, pointer, code) => {
    const { call } = await startWebhookService();
    expect(await call('POST', ENDPOINTS, body)).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: expect.stringContaining(pointer), code }] },
    });
    expect((await call('GET', ENDPOINTS)).body.endpoints).toEqual([]);
  });
});
