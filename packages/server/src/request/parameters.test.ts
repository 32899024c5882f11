import { testRows } from '@partner-rating/table-tests';
import { describe, expect, test } from 'vitest';
import type { FaultItem } from '../index.ts';
import { anyBody, testServer, withKey } from '../testing/test-server.ts';

/** Calls an operation with a query and returns what its handler received, or the faults. */
async function get(path: string) {
  const seen: unknown[] = [];
  const see = ({ query }: { query: unknown }) => {
    seen.push(query);
    return { status: 200, body: {} as never } as const;
  };
  const app = await testServer(
    {
      'members.get': see,
      'members.getBulk': see,
      'leaderboard.list': see,
      'members.search': see,
      'oauth.listScopes': see,
    },
    { validateResponses: false },
  );
  const response = await app.inject({ url: `/api/v1${path}`, headers: withKey });
  const errors: FaultItem[] = response.json().errors ?? [];
  return {
    status: response.statusCode,
    query: seen[0],
    faults: errors.map(({ pointer, code }) => `${pointer} ${code}`),
    errors,
  };
}

describe('query parameters', () => {
  test('a list is split at its commas, encoded or not', async () => {
    expect((await get('/partner/members?ids=10482,mem_01jq8z6v3mfb7s4d2k9c5x1ha0')).query).toEqual({
      ids: ['10482', 'mem_01jq8z6v3mfb7s4d2k9c5x1ha0'],
    });
    expect((await get('/partner/members?ids=10482%2C10517')).query).toEqual({
      ids: ['10482', '10517'],
    });
  });

  test('a list may be repeated, its items in their order, and mixed with commas', async () => {
    expect((await get('/partner/members?ids=10482&ids=10517,10533&ids=10591')).query).toEqual({
      ids: ['10482', '10517', '10533', '10591'],
    });
    expect((await get('/partner/member?sport=padel&sport=pickleball')).query).toEqual({
      sport: ['padel', 'pickleball'],
    });
  });

  test('400: more than a hundred ids, however they are sent', async () => {
    const ids = Array.from({ length: 101 }, (_, index) => `ids=${index + 1}`).join('&');
    expect((await get(`/partner/members?${ids}`)).faults).toEqual(['/query/ids maxItems']);
  });

  test('400: what is no value among those of a repeated list', async () => {
    expect((await get('/partner/members?ids=10482&ids=%ZZ&ids=x')).faults).toEqual([
      '/query/ids format',
      '/query/ids/1 pattern',
    ]);
  });

  test('an id of digits stays a string', async () => {
    expect((await get('/partner/member?memberId=10482')).query).toEqual({ memberId: '10482' });
  });

  test('numbers and booleans are parsed, and defaults filled in', async () => {
    const { query } = await get('/leaderboard?sport=pickleball&limit=7&verifiedOnly=true');
    expect(query).toMatchObject({ limit: 7, verifiedOnly: true, category: 'overall', minGames: 0 });
  });

  test('a plus sign is a space', async () => {
    expect((await get('/partner/search?name=mike+brennan')).query).toMatchObject({
      name: 'mike brennan',
    });
  });

  testRows([
    ['limit=1.0', 'type'],
    ['limit=1e1', 'type'],
    ['limit=', 'type'],
    ['limit=%201', 'type'],
    ['limit=01', 'type'],
    ['limit=0x1', 'type'],
    ['limit=9007199254740993', 'type'],
    ['limit=0', 'minimum'],
    ['limit=101', 'maximum'],
    ['verifiedOnly=1', 'type'],
    ['verifiedOnly=TRUE', 'type'],
  ])('a value that breaks a keyword is refused by that keyword', async (parameter, code) => {
    const name = parameter.split('=')[0];
    const { faults } = await get(`/leaderboard?sport=pickleball&${parameter}`);
    expect(faults).toEqual([`/query/${name} ${code}`]);
  });

  test('400: each faulty item of a list by its index', async () => {
    expect((await get('/partner/members?ids=10482,,x')).faults).toEqual([
      '/query/ids/1 pattern',
      '/query/ids/2 pattern',
    ]);
  });

  test('400: more than a hundred ids', async () => {
    const ids = Array.from({ length: 101 }, (_, index) => index + 1).join(',');
    expect((await get(`/partner/members?ids=${ids}`)).faults).toEqual(['/query/ids maxItems']);
  });

  test('400: one that is missing', async () => {
    expect((await get('/partner/members')).faults).toEqual(['/query/ids required']);
  });

  test('400: an unknown one, with the known ones', async () => {
    const { faults, errors } = await get('/partner/member?memberid=1');
    expect(faults).toEqual(['/query/memberid additionalProperties']);
    expect(errors[0]?.detail).toContain('memberId, sport');
  });

  test('400: any, where an operation has none', async () => {
    const app = await testServer();
    const response = await app.inject({ url: '/api/v1/partner/oauth/scopes?a=1' });
    expect(response.statusCode).toBe(400);
    expect(response.json().error).toBe('invalid_request');
  });

  testRows([
    ['memberId=1&memberId=2', '/query/memberId type'],
    ['memberId=1&memberId=1', '/query/memberId type'],
    ['sport=padel&memberId=1&memberId=2', '/query/memberId type'],
  ])('400: a parameter is repeated', async (text, fault) => {
    expect((await get(`/partner/member?${text}`)).faults).toEqual([fault]);
  });

  testRows([
    ['memberId=%ZZ', '/query/memberId format'],
    ['memberId=%C3', '/query/memberId format'],
    ['memberId=%ED%A0%80', '/query/memberId format'],
    ['memberId=a%00', '/query/memberId pattern'],
    ['%ZZ=1', '/query/%ZZ additionalProperties'],
    ['__proto__=1', '/query/__proto__ additionalProperties'],
    ['constructor=1', '/query/constructor additionalProperties'],
  ])('400: a parameter is not percent-encoded UTF-8', async (text, fault) => {
    expect((await get(`/partner/member?${text}`)).faults).toEqual([fault]);
  });

  test('400: a value that cannot be decoded is not missing as well', async () => {
    expect((await get('/partner/members?ids=%ZZ')).faults).toEqual(['/query/ids format']);
  });
});

