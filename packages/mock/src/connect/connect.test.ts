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
    expect(html).toContain('complete rating history');
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
    expect(html).toContain('current rating and rating splits');
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
