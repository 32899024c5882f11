import type { Schemas } from '@partner-rating/server';
import { describe, expect, it } from 'vitest';
import { createKey } from '../../console/actions/keys.ts';
import { editPartner, setSuspension } from '../../console/actions/partners.ts';
import { createTestDatabase } from '../../testing/test-database.ts';
import { startTestService } from '../../testing/test-service.ts';

async function startService(environment: Record<string, string> = {}) {
  const database = await createTestDatabase('postgres');
  const { baseUrl, partner, dependencies } = await startTestService({ database, environment });

  async function call(path: string, apiKey: string, options?: RequestInit) {
    const headers = { 'x-api-key': apiKey, 'content-type': 'application/json' };
    const response = await fetch(`${baseUrl}${path}`, { headers, ...options });
    const body = (await response.json()) as Schemas.Usage & Schemas.Problem;
    return { status: response.status, headers: response.headers, body };
  }
  return {
    apiKey: partner.apiKey,
    usage: (apiKey = partner.apiKey, query = '') => call(`/partner/usage${query}`, apiKey),
    /** A call in the class of requests that rate matches. It is refused, but counted. */
    submit: () => call('/partner/matches', partner.apiKey, { method: 'POST', body: '{}' }),
    createKey: async (scopes: string[]) =>
      (await createKey(dependencies, { clientId: partner.clientId, scopes })).apiKey,
    setLimits: async (limits: Record<string, number | null>) =>
      await editPartner(dependencies, partner.clientId, { limits }),
    suspend: async () => await setSuspension(dependencies, partner.clientId, { isSuspended: true }),
  };
}

describe('GET /partner/usage', () => {
  describe('200', () => {
    it('counts the requests of all keys in the window, including this one, and needs no scope', async () => {
      const { usage, createKey } = await startService();
      await usage();
      const { status, body, headers } = await usage();
      expect(status).toBe(200);
      expect(body).toEqual({
        requests: 2,
        limit: 600,
        remaining: 598,
        window: 60,
        reset: expect.any(Number),
      });
      expect(headers.get('ratelimit')).toBe(`"default";r=598;t=${body.reset}`);
      const other = await createKey(['key:leaderboard:read']);
      expect((await usage(other)).body).toMatchObject({ requests: 3, remaining: 597 });
    });

    it('returns the limit that the operator gave the application, from the next request on', async () => {
      const { usage, submit, setLimits } = await startService();
      await setLimits({ default: 2, ingest: 1 });
      expect((await usage()).body).toMatchObject({ requests: 1, limit: 2, remaining: 1 });
      await submit();
      expect((await submit()).body).toMatchObject({ status: 429, code: 'rate_limited' });
      await setLimits({ default: null });
      expect((await usage()).body).toMatchObject({ requests: 2, limit: 600 });
    });

    it('returns the default of the class, and counts requests that rate matches separately', async () => {
      const { usage, submit } = await startService({ RATE_LIMIT: '2', INGEST_RATE_LIMIT: '1' });
      const submitted = await submit();
      expect(submitted.headers.get('ratelimit-policy')).toBe('"ingest";q=1;w=60');
      expect((await submit()).body).toMatchObject({ status: 429, code: 'rate_limited' });
      expect((await usage()).body).toMatchObject({ requests: 1, limit: 2, remaining: 1 });
    });

    it('has no limit and no header fields if the operator turned the limit off', async () => {
      const { usage } = await startService({ RATE_LIMIT: '0' });
      await usage();
      const { body, headers } = await usage();
      expect(body).toMatchObject({ requests: 2, limit: null, remaining: null, window: 60 });
      expect([headers.get('ratelimit'), headers.get('ratelimit-policy')]).toEqual([null, null]);
    });
  });

  it('401 for an unknown key, counted for its network', async () => {
    const { usage } = await startService({ RATE_LIMIT: '1' });
    const { status, headers } = await usage('prk_unknown');
    expect(status).toBe(401);
    expect(headers.get('ratelimit')).toMatch(/^"default";r=0;t=\d+$/);
    expect((await usage('prk_another')).status).toBe(429);
  });

  it('403 for a suspended application, which is counted like any other', async () => {
    const { usage, suspend } = await startService({ RATE_LIMIT: '1' });
    await suspend();
    expect((await usage()).body).toMatchObject({ status: 403, code: 'application_suspended' });
    expect((await usage()).body).toMatchObject({ status: 429, code: 'rate_limited' });
  });

  it('429 for a key above its limit, with the seconds to wait', async () => {
    const { usage } = await startService({ RATE_LIMIT: '1' });
    await usage();
    const { status, headers, body } = await usage();
    expect([status, body.code]).toEqual([429, 'rate_limited']);
    expect(headers.get('retry-after')).toMatch(/^[1-9]\d?$/);
  });
});