describe('path parameters', () => {
  async function redeliver(id: string) {
    const app = await testServer(
      { 'webhooks.redeliver': ({ path }) => ({ status: 202, body: anyBody(path) }) },
      { validateResponses: false },
    );
    const url = `/api/v1/partner/webhook-deliveries/${id}/redeliver`;
    return await app.inject({ method: 'POST', url, headers: withKey });
  }

  test('reach the handler by name', async () => {
    const deliveryId = 'whd_01k4yh2ce1k9g5t7p3m0s8d6ya';
    expect((await redeliver(deliveryId)).json()).toEqual({ deliveryId });
  });

  testRows(['whd_1', 'mem_01k4yh2ce1k9g5t7p3m0s8d6ya', 'a%00', '%C3%A9'])(
    '400: an identifier has another form',
    async (id) => {
      const response = await redeliver(id);
      expect(response.statusCode).toBe(400);
      expect(response.json().errors[0]).toMatchObject({
        pointer: '/path/deliveryId',
        code: 'pattern',
      });
    },
  );
});

describe('header parameters', () => {
  async function redeliver(headers: Record<string, string | string[]>) {
    const app = await testServer(
      { 'webhooks.redeliver': (request) => ({ status: 202, body: anyBody(request.headers) }) },
      { validateResponses: false },
    );
    const url = '/api/v1/partner/webhook-deliveries/whd_01k4yh2ce1k9g5t7p3m0s8d6ya/redeliver';
    return await app.inject({ method: 'POST', url, headers: { ...withKey, ...headers } });
  }

  test('reach the handler by lower-case name, and no others do', async () => {
    const response = await redeliver({ 'Idempotency-Key': '"a"', 'x-other': '1' });
    expect(response.json()).toEqual({ 'idempotency-key': '"a"' });
    expect((await redeliver({})).json()).toEqual({});
  });

  test('400: one that does not match its schema', async () => {
    const response = await redeliver({ 'Idempotency-Key': 'x'.repeat(300) });
    expect(response.json().errors[0]).toMatchObject({
      pointer: '/headers/idempotency-key',
      code: 'maxLength',
    });
  });
});
