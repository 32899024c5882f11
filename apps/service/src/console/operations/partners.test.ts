import { testRows } from '@partner-rating/table-tests';
import { beforeEach, describe, expect, it } from 'vitest';
import { findCallerByKey, findCallerByToken } from '../../platform/http/caller.ts';
import {
  insertAccessToken,
  insertConnection,
  insertEndpoint,
  insertMember,
} from '../../testing/builders.ts';
import { insertDueDeliveries } from '../../webhooks/testing/fixtures.ts';
import { KEY_SCOPES } from '../actions/keys.ts';
import { useAdmin } from '../testing/admin.ts';
import { CALLBACK, typedAt as now } from '../testing/operator.ts';

describe('partners of operators', () => {
  const { send, dependencies, createPartner } = useAdmin();
  const callerOf = (key: string) => findCallerByKey(dependencies().database, key, now);
  const path = '/partners/courtside-club';
  const read = async () => (await send(`GET ${path}`)).body;
  const entries = async (action: string) =>
    (await send(`GET /audit-entries?action=${action}`)).body.entries;

  it('201: creates a partner with a working first key that has every scope except imports and trust', async () => {
    const { apiKey } = await createPartner();
    const caller = await callerOf(apiKey);
    expect(caller?.clientId).toBe('courtside-club');
    expect([...(caller?.scopes ?? [])]).toEqual(
      KEY_SCOPES.filter((scope) => !/tournament|trusted/.test(scope)),
    );
  });

  it('201 again with the same Idempotency-Key, and the key is stored sealed', async () => {
    const body = { clientId: 'alpine-club', name: 'Alpine', redirectUris: [CALLBACK] };
    const request = { body, headers: { 'idempotency-key': 'once' } };
    const first = await send('POST /partners', request);
    const again = await send('POST /partners', request);
    expect(again).toMatchObject({ status: 201, body: first.body });
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    const records = dependencies().database.selectFrom('idempotency_record').selectAll();
    expect(JSON.stringify(await records.execute())).not.toContain(first.body.apiKey);
  });

  it('400: refuses a client_id that is taken', async () => {
    await createPartner();
    const body = { clientId: 'courtside-club', name: 'Other', redirectUris: [CALLBACK] };
    expect(await send('POST /partners', { body })).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '/clientId', code: 'repeated_identifier' }] },
    });
  });

  testRows([
    'http://courtside.example/callback',
    'https://courtside.example/callback#top',
    'https://user@courtside.example/callback',
    '/callback',
    'myapp:callback',
    'https://courtside.example/zurück',
    'javascript:alert(1)',
  ])('400: refuses another redirect address, by its pointer', async (uri) => {
    const body = { clientId: 'courtside-club', name: 'Courtside', redirectUris: [uri] };
    expect(await send('POST /partners', { body })).toMatchObject({
      status: 400,
      body: { code: 'validation_failed', errors: [{ pointer: '/redirectUris/0' }] },
    });
  });

  it('200: lists partners a page at a time', async () => {
    for (const clientId of ['courtside-club', 'alpine-club', 'baseline-club']) {
      await createPartner(clientId);
    }
    const first = (await send('GET /partners?limit=2')).body;
    const names = ({ partners }: typeof first) =>
      partners.map(({ clientId }: { clientId: string }) => clientId);
    expect(names(first)).toEqual(['alpine-club', 'baseline-club']);
    const rest = (await send(`GET /partners?limit=2&cursor=${first.nextCursor}`)).body;
    expect(names(rest)).toEqual(['courtside-club']);
    expect(rest.nextCursor).toBeNull();
    const other = await send('GET /partners?cursor=abc');
    expect(other).toMatchObject({ status: 400, body: { errors: [{ pointer: '/query/cursor' }] } });
  });

  it('200: shows what a partner has and does', async () => {
    const { applicationId } = await createPartner();
    const { database } = dependencies();
    const member = await insertMember(database);
    await insertConnection(database, applicationId, member.id);
    const expired = { expiresAt: '2026-09-12T17:00:00Z' };
    await send(`POST ${path}/keys`, { body: expired });
    expect(await read()).toMatchObject({
      clientId: 'courtside-club',
      redirectUris: [CALLBACK],
      limits: {},
      liveKeys: 1,
      connectedPlayers: 1,
      webhookEndpoints: 0,
      suspendedAt: null,
    });
  });

  it('200: changes only the fields of the request, from the next request of the partner on', async () => {
    const { apiKey } = await createPartner();
    const limits = { ingest: 1200, default: 0, webhookTest: 3 };
    await send(`PATCH ${path}`, { body: { limits } });
    expect(await read()).toMatchObject({ name: 'Courtside Club', limits });
    expect(await callerOf(apiKey)).toMatchObject({
      ownLimits: { ingest: 1200, default: 0, 'webhook-test': 3 },
    });
    const none = { ingest: null, default: null, webhookTest: null };
    await send(`PATCH ${path}`, { body: { limits: none, name: 'Courtside' } });
    expect(await read()).toMatchObject({ name: 'Courtside', limits: {} });
    expect(await callerOf(apiKey)).toMatchObject({ ownLimits: null });
  });

  it('412: changes nothing that somebody else changed since it was read', async () => {
    await createPartner();
    const tag = (await send(`GET ${path}`)).headers.get('etag') ?? '';
    const rename = async (name: string) =>
      await send(`PATCH ${path}`, { body: { name }, headers: { 'if-match': tag } });
    expect((await rename('Courtside')).status).toBe(200);
    expect(await rename('Club')).toMatchObject({
      status: 412,
      body: { code: 'changed_meanwhile' },
    });
    expect(await read()).toMatchObject({ name: 'Courtside' });
  });

  it('records the values before and after in the audit, and nothing if nothing changed', async () => {
    await createPartner();
    await send(`PATCH ${path}`, { body: { name: 'Courtside' } });
    await send(`PATCH ${path}`, { body: { name: 'Courtside' } });
    expect(await entries('partner.edited')).toMatchObject([
      {
        operator: 'ana',
        details: { before: { name: 'Courtside Club' }, after: { name: 'Courtside' } },
      },
    ]);
  });

  testRows<[string, object, string]>([
    ['no change', {}, ''],
    ['no address', { redirectUris: [] }, '/redirectUris'],
    ['an empty name', { name: '' }, '/name'],
    ['a name that deceives', { name: 'Court\u202eside' }, '/name'],
    ['an unknown limit', { limits: { writing: 5 } }, '/limits/writing'],
    ['a limit that is too high', { limits: { ingest: 9_999_999 } }, '/limits/ingest'],
  ])('400: refuses another change, and changes nothing', async (_, body, pointer) => {
    await createPartner();
    const before = await read();
    expect(await send(`PATCH ${path}`, { body })).toMatchObject({
      status: 400,
      body: { errors: [{ pointer }] },
    });
    expect(await read()).toEqual(before);
  });

  it('200: suspends a partner and resumes it, repeatedly', async () => {
    const { apiKey } = await createPartner();
    const body = { reason: 'invented results' };
    for (const _ of [1, 2]) {
      const suspended = await send(`PUT ${path}/suspension`, { body });
      expect(suspended).toMatchObject({
        status: 200,
        body: { suspendedAt: now.toISOString() },
      });
      expect(await callerOf(apiKey)).toMatchObject({ isSuspended: true });
    }
    for (const _ of [1, 2]) {
      const resumed = await send(`DELETE ${path}/suspension`);
      expect(resumed).toMatchObject({ status: 200, body: { suspendedAt: null } });
      expect(await callerOf(apiKey)).toMatchObject({ isSuspended: false });
    }
    expect(await entries('partner.suspended')).toMatchObject([{ details: body }]);
    expect(await entries('partner.resumed')).toHaveLength(1);
  });
});

