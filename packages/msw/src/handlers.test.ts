import { PartnerRatingClient } from '@partner-rating/client';
import { example } from '@partner-rating/client/testing';
import { clientContract as contract } from '@partner-rating/spec/contract';
import * as schemas from '@partner-rating/zod';
import { http } from 'msw';
import { setupServer } from 'msw/node';
import {
  afterAll,
  afterEach,
  beforeAll,
  describe,
  expect,
  expectTypeOf,
  onTestFinished,
  test,
  vi,
} from 'vitest';
import { createHandlers } from './index.ts';

const baseUrl = 'http://localhost:3001/api/v1';
const client = new PartnerRatingClient({ apiKey: 'prk_test', baseUrl });
const rating = createHandlers();
const server = setupServer(...rating.handlers);

// The README says which option belongs to MSW 3 and which to MSW 2.
const strict = { onUnhandledFrame: 'error', onUnhandledRequest: 'error' } as const;

beforeAll(() => server.listen(strict));
afterEach(() => server.resetHandlers());
afterAll(() => server.close());

describe('the handlers', () => {
  test('answer with the first success example', async () => {
    expect(await client.usage.get()).toEqual(example('usage.get'));
    expect(await client.oauth.listScopes()).toEqual(example('oauth.listScopes'));
    expect(await client.webhooks.deleteEndpoint('whe_01k4yh1w3e7r2t6y9p4q8s5d0a')).toBeUndefined();
  });

  test('exist for each operation of the document', async () => {
    expect(rating.handlers).toHaveLength(contract.operations().length);
    for (const { id, method, path } of contract.operations()) {
      const address = baseUrl + path.replace(/\{\w+\}/, 'id_1');
      const headers = { 'x-api-key': 'prk_test', authorization: 'Bearer pra_test' };
      const init = { method, headers, ...(method === 'POST' && { body: '{}' }) };
      const response = await fetch(address, init);
      expect([id, response.ok]).toEqual([id, true]);
    }
  });

  test('have the header fields of the answer', async () => {
    const { response } = await client.usage.get().withResponse();
    expect(response.headers.get('ratelimit-policy')).toMatch(/^"default"/);
    expect(response.headers.get('x-request-id')).toMatch(/^req_/);
  });

  test('refuse a call without a credential', async () => {
    const response = await fetch(`${baseUrl}/partner/usage`);
    expect(response.status).toBe(401);
  });

  test('let a list end', async () => {
    const { players } = example('members.search');
    const last = example('members.search-last-page').players;
    expect(await client.members.search({ city: 'Austin' }).toArray()).toEqual([
      ...players,
      ...last,
    ]);
  });

  test('leave other requests alone', async () => {
    server.use(http.get('https://club.example/api/v1/other', () => new Response('else')));
    expect(await (await fetch('https://club.example/api/v1/other')).text()).toBe('else');
  });

  test('pass on other requests according to the option for MSW 3 and MSW 2', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
    onTestFinished(() => logged.mockRestore());
    const error: Error = await fetch('https://club.example/api/v1/other').catch((thrown) => thrown);
    expect(String(error.cause ?? error)).toContain('using the "error" strategy');
  });

  test('do not accept a path with a trailing slash', async () => {
    const asked: string[] = [];
    const other = http.get(`${baseUrl}/partner/member/`, ({ request }) => {
      asked.push(request.url);
      return new Response('else');
    });
    server.use(rating.members.get('error-not_connected', 'members.get'), other);
    const headers = { 'x-api-key': 'prk_test' };
    const at = (path: string) => fetch(`${baseUrl}${path}?memberId=10482`, { headers });
    expect(await (await at('/partner/member/')).text()).toBe('else');
    // It does not use up an answer.
    expect((await at('/partner/member')).status).toBe(403);
    expect(asked).toEqual([`${baseUrl}/partner/member/?memberId=10482`]);
  });

  test('use the given address', async () => {
    const address = 'https://club.example/rating';
    const own = createHandlers({ baseUrl: address, scenario: 'empty-lists' });
    server.use(...own.handlers);
    const proxied = new PartnerRatingClient({ apiKey: 'prk_test', baseUrl: address });
    expect((await proxied.members.search({ city: 'Austin' })).players).toEqual([]);
    const matchId = 'mat_01k4yh2ca6m8d2s4h0y9w7c5tq';
    expect((await proxied.matches.get(matchId)).id).toBe(matchId);
  });
});

