import { readFileSync } from 'node:fs';
import { PartnerRatingClient, type TokenResponse, TokenSession } from '@partner-rating/client';
import { ExampleService, example } from '@partner-rating/client/testing';
import { clientContract as contract } from '@partner-rating/spec/contract';
import { createQueries } from '@partner-rating/tanstack-query';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');

/** The origin of the example's pages. */
const PAGE = 'https://club.example';

/** The origin of the example's service. */
const SERVICE = 'https://ratings.example';

let service: ExampleService;
let addresses: URL[];
beforeEach(() => {
  service = new ExampleService();
  addresses = [];
  vi.stubGlobal('fetch', (input: string | URL | Request, init?: RequestInit) => {
    addresses.push(new URL(input instanceof Request ? input.url : input));
    return service.fetch(input, init);
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

/** Returns the session of a player with these tokens, or of a player who is not connected any more. */
function sessionWith(tokens: TokenResponse | null): TokenSession {
  const stored = tokens && { ...tokens, expires_at: Date.now() / 1_000 + tokens.expires_in };
  return new TokenSession({
    oauth: { refresh: async () => example('oauth.refresh') },
    store: { load: async () => stored, save: async () => {} },
  });
}

/** Returns the result of a hook in a component that is rendered once. */
function inComponent<Result>(client: QueryClient, useHook: () => Result): Result {
  const results: Result[] = [];
  const Component = () => {
    results.push(useHook());
    return null;
  };
  renderToString(createElement(QueryClientProvider, { client }, createElement(Component)));
  return results[0] as Result;
}

test('the README shows the code of the examples, which is compiled', () => {
  const blocks = [...read('../README.md').matchAll(/```ts\n(.*?)```/gs)].map(([, code]) => code);
  expect(blocks).toEqual([read('member-page.ts'), read('forward.ts')]);
});

test('a page shows the player and their matches, and submits a result', async () => {
  const { prefetched, useMatches, useProfile, useSubmit } = await import('./member-page.ts');
  const { accessToken } = sessionWith(example('oauth.exchangeToken'));
  const onServer = new PartnerRatingClient({ accessToken, baseUrl: `${SERVICE}/api/v1` });
  const client = await prefetched(createQueries(onServer));
  expect(inComponent(client, useProfile)).toBe(example('members.get').displayName);

  expect(inComponent(client, () => useMatches('padel'))).toEqual({ matches: [], more: undefined });
  const { mutateAsync } = inComponent(client, useSubmit);
  await mutateAsync({ body: example('matches.submit-request'), idempotencyKey: 'final' });
  expect(service.requests.map(({ operation }) => operation)).toEqual([
    'members.get',
    'matches.submit',
  ]);
  const states = client.getQueryCache().getAll();
  expect(states.every(({ state }) => state.isInvalidated || state.data === undefined)).toBe(true);
  // A server calls the service, and a page calls its own origin.
  expect(addresses.map(({ origin }) => origin)).toEqual([SERVICE, PAGE]);
});

test('the backend forwards a call with the token of the player', async () => {
  const { forward } = await import('./forward.ts');
  const request = new Request(`${PAGE}/api/v1/partner/member?sport=padel`);
  const tokens = example('oauth.exchangeToken');
  const response = await forward(request, sessionWith(tokens));
  expect(await response.json()).toEqual(example('members.get'));
  expect(addresses.map(String)).toEqual([`${SERVICE}/api/v1/partner/member?sport=padel`]);
  const [sent] = service.requestsOf('members.get');
  expect(sent?.headers.authorization).toBe(`Bearer ${tokens.access_token}`);
});

test('each operation that takes the token of a player is a GET, as the route of the backend', () => {
  const own = contract.operations().filter(({ schemes }) => schemes.includes('AccessToken'));
  expect(own.length).toBeGreaterThan(0);
  expect(own.filter(({ method }) => method !== 'GET')).toEqual([]);
});

test('the backend answers 401 if the connection has ended', async () => {
  const { forward } = await import('./forward.ts');
  const request = new Request(`${PAGE}/api/v1/partner/member`);
  expect((await forward(request, sessionWith(null))).status).toBe(401);
  expect(addresses).toEqual([]);
});
