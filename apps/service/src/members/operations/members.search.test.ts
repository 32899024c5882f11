import type { Schemas } from '@partner-rating/server';
import { testRows } from '@partner-rating/table-tests';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../platform/database/schema.ts';
import { insertOwnGhost } from '../../testing/builders.ts';
import { openSharedService, type SharedTestService } from '../../testing/test-service.ts';
import { nameColumns } from '../domain/names.ts';
import { naiveSearch } from '../testing/naive-search.ts';
import { connect } from '../testing/players.ts';
import { type ClubMember, clubDay, insertClub } from '../testing/search-club.ts';
import { ask } from '../testing/seen-players.ts';

describe('GET /partner/search', () => {
  let database: Database;
  let service: SharedTestService;
  let club: ClubMember[];

  beforeAll(async () => {
    service = await openSharedService('postgres', {
      clock: () => clubDay,
      environment: { RATE_LIMIT: '0' },
    });
    database = service.database;
    // They are connected to another application.
    club = (await insertClub(database, 120)).map((one) => ({ ...one, isConnected: false }));
  });
  afterAll(() => service.stop());

  const search = async (query: string) =>
    await ask<Schemas.MemberSearchPage>(`${service.baseUrl}/partner/search?${query}`, {
      'x-api-key': service.partner.apiKey,
    });

  const numbersIn = (players: readonly Schemas.Member[]) =>
    players.map((player) => player.memberId);
  const numbersOf = (members: readonly ClubMember[]) => members.map((one) => one.memberNumber);

  describe('200', () => {
    it('returns the public cards of the players who match, in order', async () => {
      const { status, body } = await search('name=brennan&limit=100');
      expect(status).toBe(200);
      expect(numbersIn(body.players)).toEqual(numbersOf(naiveSearch(club, { name: 'brennan' })));
      for (const player of body.players) {
        for (const name of ['firstName', 'age', 'zip', 'email']) {
          expect(player).not.toHaveProperty(name);
        }
        expect(player).toHaveProperty('displayName');
      }
      expect(body.nextCursor).toBeNull();
    });

    testRows([
      { name: 'mik', city: 'austin' },
      { name: 'garcia zoe' },
      { name: 'brennan', minAge: 35 },
      { name: 'brennan', isVairified: true },
      { name: 'mi', state: 'tx', sort: 'activity' as const },
      { name: 'o', sport: ['padel'], sort: 'rating' as const },
    ])('finds the players who match', async (query) => {
      const parameters = new URLSearchParams({ limit: '100' });
      for (const [name, value] of Object.entries(query)) parameters.set(name, String(value));
      const { body } = await search(String(parameters));
      const expected = numbersOf(naiveSearch(club, query));
      expect(numbersIn(body.players)).toEqual(expected);
      expect(expected).not.toEqual([]);
    });

    testRows(['country=XX', 'city=nowhere', 'state=nowhere'])(
      'finds nobody by rating in a location without players',
      async (location) => {
        const { status, body } = await search(`${location}&sport=pickleball&sort=rating`);
        expect(status).toBe(200);
        expect(body).toEqual({ players: [], nextCursor: null });
      },
    );

    it('returns everybody page by page, 20 on a page by default', async () => {
      const found: number[] = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        const { body } = await search(cursor === '' ? '' : `cursor=${cursor}`);
        expect(body.players.length).toBeLessThanOrEqual(20);
        found.push(...numbersIn(body.players));
        cursor = body.nextCursor;
      }
      expect(found).toEqual(numbersOf(naiveSearch(club, {})));
    });

    it('skips as many players as the offset says, up to ten thousand, and continues by the cursor', async () => {
      const all = numbersOf(naiveSearch(club, {}));
      const first = await search('offset=3&limit=4');
      const second = await search(`limit=4&cursor=${first.body.nextCursor}`);
      expect(numbersIn([...first.body.players, ...second.body.players])).toEqual(all.slice(3, 11));
      expect((await search('offset=10000')).body.players).toEqual([]);
    });

    it('returns only the ratings of the requested sports', async () => {
      const { body } = await search('sport=padel&sort=rating&limit=100');
      const query = { sport: ['padel'], sort: 'rating' as const };
      expect(numbersIn(body.players)).toEqual(numbersOf(naiveSearch(club, query)));
      for (const player of body.players) expect(Object.keys(player.sport ?? {})).toEqual(['padel']);
    });

    it('finds the application’s own ghosts, and marks them and connected players', async () => {
      const ghost = club.find((one) => one.is_ghost && one.mergedInto === null && !one.isConnected);
      const ghostId = ghost?.id ?? '';
      const playersOf = async (reference = '') =>
        (await search(`memberId=${reference}`)).body.players;
      expect(await playersOf(ghostId)).toEqual([]);
      const application = database.selectFrom('application').select('id');
      const ofPartner = application.where('client_id', '=', service.partner.clientId);
      await insertOwnGhost(database, (await ofPartner.executeTakeFirstOrThrow()).id, ghostId);
      const shown = { isGhost: true, isConnected: false };
      expect(await playersOf(ghostId)).toMatchObject([{ status: shown }]);
      await database.deleteFrom('imported_ghost').where('member_id', '=', ghostId).execute();
      const member = naiveSearch(club, {}).find((one) => !one.is_ghost);
      await connect(database, member?.id ?? '', ['user:profile:read', 'user:profile:email']);
      const [connected] = await playersOf(String(member?.memberNumber));
      expect(connected?.status).toMatchObject({ isGhost: false, isConnected: true });
      expect(connected).not.toHaveProperty('email');
    });

    it('finds the member for a claimed ghost', async () => {
      const ghost = club.find((one) => one.mergedInto?.is_discoverable);
      const { body } = await search(`memberId=${ghost?.id}`);
      expect(numbersIn(body.players)).toEqual([ghost?.mergedInto?.memberNumber]);
    });

    it('never finds a member from the moment they opt out', async () => {
      const member = naiveSearch(club, {}).at(-1);
      const setDiscoverable = async (is_discoverable: boolean) =>
        await database
          .updateTable('member')
          .set({ is_discoverable })
          .where('id', '=', member?.id ?? '')
          .execute();
      for (const query of ['', 'sort=activity&', `name=${member?.first_name}&`]) {
        await setDiscoverable(false);
        const without = await search(`${query}limit=100`);
        expect(numbersIn(without.body.players)).not.toContain(member?.memberNumber);
        await setDiscoverable(true);
      }
      expect(numbersIn((await search(`memberId=${member?.id}`)).body.players)).toHaveLength(1);
    });

    testRows(['%', '_', '\\', "' or 1=1 --", '\u{1F3BE}', 'x'.repeat(100), '\uFDFA'.repeat(100)])(
      'treats the characters of patterns as plain text',
      async (name) => {
        const { status, body } = await search(`name=${encodeURIComponent(name)}`);
        expect([status, body]).toEqual([200, { players: [], nextCursor: null }]);
      },
    );

    testRows([
      ['MIKE', 'mike'],
      ['OBRIEN', "o'brien"],
      ['Zoe', 'zoë'],
      ['Garcia-Lopez', 'lópez garcía'],
      ['Łódź', 'lodz'],
    ])('treats two spellings of a name as the same', async (one, other) => {
      const parameter = one === 'Łódź' ? 'city' : 'name';
      const [first, second] = await Promise.all(
        [one, other].map((text) => search(`${parameter}=${encodeURIComponent(text)}&limit=100`)),
      );
      expect(first?.body.players.length).toBeGreaterThan(0);
      expect(second?.body).toEqual(first?.body);
    });

    it('finds members whose names fold to many times their length', async () => {
      const member = club.find((one) => one.is_discoverable && one.mergedInto === null);
      const hostile = '㍿㌫'.repeat(50);
      const names = { first_name: hostile, last_name: hostile, city: hostile };
      await database
        .updateTable('member')
        .set({ ...names, ...nameColumns(names), state: hostile })
        .where('id', '=', member?.id ?? '')
        .execute();
      for (const query of ['name=株式会社', `city=${encodeURIComponent(hostile)}`]) {
        const { body } = await search(query);
        expect(numbersIn(body.players)).toContain(member?.memberNumber);
      }
    });
  });

  describe('400', () => {
    testRows([
      ['minRating=3&sport=padel,tennis', '/query/sport'],
      ['sort=rating&sport=padel,tennis', '/query/sport'],
      ['sport=padel&minRating=5&maxRating=4', '/query/minRating'],
      ['sport=padel&minRating=1.999', '/query/minRating'],
      ['minAge=40&maxAge=30', '/query/minAge'],
      ['age=40&maxAge=50', '/query/age'],
      ['age=-1', '/query/age'],
      ['sort=age', '/query/sort'],
      ['gender=male', '/query/gender'],
      ['country=usa', '/query/country'],
      ['memberId=mike', '/query/memberId'],
      ['limit=101', '/query/limit'],
      ['offset=10001', '/query/offset'],
      ['name=', '/query/name'],
      [`name=${'x'.repeat(101)}`, '/query/name'],
      ['name=%00', '/query/name'],
      ['name=%ED%A0%80', '/query/name'],
      ['city=a%00b', '/query/city'],
      ['cursor=nonsense', '/query/cursor'],
    ])('for an invalid parameter, pointing to it', async (query, pointer) => {
      const { status, body } = await search(query);
      expect([status, body.code]).toEqual([400, 'validation_failed']);
      expect(new Set(body.errors?.map((error) => error.pointer))).toEqual(new Set([pointer]));
    });

    it('for a cursor of another search, or with an offset', async () => {
      const { body } = await search('limit=1');
      const cursor = `cursor=${body.nextCursor}`;
      expect(await search(`${cursor}&name=mike`)).toMatchObject({
        status: 400,
        body: { errors: [{ pointer: '/query/cursor', code: 'cursor_of_another_search' }] },
      });
      expect(await search(`${cursor}&offset=0`)).toMatchObject({
        status: 400,
        body: { errors: [{ pointer: '/query/offset', code: 'not_with_cursor' }] },
      });
    });
  });
});