describe('an operation is answered', () => {
  test('with the example of a name', async () => {
    server.use(rating.members.get('error-not_connected'));
    await expect(client.members.get('10482')).rejects.toMatchObject({
      code: 'not_connected',
      statusCode: 403,
    });
    server.resetHandlers();
    expect((await client.members.get('10482')).displayName).toBe('Mike B.');
  });

  test('with a custom body, unchanged', async () => {
    const ana = { ...example('members.get'), firstName: 'Ana', memberId: 10604 };
    server.use(rating.members.get({ body: ana }));
    expect(await client.members.get('10482')).toEqual(ana);
  });

  test('with another status', async () => {
    server.use(rating.usage.get({ status: 502, body: '<h1>Bad gateway</h1>' }));
    await expect(client.usage.get()).rejects.toMatchObject({ statusCode: 502 });
  });

  test('by a function of the request', async () => {
    server.use(
      rating.members.get(({ query }) =>
        query.memberId === '1' ? 'error-not_found' : 'members.get-unrated',
      ),
    );
    await expect(client.members.get('1')).rejects.toMatchObject({
      code: 'not_found',
    });
    expect((await client.members.get('10604')).sport).toEqual({});
  });

  test('with several answers, of which the last repeats', async () => {
    server.use(rating.usage.get('error-unavailable', 'usage.get'));
    expect(await client.usage.get()).toEqual(example('usage.get'));
    expect(await client.usage.get()).toEqual(example('usage.get'));
  });

  test('by a network failure', async () => {
    server.use(rating.usage.get(new TypeError('fetch failed')));
    await expect(client.usage.get({ maxRetries: 0 })).rejects.toMatchObject({
      code: 'connection_failed',
    });
  });

  test('only with examples of that operation', () => {
    // @ts-expect-error There is no such example.
    expect(() => rating.usage.get('usage.got')).toThrow('usage.get has no example "usage.got"');
    expectTypeOf(rating.members.get).parameter(0).extract<'members.search'>().toBeNever();
  });
});

describe('a scenario', () => {
  test('is a story of all operations', async () => {
    server.use(...rating.scenario('disconnected'));
    const { status } = await client.members.get('mem_01jqa4k8n2p6w0d9r7e5c3j1fs');
    expect(status.isConnected).toBe(false);
    const refresh = client.oauth.refresh({ refresh_token: 'prr_1' });
    await expect(refresh).rejects.toMatchObject({ errorCode: 'invalid_grant' });
  });

  test("refuses a player's token like the service, while an API key gets an answer", async () => {
    server.use(...rating.scenario('disconnected'));
    const { members } = new PartnerRatingClient({ accessToken: 'pra_test', baseUrl });
    const calls = [members.get(), members.listRatingHistory().page(), members.listMatches().page()];
    for (const call of calls) {
      await expect(call).rejects.toMatchObject({ statusCode: 401, code: 'unauthenticated' });
    }
    await expect(client.members.get('10591')).resolves.toMatchObject({ memberId: 10591 });
  });

  test('with the same answer everywhere applies to every operation that has it', async () => {
    server.use(...rating.scenario('rate-limited'));
    await expect(client.usage.get({ maxRetries: 0 })).rejects.toMatchObject({ statusCode: 429 });
  });

  test('that does not exist is refused', () => {
    expect(() => rating.scenario('connected' as 'disconnected')).toThrow(
      'There is no scenario "connected". The scenarios: connected-player, ',
    );
  });
});

describe('an example repeats values of the request', () => {
  test('the player', async () => {
    const id = 'mem_01jqb7r4d8x2h6v0m9k5t3w1zc';
    expect((await client.members.get(id)).id).toBe(id);
    expect((await client.members.get('77')).memberId).toBe(77);
    const several = await client.members.getBulk({ ids: ['77', id, '78'] });
    expect(several.map((member) => [member.memberId, member.id][member.id === id ? 1 : 0])).toEqual(
      [77, id, 78],
    );
    const { player, sport } = await client.leaderboard.rank({ memberId: id, sport: 'padel' });
    expect([player.id, sport]).toEqual([id, 'padel']);
  });

  test('the match, the sport, the address, the state', async () => {
    const matchId = 'mat_01k4yh2c3q7f8x5b0n6r9w1d4e';
    expect((await client.matches.get(matchId)).id).toBe(matchId);
    const voided = await client.matches.void(matchId, { reason: 'Of my own.' });
    expect(voided).toMatchObject({ matchId, reason: 'Of my own.' });
    expect((await client.leaderboard.list({ sport: 'squash' })).sport).toBe('squash');
    const endpoint = { url: 'https://club.example/hooks', events: ['rating.updated'] };
    expect(await client.webhooks.createEndpoint(endpoint)).toMatchObject(endpoint);
  });

  test('at most limit items', async () => {
    const { players, nextCursor } = await client.members.search({ limit: 1 });
    expect([players.length, typeof nextCursor]).toEqual([1, 'string']);
  });

  test('and still matches the contract', async () => {
    const id = 'mem_01jqb7r4d8x2h6v0m9k5t3w1zc';
    const rank = await client.leaderboard.rank({ memberId: id, sport: 'padel' });
    expect(schemas.PlayerRankSchema.parse(rank)).toEqual(rank);
    const endpoint = await client.webhooks.createEndpoint({ url: 'https://club.example/hooks' });
    expect(schemas.WebhookEndpointSchema.parse(endpoint)).toEqual(endpoint);
    for (const member of await client.members.getBulk({ ids: ['77', id] })) {
      expect(schemas.MemberSchema.parse(member)).toEqual(member);
    }
  });
});
