import type { Schemas } from '@partner-rating/server';
import { testRows } from '@partner-rating/table-tests';
import { beforeEach, describe, expect, it } from 'vitest';
import { connect, now } from '../../members/testing/players.ts';
import { type LeaderboardClub, openLeaderboardClub } from '../testing/club.ts';
import { insertTexan, rate } from '../testing/players.ts';

const texas = { sport: 'pickleball', scope: 'state', country: 'US', state: 'TX' };
const namesOf = ({ players }: Schemas.Leaderboard) =>
  players.map(({ rank, displayName }) => `${rank} ${displayName}`);

describe('GET /leaderboard', () => {
  let club: LeaderboardClub;

  beforeEach(async () => {
    club = await openLeaderboardClub();
  });

  describe('200', () => {
    it('lists a board, best first, page by page', async () => {
      const first = await club.list({ ...texas, limit: '3' });
      expect(first).toMatchObject({
        status: 200,
        body: { sport: 'pickleball', bracket: 'overall-open', scope: 'state', total: 5 },
      });
      expect(namesOf(first.body)).toEqual(['1 Daniel O.', '2 Mike B.', '3 Priya N.']);
      const cursor = first.body.nextCursor ?? '';
      const second = await club.list({ ...texas, limit: '3', cursor });
      expect(namesOf(second.body)).toEqual(['4 Sofia L.', '5 Lena H.']);
      expect(second.body.nextCursor).toBeNull();
      expect((await club.list({ ...texas, offset: '3' })).body).toEqual(second.body);
    });

    it('shows the public card with the rating, and who is connected', async () => {
      await connect(club.database, club.players.mike.id, ['user:profile:read', 'user:rating:read']);
      const { players } = (await club.list({ sport: 'pickleball' })).body;
      expect(players[1]).toEqual({
        ...{ id: club.players.mike.id, memberId: club.players.mike.member_number, rank: 2 },
        ...{ displayName: 'Mike B.', city: 'Austin', state: 'TX', country: 'US', gender: 'MALE' },
        status: { isVairified: true, isConnected: true, isGhost: false },
        ...{ R: 4.268, reliability: 0.77, games: 40 },
      });
      expect(players[4]?.status).toMatchObject({ isConnected: false, isGhost: false });
    });

    it('gives players of the same rating the same rank, and skips as many ranks', async () => {
      await rate(club.database, club.players.priya.id, { rating: 4.268 });
      const { body } = await club.list({ sport: 'pickleball' });
      expect(body.players.map(({ rank }) => rank)).toEqual([1, 2, 2, 4, 5]);
      const last = await club.list({ sport: 'pickleball', offset: '2' });
      expect(last.body.players.map(({ rank }) => rank)).toEqual([2, 4, 5]);
    });

    testRows<[string, Record<string, string>, string[]]>([
      ['a gender', { gender: 'FEMALE' }, ['1 Priya N.', '2 Sofia L.', '3 Lena H.']],
      ['verified players', { verifiedOnly: 'true' }, ['1 Mike B.']],
      ['players with games', { minGames: '3', gender: 'FEMALE' }, ['1 Priya N.', '2 Sofia L.']],
      [
        'a city, with any case and accents',
        { scope: 'city', country: 'US', city: 'AUSTÍN' },
        ['1 Mike B.', '2 Priya N.', '3 Lena H.'],
      ],
      ['a city of a state', { scope: 'city', country: 'US', state: 'Ca', city: 'Austin' }, []],
      [
        'a state, in any case',
        { scope: 'state', country: 'US', state: 'tx', limit: '1' },
        ['1 Daniel O.'],
      ],
      ['a country', { scope: 'country', country: 'CA' }, []],
      ['another bracket', { category: 'mixed', ageBracket: '35+' }, []],
    ])('filters by each choice', async (_, query, names) => {
      const { status, body } = await club.list({ sport: 'pickleball', ...query });
      expect([status, namesOf(body)]).toEqual([200, names]);
    });

    it('with a search, shows a part of the board with the ranks and total of the whole board', async () => {
      const { body } = await club.list({ sport: 'pickleball', search: 'SÓF', limit: '1' });
      expect([namesOf(body), body.total, body.nextCursor]).toEqual([['4 Sofia L.'], 5, null]);
      for (const search of ['%', '_', '!', '\\', 'l%n', 'l_n', 'nobody']) {
        expect(namesOf((await club.list({ sport: 'pickleball', search })).body)).toEqual([]);
      }
    });

    it('leaves out players who opted out of discovery, merged members, and ghosts', async () => {
      const { mike, priya, daniel } = club.players;
      const change = async ({ id }: { id: string }, values: object) =>
        await club.database.updateTable('member').set(values).where('id', '=', id).execute();
      await change(daniel, { is_discoverable: false });
      await change(priya, { merged_into: mike.id });
      const ghost = await insertTexan(club.database, { is_ghost: true });
      await rate(club.database, ghost.id, { rating: 7 });
      const { body } = await club.list({ sport: 'pickleball' });
      expect(namesOf(body)).toEqual(['1 Mike B.', '2 Sofia L.', '3 Lena H.']);
      expect(body.total).toBe(3);
    });

    it('shows a player under 16, with the short name, only to the application they connected to', async () => {
      const birth_date = `${new Date().getUTCFullYear() - 15}-12-31`;
      const junior = await insertTexan(club.database, { first_name: 'Nia', birth_date });
      await rate(club.database, junior.id, { rating: 4.2 });
      const scopes = ['user:profile:read', 'user:rating:read'];
      await connect(club.database, junior.id, scopes);
      const { body } = await club.list({ ...texas, limit: '3' });
      expect([namesOf(body), body.total]).toEqual([['1 Daniel O.', '2 Mike B.', '3 Nia B.'], 6]);
      expect(body.players[2]).not.toHaveProperty('lastName');

      const elsewhere = await club.list({ ...texas, limit: '3' }, await club.addPartner());
      expect([namesOf(elsewhere.body), elsewhere.body.total]).toEqual([
        ['1 Daniel O.', '2 Mike B.', '3 Priya N.'],
        5,
      ]);
    });

    it.each<[string, string[], Date | null]>([
      ['has disconnected it', ['user:profile:read', 'user:rating:read'], now],
      ['connected without user:rating:read', ['user:profile:read'], null],
    ])('omits a hidden player who %s', async (_, scopes, revokedAt) => {
      const hidden = await insertTexan(club.database, { is_discoverable: false });
      await rate(club.database, hidden.id, { rating: 7 });
      await connect(club.database, hidden.id, scopes, revokedAt);
      const { body } = await club.list(texas);
      expect([body.players[0]?.displayName, body.total]).toEqual(['Daniel O.', 5]);
    });

    it('has no board of players with an unknown location', async () => {
      const { id } = await insertTexan(club.database, { city: null, state: null });
      await rate(club.database, id, { rating: 5 });
      for (const location of [
        { scope: 'city', country: 'US', city: '!' },
        { scope: 'state', country: 'US', state: '̈' },
      ]) {
        const { body } = await club.list({ sport: 'pickleball', ...location });
        expect([body.total, body.players]).toEqual([0, []]);
      }
    });

    testRows<[string, Record<string, string>, string, number]>([
      ['a state', { state: 'tx' }, 'state', 5],
      ['a city', { scope: 'city', city: 'Austin' }, 'city', 3],
      ['a state without players', { scope: 'state', state: 'Nowhere' }, 'state', 0],
    ])('finds the country, and uses the default sport', async (_, query, scope, total) => {
      const { status, body } = await club.list(query);
      expect([status, body]).toMatchObject([200, { sport: 'pickleball', scope, total }]);
    });
  });

  describe('400', () => {
    testRows<[string, Record<string, string>, string, string]>([
      ['a scope without its country', { scope: 'country' }, '/query/country', 'required'],
      ['a club', { clubId: 'club_1' }, '/query/clubId', 'no_clubs'],
      ['a city scope without a city', { scope: 'city', country: 'US' }, '/query/city', 'required'],
      [
        'a location out of its scope',
        { scope: 'global', country: 'US' },
        '/query/country',
        'not_with_scope',
      ],
      [
        'a city with a state scope',
        { scope: 'state', country: 'US', state: 'TX', city: 'Austin' },
        '/query/city',
        'not_with_scope',
      ],
      ['an invented cursor', { cursor: 'eyJhZnRlciI6MTA1MTd9' }, '/query/cursor', 'invalid_cursor'],
      ['cursor and offset', { cursor: 'abc', offset: '1' }, '/query/offset', 'not_with_cursor'],
      ['an offset out of bounds', { offset: '10001' }, '/query/offset', 'maximum'],
      ['an unknown age bracket', { ageBracket: '36+' }, '/query/ageBracket', 'enum'],
    ])('refuses an invalid choice', async (_, query, pointer, code) => {
      const { status, body } = await club.list({ sport: 'pickleball', ...query });
      expect([status, body.code]).toEqual([400, 'validation_failed']);
      expect(body.errors).toContainEqual(expect.objectContaining({ pointer, code }));
    });

    it('rejects a cursor of another board', async () => {
      const { nextCursor } = (await club.list({ ...texas, limit: '3' })).body;
      const cursor = nextCursor ?? '';
      for (const other of [
        { ...texas, state: 'CA' },
        { ...texas, minGames: '1' },
        { ...texas, search: 'o' },
        { sport: 'pickleball' },
      ]) {
        expect(await club.list({ ...other, cursor })).toMatchObject({
          status: 400,
          body: { errors: [{ pointer: '/query/cursor', code: 'invalid_cursor' }] },
        });
      }
    });

    it('asks for the country if several countries have such a state', async () => {
      await insertTexan(club.database, { country: 'CA' });
      const { status, body } = await club.list({ scope: 'state', state: 'tx' });
      expect(status).toBe(400);
      expect(body.errors).toMatchObject([
        { pointer: '/query/country', code: 'required', detail: expect.stringContaining('CA, US') },
      ]);
    });
  });
});
