import * as abortController from 'abort-controller';
import { beforeEach, expect, test, vi } from 'vitest';
import * as whatwgFetch from 'whatwg-fetch';
import {
  generatePkce,
  generateState,
  PartnerRatingClient,
  PermissionError,
  TimeoutError,
} from '../src/index.ts';
import { createSend, matchesSubmit } from '../src/operations/index.ts';
import { rejection } from '../src/test-support/local-server.ts';
import { ExampleService, example } from '../src/testing/index.ts';

// React Native uses `fetch` and `AbortController` from these packages, and has no `crypto`.
const { AbortController: Controller, AbortSignal: Signal } = abortController;
const { Headers, Request, Response: PolyfilledResponse } = whatwgFetch;
const polyfills = {
  AbortController: Controller,
  AbortSignal: Signal,
  Headers,
  Request,
  Response: PolyfilledResponse,
  crypto: undefined,
  structuredClone: undefined,
};

const baseUrl = 'http://localhost:3001/api/v1';
const batch = { sport: 'padel', winScore: 6, winBy: 2, matches: [] };
let answers: (() => Promise<Response> | Response)[];
let sent: RequestInit[];
const client = () => new PartnerRatingClient({ apiKey: 'prk_test', baseUrl });

function json(body: unknown, status = 200, headers: Record<string, string> = {}) {
  return () => new Response(JSON.stringify(body), { status, headers });
}

beforeEach(() => {
  for (const [name, value] of Object.entries(polyfills)) vi.stubGlobal(name, value);
  answers = [];
  sent = [];
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    sent.push(init);
    return await (answers.shift() ?? json({ done: true }))();
  });
});

test('the polyfills lack the functions that the client must not use', () => {
  const { signal } = new AbortController();
  expect([signal.throwIfAborted, signal.reason, AbortSignal.any, Response.json]).toEqual(
    Array(4).fill(undefined),
  );
});

test('calls with their own headers are answered', async () => {
  const { data, response } = await client()
    .usage.get({ headers: { a: 'b' } })
    .withResponse();
  expect(data).toEqual({ done: true });
  expect(response.status).toBe(200);
  expect(await client().members.getBulk({ ids: [] })).toEqual([]);
});

test('a call is retried, with the same idempotency key', async () => {
  answers = [json({}, 503, { 'retry-after': '0' })];
  vi.spyOn(Math, 'random').mockReturnValueOnce(0.25);
  await client().matches.submit(batch);
  const keys = sent.map(({ headers }) => Reflect.get(Object(headers), 'idempotency-key'));
  expect(keys[0]).toMatch(/^[\w-]{20,}$/);
  expect(keys[1]).toBe(keys[0]);
  await createSend({ apiKey: 'prk_test', baseUrl })(matchesSubmit, { body: batch });
  expect(Reflect.get(Object(sent[2]?.headers), 'idempotency-key')).not.toBe(keys[0]);
});

test('an error response is an error of its class, and its body can still be read', async () => {
  const type = { 'content-type': 'application/problem+json' };
  answers = [json({ code: 'not_connected', detail: 'In words.' }, 403, type)];
  const error = (await rejection(client().usage.get())) as PermissionError;
  expect(error).toBeInstanceOf(PermissionError);
  expect(await error.response?.json()).toMatchObject({ code: 'not_connected' });
});

test('an attempt that hangs is retried, and the call times out', async () => {
  const hang = () => new Promise<never>(() => {});
  answers = [hang];
  expect(await client().usage.get({ attemptTimeoutMs: 20 })).toEqual({ done: true });
  answers = [hang, hang, hang];
  const error = rejection(client().usage.get({ timeoutMs: 40 }));
  expect(await error).toBeInstanceOf(TimeoutError);
});

test('an aborted call rejects with an AbortError before and after it is sent', async () => {
  const controller = new AbortController();
  answers = [() => new Promise(() => {})];
  const error = rejection(client().usage.get({ signal: controller.signal }));
  controller.abort();
  expect(await error).toMatchObject({ name: 'AbortError' });
  const late = client().usage.get({ signal: controller.signal });
  expect(await rejection(late)).toMatchObject({ name: 'AbortError' });
  expect(sent).toHaveLength(1);
});

test('the test kit answers, and stops an aborted call', async () => {
  const service = new ExampleService();
  const kit = new PartnerRatingClient({ apiKey: 'prk_test', baseUrl, fetch: service.fetch });
  expect(await kit.members.get('10482')).toEqual(example('members.get'));
  const controller = new AbortController();
  const aborted = rejection(
    service.fetch(`${baseUrl}/partner/usage`, { signal: controller.signal }),
  );
  controller.abort();
  expect(await aborted).toMatchObject({ name: 'AbortError' });
});

test('functions that need random numbers say which polyfill to import', async () => {
  expect(() => generateState()).toThrow('There is no crypto.getRandomValues.');
  expect(await rejection(generatePkce())).toMatchObject({
    message: expect.stringContaining('There is no crypto.getRandomValues.'),
  });
});
