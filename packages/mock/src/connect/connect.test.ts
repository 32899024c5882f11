import { testRows } from '@partner-rating/table-tests';
import { afterAll, describe, expect, test } from 'vitest';
import { startMock } from '../start-mock.ts';
import { clientOf } from '../testing/calls.ts';
import { Authorizations } from './authorizations.ts';

const mock = await startMock();
afterAll(() => mock.close());

const redirectUri = 'https://courtside.example/callback?from=mock';

async function shown(address: string): Promise<{ status: number; html: string }> {
  const response = await fetch(address, { redirect: 'manual' });
  return { status: response.status, html: await response.text() };
}

async function decided(html: string, decision: string): Promise<Response> {
  const requestUri = /name="request_uri" value="([^"]+)"/.exec(html)?.[1] ?? '';
  const body = new URLSearchParams({ request_uri: requestUri, decision });
  return await fetch(`${mock.origin}/connect`, { method: 'POST', body, redirect: 'manual' });
}

async function started(state?: string): Promise<string> {
  const given = { redirect_uri: redirectUri, ...(state !== undefined && { state }) };
  const answer = await clientOf(mock).oauth.authorize(given);
  expect(answer.state).toBe(state);
  return answer.authorization_url;
}

function returned(response: Response): URL {
  expect(response.status).toBe(303);
  const location = new URL(response.headers.get('location') ?? '');
  expect(location.href.startsWith(redirectUri)).toBe(true);
  return location;
}

describe('a player with a pushed request', () => {
  const push = async (changes: Record<string, string> = {}): Promise<Response> => {
    const form = { response_type: 'code', redirect_uri: redirectUri, state: 'pushed', ...changes };
    const headers = { authorization: `Basic ${btoa('courtside-club:prk_any')}` };
    const body = new URLSearchParams(form);
    return await fetch(`${mock.baseUrl}/partner/oauth/par`, { method: 'POST', headers, body });
  };

  test('returns with the values of the pushed request', async () => {
    const pushed = await push({ scope: 'user:rating:history' });
    expect(pushed.status).toBe(201);
    const { request_uri, expires_in } = (await pushed.json()) as Record<string, string>;
    expect(expires_in).toBe(600);
    const query = new URLSearchParams({
      client_id: 'courtside-club',
      request_uri: `${request_uri}`,
    });
    const { html } = await shown(`${mock.baseUrl}/partner/oauth/authorize?${query}`);
    expect(html).toContain('See your rating history and matches');
    const { searchParams } = returned(await decided(html, 'allow'));
    expect([searchParams.get('state'), searchParams.has('code')]).toEqual(['pushed', true]);
  });

  testRows([
    ['invalid_request', { request_uri: 'urn:ietf:params:oauth:request_uri:abc' }],
    ['unsupported_response_type', { response_type: 'token' }],
    ['invalid_scope', { scope: 'profile:read' }],
    ['invalid_request', { prompt: 'none' }],
  ])('is not redirected if the service would refuse the request', async (error, changes) => {
    const refused = await push(changes);
    expect([refused.status, await refused.json()]).toMatchObject([400, { error }]);
  });
});

describe('a player at the authorization_url', () => {
  test('returns with a code, the state, and the issuer', async () => {
    const state = 'quotes " and <tags> & more';
    const address = await started(state);
    expect(address.startsWith(`${mock.baseUrl}/partner/oauth/authorize?`)).toBe(true);
    const { status, html } = await shown(address);
    expect(status).toBe(200);
    expect(html).toContain('Your current ratings in each sport');
    const { searchParams } = returned(await decided(html, 'allow'));
    expect(searchParams.get('state')).toBe(state);
    expect(searchParams.get('iss')).toBe(mock.baseUrl);
    const code = searchParams.get('code') ?? '';
    const tokens = await clientOf(mock).oauth.exchangeToken({ code, redirect_uri: redirectUri });
    expect(tokens.access_token).toMatch(/^pra_/);
  });

  test('returns with access_denied after a refusal', async () => {
    const { html } = await shown(await started('abc'));
    const { searchParams } = returned(await decided(html, 'deny'));
    expect(Object.fromEntries(searchParams)).toMatchObject({
      from: 'mock',
      error: 'access_denied',
      state: 'abc',
      iss: mock.baseUrl,
    });
    expect(searchParams.has('code')).toBe(false);
  });

  test('can decide only once', async () => {
    const address = await started();
    const { html } = await shown(address);
    await decided(html, 'allow');
    expect((await decided(html, 'allow')).status).toBe(400);
    expect((await shown(address)).status).toBe(400);
  });
});

