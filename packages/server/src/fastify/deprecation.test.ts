import { PartnerRatingClient } from '@partner-rating/client';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Handlers } from '../index.ts';
import { testServer, withKey } from '../testing/test-server.ts';

// A document with deprecations, instead of the document from which the stubs are generated.
vi.mock('../generated/operations.gen.ts', async () => {
  const { operationTable, securitySchemes } = await import('@partner-rating/codegen/server');
  const { readModel } = await import('@partner-rating/codegen/model');
  const { contract } = await import('@partner-rating/spec/contract');
  const october = { deprecated: true, 'x-deprecated-at': '2026-10-01', 'x-sunset': '2027-06-01' };
  const december = { deprecated: true, 'x-deprecated-at': '2026-12-01', 'x-sunset': '2027-06-30' };
  const january = { deprecated: true, 'x-deprecated-at': '2027-01-01', 'x-sunset': '2027-07-01' };
  const parameter = { name: 'format', in: 'query', schema: { type: 'string', default: 'long' } };
  const { document, schemas } = contract;
  const change = (path: string, marks: object) =>
    Object.assign(document.paths[path]?.get ?? {}, marks);
  change('/partner/oauth/scopes', { ...october, parameters: [{ ...parameter, ...january }] });
  change('/partner/usage', {
    parameters: [
      { ...parameter, ...january },
      { ...parameter, name: 'X-Format', in: 'header', ...december },
    ],
  });
  Object.assign(schemas.MatchBatch?.properties?.event ?? {}, january);
  Object.assign(schemas.MatchInput?.properties?.event ?? {}, december);
  Object.assign(schemas.LeaderboardCategories?.properties?.sports ?? {}, december);
  return {
    operations: operationTable(readModel(contract)),
    securitySchemes: securitySchemes(contract),
  };
});

const scopes: Handlers['oauth.listScopes'] = () => ({ status: 200, body: { scopes: [] } }) as never;
const usage: Handlers['usage.get'] = () => ({ status: 200, body: {} }) as never;
const match = { identifier: 'a', teams: [['10482'], ['10517']], games: [{ scores: [11, 8] }] };
const batch = { sport: 'pickleball', winScore: 11, winBy: 2, matches: [match] };

const announced = (headers: Record<string, unknown>) => [headers.deprecation, headers.sunset];
const nothing = [undefined, undefined];
const october = ['@1790812800', 'Tue, 01 Jun 2027 00:00:00 GMT'];
const december = ['@1796083200', 'Wed, 30 Jun 2027 00:00:00 GMT'];
const january = ['@1798761600', 'Thu, 01 Jul 2027 00:00:00 GMT'];

async function app(options = {}) {
  return await testServer(
    { 'oauth.listScopes': scopes, 'usage.get': usage },
    { validateResponses: false, ...options },
  );
}

describe('a deprecated operation', () => {
  test('announces its removal with every response', async () => {
    const server = await app();
    const response = await server.inject({ url: '/api/v1/partner/oauth/scopes' });
    expect(response.statusCode).toBe(200);
    expect(announced(response.headers)).toEqual(october);
    const refusal = await server.inject({ url: '/api/v1/partner/oauth/scopes?wrong=1' });
    expect(refusal.statusCode).toBe(400);
    expect(announced(refusal.headers)).toEqual(october);
  });

  test('announces the earliest dates if a part of it is deprecated too', async () => {
    const { headers } = await (await app()).inject({
      url: '/api/v1/partner/oauth/scopes?format=short',
    });
    expect(announced(headers)).toEqual(october);
  });

  test('links to the policy if there is one', async () => {
    const url = '/api/v1/partner/oauth/scopes';
    expect((await (await app()).inject({ url })).headers).not.toHaveProperty('link');
    const server = await app({ deprecationPolicy: 'https://ratings.example/docs/versioning' });
    expect((await server.inject({ url })).headers.link).toBe(
      '<https://ratings.example/docs/versioning>; rel="deprecation"; type="text/html"',
    );
  });
});

test('the client warns about a deprecated operation once', async () => {
  const server = await app({ deprecationPolicy: 'https://ratings.example/docs/versioning' });
  const address = await server.listen({ host: '127.0.0.1', port: 0 });
  const warnings: string[] = [];
  const client = new PartnerRatingClient({
    apiKey: 'prk_all',
    baseUrl: `${address}/api/v1`,
    logger: { debug: () => undefined, warn: (message) => void warnings.push(message) },
  });
  onTestFinished(() => client[Symbol.asyncDispose]());
  await client.oauth.listScopes();
  await client.oauth.listScopes();
  expect(warnings).toEqual([
    expect.stringMatching(/^oauth\.listScopes.* deprecated.* Tue, 01 Jun 2027 /),
  ]);
});

describe('a deprecated parameter', () => {
  test('is announced only to clients that send it', async () => {
    const server = await app();
    const get = (query: string, headers = {}) =>
      server.inject({ url: `/api/v1/partner/usage${query}`, headers: { ...withKey, ...headers } });
    expect(announced((await get('')).headers)).toEqual(nothing);
    expect(announced((await get('?format=long')).headers)).toEqual(january);
    expect(announced((await get('', { 'x-format': 'long' })).headers)).toEqual(december);
    expect(announced((await get('?format=a', { 'x-format': 'b' })).headers)).toEqual(december);
  });
});

describe('a deprecated field', () => {
  test('of a body is announced to clients that send it, at any depth', async () => {
    const server = await app();
    const submit = (body: object) =>
      server.inject({
        method: 'POST',
        url: '/api/v1/partner/matches',
        headers: { ...withKey, 'content-type': 'application/json' },
        payload: JSON.stringify(body),
      });
    expect(announced((await submit(batch)).headers)).toEqual(nothing);
    expect(announced((await submit({ ...batch, event: 'Open' })).headers)).toEqual(january);
    const matches = [match, { ...match, identifier: 'b', event: 'Open' }];
    expect(announced((await submit({ ...batch, matches })).headers)).toEqual(december);
  });

  test('of a response is announced to every client', async () => {
    const server = await app();
    const response = await server.inject({
      url: '/api/v1/leaderboard/categories',
      headers: withKey,
    });
    expect(announced(response.headers)).toEqual(december);
  });
});

test('an operation without deprecated parts announces nothing', async () => {
  const { headers } = await (await app()).inject({
    url: '/api/v1/partner/search',
    headers: withKey,
  });
  expect(announced(headers)).toEqual(nothing);
});
