import { describe, expect, test } from 'vitest';
import { memoryRateLimitStore, type RateLimits, rateLimited } from '../index.ts';
import { adapters } from '../testing/adapters.ts';
import { withKey } from '../testing/test-server.ts';

const start = Date.parse('2026-10-01T12:00:00Z');
const path = '/api/v1/partner/usage';

describe.each(Object.entries(adapters))('requests served to %s', (_name, serve) => {
  async function limitedServer(given: Partial<RateLimits> = {}) {
    let now = start;
    const limits: RateLimits = {
      store: memoryRateLimitStore(() => now),
      senderOf: (principal) => (principal === null ? 'nobody' : 'courtside'),
      requestsPerMinute: { default: 2 },
      ...given,
    };
    const send = await serve({ handlers: {}, missing: 'example', limits });
    const get = async (headers: Record<string, string> = withKey) => {
      const response = await send(path, { headers });
      const { ratelimit, 'retry-after': retryAfter } = Object.fromEntries(response.headers);
      return [response.status, ratelimit, retryAfter];
    };
    return {
      get,
      pass: (seconds: number) => {
        now += seconds * 1_000;
      },
    };
  }

  test('are refused over the limit of their class, until its minute ends', async () => {
    const { get, pass } = await limitedServer();
    expect(await get()).toEqual([200, '"default";r=1;t=60', undefined]);
    pass(20);
    expect(await get()).toEqual([200, '"default";r=0;t=40', undefined]);
    expect(await get()).toEqual([429, '"default";r=0;t=40', '40']);
    pass(40);
    expect(await get()).toEqual([200, '"default";r=1;t=60', undefined]);
  });

  test('without a valid credential count under the name that the server chooses', async () => {
    const { get } = await limitedServer();
    const unknown = { 'x-api-key': 'unknown' };
    expect((await get(unknown))[0]).toBe(401);
    expect((await get(unknown))[0]).toBe(401);
    expect((await get(unknown))[0]).toBe(429);
    expect((await get())[0]).toBe(200);
  });
});

test.each([
  [1, 'Wait 1 second (Retry-After), then go on.'],
  [17, 'Wait 17 seconds (Retry-After), then go on.'],
])('the error of a request over a limit names the wait of %i s', (seconds, wait) => {
  expect(rateLimited('Too many invitations.', seconds)).toMatchObject({
    code: 'rate_limited',
    detail: `Too many invitations. ${wait}`,
    headers: { 'retry-after': String(seconds) },
  });
});

test('a store in memory removes ended windows', async () => {
  let now = start;
  const store = memoryRateLimitStore(() => now);
  for (let index = 0; index < 2_500; index += 1) {
    now += 100;
    expect(await store.count(`caller-${index}`, 60)).toEqual({ requests: 1, resetSeconds: 60 });
  }
  expect(await store.count('caller-2499', 60)).toEqual({ requests: 2, resetSeconds: 60 });
});
