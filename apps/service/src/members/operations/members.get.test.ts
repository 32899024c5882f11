import type { Schemas } from '@partner-rating/server';
import { beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase } from '../../testing/test-database.ts';
import { startTestService, type TestService } from '../../testing/test-service.ts';
import { connect as connectPlayer, insertNamedPlayer, now } from '../testing/players.ts';
import { ask, insertRatings } from '../testing/seen-players.ts';

describe('GET /partner/member', () => {
  let service: TestService;
  let token: string;
  let mike: { id: string; member_number: number };
  let daniel: { id: string; member_number: number };

  beforeEach(async () => {
    const database = await createTestDatabase('postgres');
    service = await startTestService({ database, clock: () => now });
    mike = await insertNamedPlayer(database, 'Mike', 'Brennan');
    daniel = await insertNamedPlayer(database, 'Daniel', 'Okafor');
    const rating = { bracket: 'overall-open', reliability: 0.77, games: 12 };
    await insertRatings(database, mike.id, [
      { ...rating, sport: 'pickleball', rating: 4.231 },
      { ...rating, sport: 'padel', rating: 3.512 },
    ]);
  });

  async function connect(memberId: string, scopes: string[], revokedAt: Date | null = null) {
    token = await connectPlayer(service.dependencies.database, memberId, scopes, revokedAt);
  }

  const get = async (query: string, headers: Record<string, string>) =>
    await ask<Schemas.Member>(`${service.baseUrl}/partner/member${query}`, headers);

  const withKey = (query: string) => get(query, { 'x-api-key': service.partner.apiKey });
  const withToken = (query: string) => get(query, { authorization: `Bearer ${token}` });
  const everything = ['user:profile:read', 'user:profile:email', 'user:rating:read'];

  describe('200', () => {
    it('returns to a key what the player granted, by id or by member number', async () => {
      await connect(mike.id, everything);
      const doubles = { sport: 'pickleball', bracket: 'doubles-open', rating: 4 };
      const { database } = service.dependencies;
      await insertRatings(database, mike.id, [{ ...doubles, reliability: 0.7, games: 9 }]);
      const byId = await withKey(`?memberId=${mike.id}`);
      expect(byId).toMatchObject({
        status: 200,
        body: {
          ...{ id: mike.id, memberId: mike.member_number, fullName: 'Mike Brennan', age: 40 },
          ...{ displayName: 'Mike B.', email: 'mike@example.com', grantedScopes: everything },
          status: { isConnected: true, isGhost: false },
          sport: { pickleball: { R: 4.231 }, padel: { R: 3.512 } },
        },
      });
      const { splits = {} } = byId.body.sport?.pickleball ?? {};
      expect(Object.keys(splits)).toEqual(['overall-open', 'doubles-open']);
      expect((await withKey(`?memberId=${mike.member_number}`)).body).toEqual(byId.body);
    });

    it('returns only the ratings of the requested sports', async () => {
      await connect(mike.id, everything);
      for (const sports of [['padel'], ['padel', 'pickleball']]) {
        const { body } = await withKey(`?memberId=${mike.id}&sport=${sports}`);
        expect(Object.keys(body.sport ?? {}).toSorted()).toEqual(sports);
      }
    });

    it("returns to a token its own player, named or not, by the token's scopes", async () => {
      await connect(mike.id, ['user:profile:read']);
      const { status, body } = await withToken('');
      expect([status, body.id, body.grantedScopes]).toEqual([200, mike.id, ['user:profile:read']]);
      expect((await withToken(`?memberId=${mike.id}`)).body).toEqual(body);
    });

    it('has the request id and the state of the rate limit', async () => {
      await connect(mike.id, everything);
      const { headers } = await withKey(`?memberId=${mike.id}`);
      expect(headers.get('x-request-id')).toMatch(/^req_/);
      expect(headers.get('ratelimit-policy')).toBe('"default";q=600;w=60');
      expect(headers.get('ratelimit')).toMatch(/^"default";r=599;t=\d+$/);
    });
  });

  it('400: asks a key to name the player, and rejects a text that is not a reference', async () => {
    expect(await withKey('')).toMatchObject({
      status: 400,
      body: { code: 'validation_failed', errors: [{ pointer: '/query/memberId' }] },
    });
    expect(await withKey('?memberId=mike')).toMatchObject({
      status: 400,
      body: { code: 'validation_failed' },
    });
  });

  it('401: counts the request for the limit of its sender', async () => {
    const answer = await get(`?memberId=${mike.id}`, { 'x-api-key': 'prk_unknown' });
    expect(answer).toMatchObject({ status: 401, body: { code: 'unauthenticated' } });
    expect(answer.headers.get('ratelimit')).toMatch(/^"default";r=\d+;t=\d+$/);
  });

  it('403 for a token that asks for another player, connected or not', async () => {
    await connect(mike.id, everything);
    expect(await withToken(`?memberId=${daniel.id}`)).toMatchObject({
      status: 403,
      body: { code: 'not_connected' },
    });
  });

  it('404 for a key that names nobody', async () => {
    expect(await withKey('?memberId=999999999')).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    });
  });

  it('429 for a key above its limit, with Retry-After', async () => {
    const limited = await startTestService({
      database: await createTestDatabase('postgres'),
      environment: { RATE_LIMIT: '1' },
    });
    const url = `${limited.baseUrl}/partner/member?memberId=1`;
    const credential = { 'x-api-key': limited.partner.apiKey };
    await ask(url, credential);
    const { status, headers, body } = await ask(url, credential);
    expect([status, body]).toMatchObject([429, { code: 'rate_limited' }]);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect(headers.get('ratelimit')).toMatch(/r=0/);
  });
});
