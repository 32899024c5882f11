import { readFileSync } from 'node:fs';
import { ExampleService, example } from '@partner-rating/client/testing';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');

/** The origin of the example's pages. */
const PAGE = 'https://club.example';

let service: ExampleService;
let addresses: URL[];
beforeEach(() => {
  service = new ExampleService();
  addresses = [];
  vi.stubGlobal('fetch', (input: string | URL | Request, init?: RequestInit) => {
    addresses.push(new URL(input instanceof Request ? input.url : input));
    return service.fetch(input, init);
  });
  vi.stubGlobal('sessionStorage', { getItem: () => 'pra_test' });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

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

test('the README shows the code of the example, which is compiled', () => {
  const blocks = [...read('../README.md').matchAll(/```ts\n(.*?)```/gs)].map(([, code]) => code);
  expect(blocks).toEqual([read('member-page.ts')]);
});

test('a page shows the player and their matches, and submits a result', async () => {
  const { prefetched, useMatches, useProfile, useSubmit } = await import('./member-page.ts');
  const client = await prefetched();
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
  // Calls with the token and with the key; both go to the origin of the page.
  expect(addresses.map(({ origin }) => origin)).toEqual([PAGE, PAGE]);
});