describe('a partner that an operator deletes', () => {
  const { send, dependencies, createPartner } = useAdmin();
  const path = '/partners/courtside-club';
  let apiKey: string;
  let token: string;
  let memberId: string;

  beforeEach(async () => {
    const created = await createPartner();
    const { database } = dependencies();
    apiKey = created.apiKey;
    ({ id: memberId } = await insertMember(database));
    const connectionId = await insertConnection(database, created.applicationId, memberId);
    token = await insertAccessToken(database, connectionId, []);
    await insertEndpoint(database, created.applicationId);
    await insertDueDeliveries(database, created.applicationId, 1);
  });

  const isLive = async () => [
    (await findCallerByKey(dependencies().database, apiKey, now)) !== null,
    (await findCallerByToken(dependencies().database, token, now)) !== null,
  ];

  it('200: loses its keys, tokens, connections, endpoints, and waiting deliveries', async () => {
    expect(await isLive()).toEqual([true, true]);
    expect(await send(`DELETE ${path}`)).toMatchObject({
      status: 200,
      body: { keys: 1, connections: 1, endpoints: 1 },
    });
    expect(await isLive()).toEqual([false, false]);
    const { database } = dependencies();
    expect(await database.selectFrom('webhook_endpoint').execute()).toEqual([]);
    expect(await database.selectFrom('webhook_delivery').select('status').execute()).toEqual([
      { status: 'failed' },
    ]);
  });

  it('keeps its name, as deleted, and stays in the audit of its players', async () => {
    await send(`DELETE ${path}?reason=the%20club%20closed`);
    expect((await send(`GET ${path}`)).body).toMatchObject({
      name: 'Courtside Club',
      deletedAt: now.toISOString(),
    });
    const concerning = async (filter: string) =>
      (await send(`GET /audit-entries?${filter}`)).body.entries;
    expect(await concerning('partner=courtside-club&action=partner.deleted')).toMatchObject([
      { details: { reason: 'the club closed', keys: 1 } },
    ]);
    expect(await concerning(`memberId=${memberId}`)).toMatchObject([
      { action: 'connection.revoked', clientId: 'courtside-club' },
    ]);
  });

  it('404: is not deleted again, changed, suspended or resumed, and gets no key', async () => {
    await send(`DELETE ${path}`);
    for (const [line, body] of [
      [`DELETE ${path}`, undefined],
      [`PATCH ${path}`, { name: 'Courtside' }],
      [`PUT ${path}/suspension`, {}],
      [`DELETE ${path}/suspension`, undefined],
      [`POST ${path}/keys`, {}],
    ] as const) {
      expect(await send(line, body === undefined ? {} : { body }), line).toMatchObject({
        status: 404,
        body: { code: 'not_found', detail: expect.stringContaining('another client_id') },
      });
    }
  });

  it('400: does not release its client_id', async () => {
    await send(`DELETE ${path}`);
    const body = { clientId: 'courtside-club', name: 'Other', redirectUris: [CALLBACK] };
    expect((await send('POST /partners', { body })).status).toBe(400);
  });
});
