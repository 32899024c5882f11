import { expect, it } from 'vitest';
import { createRateLimit, rateLimitHeaders } from './rate-limits.ts';

it('counts down and then says that the limit is exceeded', async () => {
  const limit = createRateLimit(2);
  expect(await limit('key_1')).toMatchObject({ limit: 2, remaining: 1, exceeded: false });
  expect(await limit('key_1')).toMatchObject({ limit: 2, remaining: 0, exceeded: false });
  expect(await limit('key_1')).toMatchObject({ limit: 2, remaining: 0, exceeded: true });
});

it('counts each caller apart', async () => {
  const limit = createRateLimit(1);
  await limit('key_1');
  expect(await limit('key_2')).toMatchObject({ remaining: 0, exceeded: false });
});

it('is off at zero', async () => {
  expect(await createRateLimit(0)('key_1')).toBeNull();
});

it('writes the fields of draft-ietf-httpapi-ratelimit-headers', () => {
  const standing = { limit: 600, remaining: 599, resetSeconds: 60, exceeded: false };
  expect(rateLimitHeaders(standing)).toEqual({
    'ratelimit-policy': '"default";q=600;w=60',
    ratelimit: '"default";r=599;t=60',
  });
});
