import { testRows } from '@partner-rating/table-tests';
import { beforeEach, describe, expect, it } from 'vitest';
import { changeDiscovery } from '../../members/change-discovery.ts';
import { connect } from '../../members/testing/players.ts';
import { type LeaderboardClub, openLeaderboardClub } from '../testing/club.ts';
import { rate } from '../testing/players.ts';

describe('POST /leaderboard/rank', () => {
  let club: LeaderboardClub;

  beforeEach(async () => {
    club = await openLeaderboardClub();
  });

  const numberOf = (name: keyof LeaderboardClub['players']) =>
    String(club.players[name].member_number);

  describe('200', () => {
    it('returns the rank of a player and the players near, on the board of everybody', async () => {
      const { mike } = club.players;
      const { status, body } = await club.rank({ memberId: mike.id, sport: 'pickleball' });
      expect(status).toBe(200);
      expect(body).toMatchObject({
        ...{ sport: 'pickleball', bracket: 'overall-open', scope: 'global' },
        ...{ rank: 2, total: 5, percentile: 80 },
        player: { rank: 2, displayName: 'Mike B.', R: 4.268 },
        above: [{ rank: 1, displayName: 'Daniel O.' }],
        below: [{ rank: 3 }, { rank: 4 }, { rank: 5, displayName: 'Lena H.' }],
      });
    });

    it('accepts a member number, a location, and a size, and agrees with the list', async () => {
      const city = { scope: 'city', country: 'US', state: 'TX', city: 'austin' };
      const priya = { memberId: numberOf('priya'), sport: 'pickleball' };
      const { body } = await club.rank({ ...priya, ...city, contextSize: 1 });
      expect([body.rank, body.total, body.percentile]).toEqual([2, 3, 66.67]);
      const listed = (await club.list({ sport: 'pickleball', ...city })).body.players;
      expect([...body.above, body.player, ...body.below]).toEqual(listed);
    });

    it('uses the default sport and the narrowest location if the request names no sport and no scope', async () => {
      const { status, body } = await club.rank({ playerId: numberOf('priya'), city: 'Austin' });
      expect(status).toBe(200);
      expect(body).toMatchObject({ sport: 'pickleball', scope: 'city', rank: 2, total: 3 });
    });

    it('shows no neighbors if the request asks for none', async () => {
      const lena = { memberId: numberOf('lena'), sport: 'pickleball' };
      const { body } = await club.rank({ ...lena, contextSize: 0 });
      expect([body.rank, body.above, body.below]).toEqual([5, [], []]);
    });

    it('lists players who share the rank above and below, in the order of the list', async () => {
      for (const name of ['mike', 'priya', 'daniel'] as const) {
        await rate(club.database, club.players[name].id, { rating: 4.5 });
      }
      const { body } = await club.rank({ memberId: numberOf('priya'), sport: 'pickleball' });
      expect([body.rank, body.percentile]).toEqual([1, 100]);
      const listed = (await club.list({ sport: 'pickleball' })).body.players;
      expect([...body.above, body.player, ...body.below]).toEqual(listed);
      expect(listed.map(({ rank }) => rank)).toEqual([1, 1, 1, 4, 5]);
    });

    it('has a hidden player on the board of the application they connected to, with the players near', async () => {
      const { database, players } = club;
      for (const { id } of [players.mike, players.priya]) {
        await connect(database, id, ['user:profile:read', 'user:rating:read']);
        const change = { memberId: id, isDiscoverable: false, actor: 'player' } as const;
        await changeDiscovery(club.service.dependencies, change);
      }
      const question = { memberId: numberOf('mike'), sport: 'pickleball', contextSize: 1 };
      const { status, body } = await club.rank(question);
      expect([status, body.rank, body.total, body.percentile]).toEqual([200, 2, 5, 80]);
      const near = [...body.above, body.player, ...body.below];
      const names = near.map(({ displayName }) => displayName);
      expect(names).toEqual(['Daniel O.', 'Mike B.', 'Priya N.']);
      const headers = { 'x-api-key': await club.addPartner() };
      expect(await club.rank(question, headers)).toMatchObject({
        status: 404,
        body: { detail: `There is no member ${numberOf('mike')}.` },
      });
      const other = await club.rank({ ...question, memberId: numberOf('sofia') }, headers);
      expect([other.body.rank, other.body.total]).toEqual([2, 3]);
    });

    it('returns the member for a claimed ghost', async () => {
      const { mike, lena } = club.players;
      const members = club.database.updateTable('member').set({ merged_into: mike.id });
      await members.where('id', '=', lena.id).execute();
      const { body } = await club.rank({ memberId: numberOf('lena'), sport: 'pickleball' });
      expect([body.rank, body.total, body.player.displayName]).toEqual([2, 4, 'Mike B.']);
    });

    it('uses the present ratings each time, even with the same Idempotency-Key', async () => {
      const question = { memberId: numberOf('mike'), sport: 'pickleball' };
      const headers = { 'idempotency-key': 'one-question' };
      await club.rank(question, headers);
      await rate(club.database, club.players.mike.id, { rating: 5 });
      const again = await club.rank(question, headers);
      expect([again.headers.has('idempotency-replayed'), again.body.rank]).toEqual([false, 1]);
    });
  });

  testRows<[string, Record<string, unknown>, string, string]>([
    ['a scope without its location', { scope: 'state', country: 'US' }, '/state', 'required'],
    [
      'a location without its scope',
      { scope: 'global', city: 'Austin' },
      '/city',
      'not_with_scope',
    ],
    ['both names of the player', { playerId: '10482' }, '/playerId', 'not_with_other_name'],
    ['a club', { clubId: 'club_1' }, '/clubId', 'no_clubs'],
    ['an unknown field', { colour: 'red' }, '/colour', 'additionalProperties'],
    ['a context out of bounds', { contextSize: 51 }, '/contextSize', 'maximum'],
    ['a member number that is a number', { memberId: 10482 }, '/memberId', 'type'],
  ])('400 refuses an invalid choice', async (_, body, pointer, code) => {
    const answer = await club.rank({ memberId: '10482', sport: 'pickleball', ...body });
    expect([answer.status, answer.body.code]).toEqual([400, 'validation_failed']);
    expect(answer.body.errors).toContainEqual(expect.objectContaining({ pointer, code }));
  });

  testRows<[string, Record<string, unknown>]>([
    ['is unknown', { memberId: '999999999' }],
    ['is not rated in the sport', { sport: 'padel' }],
    ['is not rated in the bracket', { category: 'mixed' }],
    ['is not in the location', { scope: 'country', country: 'CA' }],
    ['has another gender', { gender: 'FEMALE' }],
    ['has too few games', { minGames: 41 }],
  ])('404 for a member who is not on the board', async (_, body) => {
    const memberId = numberOf('daniel');
    expect(await club.rank({ memberId, sport: 'pickleball', ...body })).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    });
  });

  it('404 for members who are not verified or not discoverable', async () => {
    const memberId = numberOf('daniel');
    const question = { memberId, sport: 'pickleball' };
    expect(await club.rank({ ...question, verifiedOnly: true })).toMatchObject({ status: 404 });
    await club.database.updateTable('member').set({ is_discoverable: false }).execute();
    expect(await club.rank(question)).toMatchObject({ status: 404 });
  });
});
