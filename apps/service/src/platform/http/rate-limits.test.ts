import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { countInMemory, createRateLimit, rateLimitHeaders, remainingOf } from './rate-limits.ts';

const limitOf = (limit: number, policy = 'default') =>
  createRateLimit({ policy, limit, counters: countInMemory() });

describe('a limit', () => {
  it('counts down and then says that it is exceeded', async () => {
    const limit = limitOf(2);
    const usages = [await limit('key_1'), await limit('key_1'), await limit('key_1')];
    expect(usages.map(remainingOf)).toEqual([1, 0, 0]);
    expect(usages.map(({ exceeded }) => exceeded)).toEqual([false, false, true]);
  });

  it('counts each caller separately', async () => {
    const limit = limitOf(1);
    await limit('key_1');
    expect(await limit('key_2')).toMatchObject({ requests: 1, exceeded: false });
  });

  it('counts each policy separately', async () => {
    const counters = countInMemory();
    const light = createRateLimit({ policy: 'default', limit: 1, counters });
    const heavy = createRateLimit({ policy: 'ingest', limit: 1, counters });
    await light('key_1');
    expect(await heavy('key_1')).toMatchObject({ requests: 1, exceeded: false });
  });

  it("applies a caller's own limit", async () => {
    const limit = limitOf(1);
    await limit('app_1', 2);
    expect(await limit('app_1', 2)).toMatchObject({ requests: 2, limit: 2, exceeded: false });
    expect(await limit('app_1', 2)).toMatchObject({ exceeded: true });
    expect(await limit('app_1', 0)).toMatchObject({ limit: null, exceeded: false });
  });

  it("applies a caller's own limit even if it is off for the others", async () => {
    const limit = limitOf(0);
    await limit('app_1', 1);
    expect(await limit('app_1', 1)).toMatchObject({ limit: 1, exceeded: true });
    expect(await limit('app_2')).toMatchObject({ limit: null, exceeded: false });
  });

  it('refuses nothing if it is off, and still counts', async () => {
    const limit = limitOf(0);
    await limit('key_1');
    const usage = await limit('key_1');
    expect(usage).toMatchObject({ requests: 2, limit: null, exceeded: false });
    expect(remainingOf(usage)).toBeNull();
  });
});

describe('the window', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('begins with the first request and lasts a minute', async () => {
    const limit = limitOf(1);
    expect(await limit('key_1')).toMatchObject({ resetSeconds: 60, exceeded: false });
    vi.advanceTimersByTime(59_000);
    expect(await limit('key_1')).toMatchObject({ resetSeconds: 1, exceeded: true });
    vi.advanceTimersByTime(1_000);
    expect(await limit('key_1')).toMatchObject({ requests: 1, exceeded: false });
  });
});

describe('rateLimitHeaders', () => {
  it('writes the fields of draft-ietf-httpapi-ratelimit-headers, named by the policy', () => {
    const usage = {
      policy: 'ingest',
      limit: 600,
      requests: 1,
      resetSeconds: 60,
      exceeded: false,
    };
    expect(rateLimitHeaders(usage)).toEqual({
      'ratelimit-policy': '"ingest";q=600;w=60',
      ratelimit: '"ingest";r=599;t=60',
    });
  });

  it('writes none without a limit', async () => {
    expect(rateLimitHeaders(await limitOf(0)('key_1'))).toEqual({});
  });
});
