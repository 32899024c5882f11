import type { Schemas } from '@partner-rating/server';
import { testRows } from '@partner-rating/table-tests';
import { beforeEach, describe, expect, it } from 'vitest';
import { createKey } from '../../console/actions/keys.ts';
import { newId } from '../../platform/database/identifiers.ts';
import type { Database, MemberRow } from '../../platform/database/schema.ts';
import { insertApplication, insertConnection } from '../../testing/builders.ts';
import { createTestDatabase } from '../../testing/test-database.ts';
import { startTestService, type TestService } from '../../testing/test-service.ts';
import { ask, insertKnownMember, insertRatings, now } from '../testing/seen-players.ts';

const scopes = ['user:profile:read', 'user:rating:read'];

describe('GET /partner/members', () => {
  let database: Database;
  let service: TestService;
  let applicationId: string;
  let mike: MemberRow;
  let priya: MemberRow;

  beforeEach(async () => {
    database = await createTestDatabase('postgres');
    service = await startTestService({ database, clock: () => now });
    const application = database.selectFrom('application').select('id');
    applicationId = (await application.executeTakeFirstOrThrow()).id;
    mike = await insertKnownMember(database, { first_name: 'Mike' });
    priya = await insertKnownMember(database, { first_name: 'Priya' });
  });

  const bulk = (query: string, apiKey = service.partner.apiKey) =>
    ask<Schemas.Member[]>(`${service.baseUrl}/partner/members${query}`, { 'x-api-key': apiKey });

  const idsOf = async (references: unknown[]) => {
    const { status, body } = await bulk(`?ids=${references.join(',')}`);
    expect(status).toBe(200);
    return body.map(({ id }) => id);
  };

  describe('200', () => {
    it('keeps the order asked for, in either form of reference', async () => {
      expect(await idsOf([priya.id, mike.member_number])).toEqual([priya.id, mike.id]);
      expect(await idsOf([mike.id, priya.member_number])).toEqual([mike.id, priya.id]);
    });

    it('gives a member named twice twice', async () => {
      const references = [mike.id, priya.id, mike.member_number, mike.id];
      expect(await idsOf(references)).toEqual([mike.id, priya.id, mike.id, mike.id]);
    });

    it('leaves out whom nobody knows', async () => {
      const unknown = [newId('mem'), 1, '9999999999999999'];
      expect(await idsOf([...unknown, mike.id])).toEqual([mike.id]);
      expect(await idsOf(unknown)).toEqual([]);
    });

    it('takes a hundred references', async () => {
      expect(await idsOf(Array(100).fill(mike.id))).toHaveLength(100);
    });

    it('restricts the ratings to the sports asked for', async () => {
      const rating = { bracket: 'overall-open', rating: 4, reliability: 0.5, games: 12 };
      const ratings = ['pickleball', 'padel', 'tennis'].map((sport) => ({ ...rating, sport }));
      await insertRatings(database, mike.id, ratings);
      const sportsBy = async (query: string) => {
        const { body } = await bulk(`?ids=${mike.id},${priya.id}${query}`);
        return body.map(({ sport = {} }) => Object.keys(sport));
      };
      expect(await sportsBy('')).toEqual([['padel', 'pickleball', 'tennis'], []]);
      expect(await sportsBy('&sport=padel')).toEqual([['padel'], []]);
      expect(await sportsBy('&sport=tennis,padel,squash')).toEqual([['padel', 'tennis'], []]);
    });

    it("shows an application's own connections only", async () => {
      const other = await insertApplication(database);
      await insertConnection(database, other, mike.id, scopes);
      const { body } = await bulk(`?ids=${mike.id}`);
      expect(body[0]).not.toHaveProperty('fullName');
      expect(body[0]?.status.isConnected).toBe(false);
    });

    it('notes the use of the connections it shows, to the minute, and of no other', async () => {
      const ofMike = await insertConnection(database, applicationId, mike.id, scopes);
      const ofPriya = await insertConnection(database, applicationId, priya.id, scopes, now);
      const lastUses = async () => {
        const rows = await database.selectFrom('connection').selectAll().execute();
        const uses = new Map(rows.map((row) => [row.id, row.last_used_at]));
        return [uses.get(ofMike), uses.get(ofPriya)];
      };
      await idsOf([mike.id, priya.id]);
      await expect.poll(lastUses).toEqual([now, null]);

      const moment = new Date(now.getTime() - 59_000);
      await database.updateTable('connection').set({ last_used_at: moment }).execute();
      await idsOf([mike.id]);
      expect(await lastUses()).toEqual([moment, moment]);
    });
  });

  it('takes a list that is repeated as one that is separated by commas', async () => {
    const together = await bulk(`?ids=${mike.id},${priya.id}`);
    expect(together.status).toBe(200);
    expect(await bulk(`?ids=${mike.id}&ids=${priya.id}`)).toMatchObject({ body: together.body });
  });

  describe('400', () => {
    it('names the limit to who asks for more than a hundred members', async () => {
      const { status, body } = await bulk(`?ids=${Array(101).fill(mike.id).join(',')}`);
      expect(status).toBe(400);
      expect(body.code).toBe('validation_failed');
      expect(body.errors).toMatchObject([{ pointer: '/query/ids', code: 'maxItems' }]);
      expect(body.errors?.[0]?.detail).toContain('100');
    });

    testRows([
      ['', '/query/ids', 'required'],
      ['?ids=', '/query/ids/0', 'pattern'],
      ['?ids=1,,2', '/query/ids/1', 'pattern'],
      ['?ids=1,mike', '/query/ids/1', 'pattern'],
      ['?ids=1&ids=mike', '/query/ids/1', 'pattern'],
      ['?ids=1&sport=Padel', '/query/sport/0', 'pattern'],
      ['?ids=1&memberId=1', '/query/memberId', 'additionalProperties'],
    ])('for invalid ids', async (query, pointer, code) => {
      const { status, body } = await bulk(query);
      expect([status, body.code]).toEqual([400, 'validation_failed']);
      expect(body.errors).toMatchObject([{ pointer, code }]);
    });
  });

  describe('401', () => {
    testRows([
      ['no credential', {}],
      ['an unknown key', { 'x-api-key': 'prk_unknown' }],
      ['an access token, which reads its own player only', { authorization: 'Bearer pra_any' }],
    ])('answers an invalid credential with WWW-Authenticate', async (_, credential) => {
      const url = `${service.baseUrl}/partner/members?ids=1`;
      const { status, headers, body } = await ask(url, credential as Record<string, string>);
      expect([status, body]).toMatchObject([401, { code: 'unauthenticated' }]);
      expect(headers.get('www-authenticate')).toContain('ApiKey');
    });

    it('answers a key from the moment it is revoked', async () => {
      expect((await bulk('?ids=1')).status).toBe(200);
      await database.updateTable('api_key').set({ revoked_at: now }).execute();
      const answers = await Promise.all(Array.from({ length: 8 }, () => bulk('?ids=1')));
      expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(401));
    });
  });

  it('403 answers a key without key:member:read, and names the scope', async () => {
    const { apiKey } = await createKey(service.dependencies, {
      clientId: service.partner.clientId,
      scopes: ['key:leaderboard:read'],
    });
    const { status, body } = await bulk('?ids=1', apiKey);
    expect([status, body.code]).toEqual([403, 'insufficient_scope']);
    expect(body.detail).toContain('key:member:read');
  });

  it('429 answers a key beyond its limit, with Retry-After', async () => {
    const limited = await startTestService({
      database: await createTestDatabase('postgres'),
      environment: { RATE_LIMIT: '1' },
    });
    const url = `${limited.baseUrl}/partner/members?ids=1`;
    const credential = { 'x-api-key': limited.partner.apiKey };
    expect((await ask(url, credential)).status).toBe(200);
    const { status, headers, body } = await ask(url, credential);
    expect([status, body]).toMatchObject([429, { code: 'rate_limited' }]);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  });
});
