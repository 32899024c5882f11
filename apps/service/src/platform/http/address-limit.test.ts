import { ProblemError } from '@partner-rating/server';
import { describe, expect, it } from 'vitest';
import { createAddressLimit } from './address-limit.ts';
import { countInMemory } from './counters.ts';

describe('the limit of e-mail addresses', () => {
  it('refuses what exceeds it within the hour, by application, and says how long to wait', async () => {
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

  it('refuses nobody where it is off', async () => {
    const limit = createAddressLimit(0, countInMemory());
    await limit('app_one', 1_000_000);
  });
});
