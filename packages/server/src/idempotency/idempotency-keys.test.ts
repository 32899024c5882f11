import { describe, expect, test } from 'vitest';
import {
  createHandler,
  type Handlers,
  type IdempotencyStore,
  idempotencyKeys,
  memoryIdempotencyStore,
  type Principal,
  ProblemError,
} from '../index.ts';
import { anyBody, authenticate, problemTypeBase } from '../testing/test-server.ts';

interface Caller extends Principal {
  applicationId: string;
}

const start = Date.parse('2026-10-01T12:00:00Z');

/** Serves `webhooks.redeliver`, and counts how often it runs. */
function serve(given: { store?: IdempotencyStore; handler?: Handlers['webhooks.redeliver'] } = {}) {
  let now = start;
  let runs = 0;
  const clock = () => new Date(now);
  const errors: unknown[] = [];
  const store = given.store ?? memoryIdempotencyStore(clock);
  const ignore = () => {};
  const handle = createHandler<Caller>({
    handlers: {
      'webhooks.redeliver': async (request, context) => {
        runs += 1;
        return (
          (await given.handler?.(request, context)) ?? { status: 202, body: anyBody({ runs }) }
        );
      },
    },
    missing: 501,
    authenticate: {
      ...authenticate,
      ApiKey: (key) => ({
        kind: 'key',
        scopes: new Set(['key:webhook:manage']),
        applicationId: key,
      }),
      AccessToken: () => null,
      ClientBasic: () => null,
    },
    intercept: idempotencyKeys<Caller>({
      store,
      ownerOf: ({ applicationId }) => applicationId,
      clock,
    }),
    problemTypeBase,
    log: { debug: ignore, info: ignore, warn: ignore, error: (details) => errors.push(details) },
  });
  return {
    errors,
    runs: () => runs,
    pass: (seconds: number) => {
      now += seconds * 1_000;
    },
    send: async ({ key = '"a"', owner = 'courtside', delivery = 'a' } = {}) => {
      const id = `whd_01k4yh2ce1k9g5t7p3m0s8d6y${delivery}`;
      const url = `http://localhost/partner/webhook-deliveries/${id}/redeliver`;
      const headers = { 'x-api-key': owner, ...(key !== '' && { 'idempotency-key': key }) };
      const response = await handle(new Request(url, { method: 'POST', headers }));
      const body = (await response.json()) as { runs?: number; code?: string };
      return { status: response.status, body, headers: response.headers };
    },
  };
}

describe('a request with an Idempotency-Key', () => {
  test('runs once, and its answer is replayed for a day', async () => {
    const { send, runs, pass } = serve();
    const first = await send();
    expect(first.headers.has('idempotency-replayed')).toBe(false);
    pass(24 * 60 * 60 - 1);
    const second = await send();
    expect([second.status, second.body]).toEqual([202, first.body]);
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    pass(1);
    await send();
    expect(runs()).toBe(2);
  });

  test('is refused if another request used the key: 422 idempotency_key_reused', async () => {
    const { send } = serve();
    await send();
    const { status, body } = await send({ delivery: 'b' });
    expect([status, body.code]).toEqual([422, 'idempotency_key_reused']);
  });

  test('is refused while the first one runs: 409 idempotency_in_progress', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const running = Promise.withResolvers<void>();
    const { send, runs } = serve({
      handler: async () => {
        running.resolve();
        await promise;
        return { status: 202, body: anyBody({}) };
      },
    });
    const first = send();
    await running.promise;
    const { status, body, headers } = await send();
    expect([status, body.code]).toEqual([409, 'idempotency_in_progress']);
    expect(headers.get('retry-after')).toBe('1');
    resolve();
    expect((await first).status).toBe(202);
    expect(runs()).toBe(1);
  });

  test('runs again after an error', async () => {
    const { send, runs } = serve({
      handler: () => {
        throw new ProblemError('not_found');
      },
    });
    expect((await send()).status).toBe(404);
    expect((await send()).status).toBe(404);
    expect(runs()).toBe(2);
  });

  test('takes over the key of a request whose lease has ended, and the late answer of that request is not stored', async () => {
    const late = Promise.withResolvers<void>();
    const running = Promise.withResolvers<void>();
    let calls = 0;
    const { send, pass } = serve({
      handler: async () => {
        calls += 1;
        const call = calls;
        if (call === 1) {
          running.resolve();
          await late.promise;
        }
        return { status: 202, body: anyBody({ runs: call }) };
      },
    });
    const first = send();
    await running.promise;
    pass(60);
    expect((await send()).body).toEqual({ runs: 2 });
    late.resolve();
    await first;
    expect((await send()).body).toEqual({ runs: 2 });
  });

  test('does not share its key with other owners, and is not stored without a key', async () => {
    const { send, runs } = serve();
    await send();
    await send({ owner: 'another' });
    await send({ key: '' });
    await send({ key: '' });
    expect(runs()).toBe(4);
  });

  test('is answered even if the answer cannot be stored, and the failure is logged', async () => {
    const store = memoryIdempotencyStore();
    const complete = () => Promise.reject(new Error('the disk is full'));
    const { send, errors } = serve({ store: { ...store, complete } });
    expect((await send()).status).toBe(202);
    expect(errors).toHaveLength(1);
  });
});

test('the store in memory removes expired keys', async () => {
  let now = start;
  const store = memoryIdempotencyStore(() => new Date(now));
  const claim = (key: string) => ({
    key,
    fingerprint: key,
    holder: key,
    leaseEnd: new Date(now + 1_000),
    expiresAt: new Date(now + 1_000),
  });
  expect(await store.claim(claim('a'))).toBeNull();
  await store.complete(claim('a'), { status: 200, body: '{}' });
  expect(await store.claim(claim('a'))).toMatchObject({ answer: { status: 200 } });
  now += 1_000;
  expect(await store.claim(claim('a'))).toBeNull();
});
