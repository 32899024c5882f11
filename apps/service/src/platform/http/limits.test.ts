import { ProblemError } from '@partner-rating/server';
import { describe, expect, it } from 'vitest';
import { createAddressLimit } from './limits.ts';
import { countInMemory } from './rate-limits.ts';

describe('the limit of email addresses', () => {
  it('refuses an application beyond the limit of the hour, and says how long to wait', async () => {
    const limit = createAddressLimit(10, countInMemory());
    await limit('app_one', 6);
    await limit('app_one', 4);
    const refused = await limit('app_one', 1).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(ProblemError);
    expect(refused).toMatchObject({ code: 'rate_limited' });
    const { headers } = refused as ProblemError;
    expect(Number(headers['retry-after'])).toBeGreaterThan(3_500);
    await limit('app_other', 10);
    await limit('app_one', 0);
  });

  it('does not count what it refuses, so that fewer addresses are accepted', async () => {
    const limit = createAddressLimit(10, countInMemory());
    await limit('app_one', 6);
    for (const addresses of [5, 5]) {
      await expect(limit('app_one', addresses)).rejects.toMatchObject({ code: 'rate_limited' });
    }
    await limit('app_one', 4);
    await expect(limit('app_one', 1)).rejects.toMatchObject({ code: 'rate_limited' });
  });

  it('does not let imports that arrive together exceed the limit', async () => {
    const limit = createAddressLimit(10, countInMemory());
    const outcomes = await Promise.allSettled([limit('app_one', 6), limit('app_one', 6)]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
  });

  it('refuses an import that could never fit, says to split it, and does not count it', async () => {
    const limit = createAddressLimit(10, countInMemory());
    const refused = await limit('app_one', 11).catch((error: unknown) => error);
    expect(refused).toMatchObject({
      code: 'validation_failed',
      headers: {},
      errors: [
        {
          pointer: '/matches',
          code: 'maxItems',
          detail: expect.stringMatching(/ 11 email .* may ask about 10\. Split the import /),
        },
      ],
    });
    await limit('app_one', 10);
  });

  it('refuses nothing if it is off', async () => {
    const limit = createAddressLimit(0, countInMemory());
    await limit('app_one', 1_000_000);
  });
});
