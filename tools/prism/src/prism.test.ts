import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { contract } from '@partner-rating/spec/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { prismError, startPrism } from './index.ts';

let answer: object;
const upstream = createServer((_, response) => {
  response.setHeader('content-type', 'application/json');
  response.setHeader('x-request-id', 'req_01jq8z6v3mfb7s4d2k9c5x1ha0');
  response.setHeader('cache-control', 'private, no-store');
  response.setHeader('x-content-type-options', 'nosniff');
  response.end(JSON.stringify(answer));
});
let prism: Awaited<ReturnType<typeof startPrism>>;

beforeAll(async () => {
  upstream.listen(0, '127.0.0.1');
  await once(upstream, 'listening');
  prism = await startPrism(`http://127.0.0.1:${(upstream.address() as AddressInfo).port}`);
});
afterAll(async () => {
  await prism?.stop();
  upstream.close();
});

async function errorFor(path: string, given: object): Promise<string | null> {
  answer = given;
  const response = await fetch(prism.origin + path, { headers: { 'x-api-key': 'prk_any' } });
  return prismError(await response.text());
}

test('a valid answer is passed on', async () => {
  const { value } = contract.example('oauth.listScopes');
  expect(await errorFor('/partner/oauth/scopes', value as object)).toBeNull();
});

test('an invalid answer is an error of Prism', async () => {
  expect(await errorFor('/partner/oauth/scopes', { scopes: 'all' })).toContain(
    'scopes must be array',
  );
});

test('an invalid request is an error of Prism', async () => {
  expect(await errorFor('/leaderboard?sport=pickleball&limit=many', {})).toContain('limit');
  expect(await errorFor('/nowhere', {})).toContain('no path matched');
});

test('Prism keeps an idle connection for a busy client', async () => {
  const headers = { 'x-api-key': 'prk_any' };
  const response = await fetch(`${prism.origin}/partner/oauth/scopes`, { headers });
  expect(response.headers.get('keep-alive')).toBe('timeout=600');
});