describe('the tokens of a player', () => {
  const tokensFor = async (scope?: string) => {
    const asked = { redirect_uri: redirectUri, ...(scope !== undefined && { scope }) };
    const { authorization_url } = await clientOf(mock).oauth.authorize(asked as never);
    const { html } = await shown(authorization_url);
    const { searchParams } = returned(await decided(html, 'allow'));
    const code = searchParams.get('code') ?? '';
    return await clientOf(mock).oauth.exchangeToken({ code, redirect_uri: redirectUri });
  };
  const playerOf = ({ access_token }: { access_token: string }) =>
    clientOf(mock, { 'x-api-key': '', authorization: `Bearer ${access_token}` }).members;

  test('have the scopes that were requested, also after a refresh', async () => {
    const tokens = await tokensFor('user:rating:history');
    const refreshed = await clientOf(mock).oauth.refresh({
      refresh_token: tokens.refresh_token ?? '',
    });
    for (const { scope } of [tokens, refreshed]) {
      expect(scope).toEqual(['user:profile:read', 'user:rating:history']);
    }
    expect((await tokensFor()).scope).toEqual(['user:profile:read', 'user:rating:read']);
  });

  test('are refused where a scope was not requested, like at the service', async () => {
    const without = await tokensFor();
    const { grantedScopes } = await playerOf(without).get();
    expect(grantedScopes).toEqual(without.scope);
    const withProfile = await tokensFor('user:profile:read');
    expect(await playerOf(withProfile).get()).not.toHaveProperty('sport');
    for (const call of [
      playerOf(without).listRatingHistory().page(),
      playerOf(without).listMatches().page(),
    ]) {
      await expect(call).rejects.toMatchObject({
        statusCode: 403,
        code: 'insufficient_scope',
        message: expect.stringContaining('user:rating:history'),
      });
    }
    const withHistory = await tokensFor('user:rating:history');
    await expect(playerOf(withHistory).listMatches().page()).resolves.toBeDefined();
  });

  test('can be narrowed by a refresh with a form, and never widened', async () => {
    const tokens = await tokensFor('user:rating:read user:match:submit');
    const refresh = async (scope: string) => {
      const form = { grant_type: 'refresh_token', refresh_token: `${tokens.refresh_token}`, scope };
      const headers = { 'x-api-key': 'prk_any' };
      const body = new URLSearchParams(form);
      const sent = { method: 'POST', headers, body };
      return await (await fetch(`${mock.baseUrl}/partner/oauth/token`, sent)).json();
    };
    expect(await refresh('user:match:submit')).toMatchObject({ scope: 'user:match:submit' });
    expect(await refresh('user:rating:history')).toMatchObject({ error: 'invalid_scope' });
  });

  test('have every scope if the mock did not issue them', async () => {
    const history = playerOf({ access_token: 'pra_any' }).listRatingHistory().page();
    await expect(history).resolves.toBeDefined();
  });
});

describe('an address that a partner builds', () => {
  const address = (query: Record<string, string>) =>
    `${mock.baseUrl}/partner/oauth/authorize?${new URLSearchParams(query)}`;
  const client = { client_id: 'courtside-club' };

  test('shows the page', async () => {
    const query = { ...client, redirect_uri: redirectUri, response_type: 'code' };
    expect((await shown(address(query))).status).toBe(200);
  });

  testRows([
    [{ response_type: 'token' }, 'unsupported_response_type'],
    [{}, 'invalid_request'],
    [{ response_type: 'code', scope: 'user:everything' }, 'invalid_scope'],
    [{ response_type: 'code', prompt: 'none' }, 'interaction_required'],
    [{ response_type: 'code', prompt: 'login' }, 'login_required'],
    [{ response_type: 'code', prompt: 'create' }, 'invalid_request'],
    [{ response_type: 'code', response_mode: 'fragment' }, 'invalid_request'],
    [{ response_type: 'code', request_uri: 'https://a.example/' }, 'request_uri_not_supported'],
  ])('returns a player at once with an error', async (query, error) => {
    const sent = { ...client, redirect_uri: redirectUri, state: 'abc', ...query };
    const response = await fetch(address(sent as never), { redirect: 'manual' });
    const { searchParams } = returned(response);
    expect(searchParams.get('error')).toBe(error);
    expect(searchParams.get('state')).toBe('abc');
  });

  testRows([
    ['without client_id', { redirect_uri: redirectUri, response_type: 'code' }],
    ['with a script as address', { ...client, redirect_uri: 'javascript:alert(1)' }],
    ['with an unknown request_uri', { ...client, request_uri: 'urn:nothing' }],
  ])('is refused on a page if a redirect is unsafe', async (_, query) => {
    expect((await shown(address(query as never))).status).toBe(400);
  });
});

test('authorizations expire after ten minutes, and the oldest are removed if there are too many', () => {
  let now = 0;
  const authorizations = new Authorizations(() => now);
  const request = { redirectUri, scopes: [], state: undefined };
  const first = authorizations.start(request);
  now = 600_000;
  expect(authorizations.find(first)).toBeUndefined();
  const second = authorizations.start(request);
  for (let count = 0; count < 1_000; count += 1) authorizations.start(request);
  expect(authorizations.find(second)).toBeUndefined();
});
