import type { Schemas } from '@partner-rating/server';
import { testRows } from '@partner-rating/table-tests';
import { beforeEach, describe, expect, it } from 'vitest';
import { createKey } from '../../console/actions/keys.ts';
import { createTestDatabase } from '../../testing/test-database.ts';
import { startTestService, type TestService } from '../../testing/test-service.ts';
import { connect as connectPlayer, insertNamedPlayer, now } from '../testing/players.ts';

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
    await database
      .insertInto('rating')
      .values(
        (['pickleball', 'padel'] as const).map((sport) => ({
          member_id: mike.id,
          sport,
          bracket: 'overall-open',
          mu: 31,
          sigma: 4,
          rating: sport === 'padel' ? 3.512 : 4.231,
          reliability: 0.77,
          games: 12,
          updated_at: now,
        })),
      )
      .execute();
  });

  async function connect(memberId: string, scopes: string[], revokedAt: Date | null = null) {
    token = await connectPlayer(service.dependencies.database, memberId, scopes, revokedAt);
  }

  async function get(query: string, headers: Record<string, string>) {
    const response = await fetch(`${service.baseUrl}/partner/member${query}`, { headers });
    const body = (await response.json()) as Schemas.Member & Schemas.Problem;
    return { status: response.status, headers: response.headers, body };
  }

  const withKey = (query: string) => get(query, { 'x-api-key': service.partner.apiKey });
  const withToken = (query: string) => get(query, { authorization: `Bearer ${token}` });
  const everything = ['user:profile:read', 'user:profile:email', 'user:rating:read'];

  describe('200', () => {
    it('gives a key what the player granted, by id or by member number', async () => {
      await connect(mike.id, everything);
      const byId = await withKey(`?memberId=${mike.id}`);
      expect(byId).toMatchObject({
        status: 200,
        body: {
          id: mike.id,
          memberId: mike.member_number,
          fullName: 'Mike Brennan',
          displayName: 'Mike B.',
          age: 40,
          email: 'mike@example.com',
          status: { isConnected: true, isGhost: false },
          sport: { pickleball: { R: 4.231 }, padel: { R: 3.512 } },
          grantedScopes: everything,
        },
      });
      expect((await withKey(`?memberId=${mike.member_number}`)).body).toEqual(byId.body);
    });

    it('leaves out what was not granted', async () => {
      await connect(mike.id, ['user:profile:read']);
      const { body } = await withKey(`?memberId=${mike.id}`);
      expect(body).not.toHaveProperty('email');
      expect(body).not.toHaveProperty('sport');
    });

    it('leaves out what the player has not filled in', async () => {
      await connect(mike.id, everything);
      expect((await withKey(`?memberId=${mike.id}`)).body).not.toHaveProperty('zip');
    });

    it('restricts the ratings to the sports asked for', async () => {
      await connect(mike.id, everything);
      const one = await withKey(`?memberId=${mike.id}&sport=padel`);
      expect(Object.keys(one.body.sport ?? {})).toEqual(['padel']);
      const two = await withKey(`?memberId=${mike.id}&sport=padel,pickleball`);
      expect(Object.keys(two.body.sport ?? {}).sort()).toEqual(['padel', 'pickleball']);
    });

    it("gives a token its own player, named or not, under the token's scopes", async () => {
      await connect(mike.id, ['user:profile:read']);
      const { status, body } = await withToken('');
      expect([status, body.id, body.grantedScopes]).toEqual([200, mike.id, ['user:profile:read']]);
      expect((await withToken(`?memberId=${mike.id}`)).body).toEqual(body);
    });

    it('carries the request id and where the caller stands with the limit', async () => {
      await connect(mike.id, everything);
      const { headers } = await withKey(`?memberId=${mike.id}`);
      expect(headers.get('x-request-id')).toMatch(/^req_/);
      expect(headers.get('ratelimit-policy')).toBe('"default";q=600;w=60');
      expect(headers.get('ratelimit')).toMatch(/^"default";r=599;t=\d+$/);
    });
  });

  describe('400', () => {
    it('asks a key to name the player', async () => {
      expect(await withKey('')).toMatchObject({
        status: 400,
        body: { code: 'validation_failed', errors: [{ pointer: '/query/memberId' }] },
      });
    });

    it('refuses an unknown parameter', async () => {
      expect(await withKey(`?memberId=${mike.id}&colour=red`)).toMatchObject({
        status: 400,
        body: { code: 'validation_failed' },
      });
    });

    it('refuses a name that is neither id nor number', async () => {
      expect(await withKey('?memberId=mike')).toMatchObject({ status: 400 });
    });
  });

  describe('401', () => {
    testRows([
      ['no credential', {}],
      ['an unknown key', { 'x-api-key': 'prk_unknown' }],
      ['an unknown token', { authorization: 'Bearer pra_unknown' }],
    ])('answers an invalid credential with WWW-Authenticate', async (_, headers) => {
      const answer = await get(`?memberId=${mike.id}`, headers);
      expect(answer).toMatchObject({ status: 401, body: { code: 'unauthenticated' } });
      expect(answer.headers.get('www-authenticate')).toMatch(/Bearer/);
      expect(answer.headers.get('ratelimit')).toMatch(/^"default";r=\d+;t=\d+$/);
    });

    it('answers a token of a revoked connection', async () => {
      await connect(mike.id, everything, now);
      expect(await withToken('')).toMatchObject({ status: 401 });
    });
  });

  describe('403', () => {
    it('answers a key without key:member:read, and names the scope', async () => {
      await connect(mike.id, everything);
      const { apiKey } = await createKey(service.dependencies, {
        clientId: service.partner.clientId,
        scopes: ['key:match:submit'],
      });
      const answer = await get(`?memberId=${mike.id}`, { 'x-api-key': apiKey });
      expect(answer).toMatchObject({ status: 403, body: { code: 'insufficient_scope' } });
      expect(answer.body.detail).toContain('key:member:read');
    });

    it('answers a token that asks for another player, connected or not', async () => {
      await connect(mike.id, everything);
      expect(await withToken(`?memberId=${daniel.id}`)).toMatchObject({
        status: 403,
        body: { code: 'not_connected' },
      });
    });
  });

  it('200 is the public card of who is not connected, or not any more', async () => {
    const card = await withKey(`?memberId=${mike.id}`);
    expect(card).toMatchObject({ status: 200, body: { status: { isConnected: false } } });
    expect(card.body).not.toHaveProperty('lastName');
    await connect(mike.id, everything, now);
    expect((await withKey(`?memberId=${mike.id}`)).body).toEqual(card.body);
  });

  it('404 answers a key that names nobody', async () => {
    expect(await withKey('?memberId=999999999')).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    });
  });

  it('429 answers a key beyond its limit, with Retry-After', async () => {
    const limited = await startTestService({
      database: await createTestDatabase('postgres'),
      environment: { RATE_LIMIT: '1' },
    });
    const ask = () =>
      fetch(`${limited.baseUrl}/partner/member?memberId=1`, {
        headers: { 'x-api-key': limited.partner.apiKey },
      });
    await ask();
    const answer = await ask();
    expect([answer.status, await answer.json()]).toMatchObject([429, { code: 'rate_limited' }]);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(answer.headers.get('ratelimit')).toMatch(/r=0/);
  });
});
