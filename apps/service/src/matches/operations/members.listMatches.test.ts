import type { Schemas } from '@partner-rating/server';
import { checkRows } from '@partner-rating/table-tests';
import { describe, expect, it } from 'vitest';
import { insertAccessToken, insertConnection, insertGhost } from '../../testing/builders.ts';
import { type DatabaseKind, databases } from '../../testing/test-database.ts';
import { denyResult } from '../answer-result.ts';
import { mergeGhost } from '../claims/merge-ghost.ts';
import { encodeMatchCursor } from '../domain/shown-match.ts';
import { matchOf } from '../testing/batches.ts';
import { openReader } from '../testing/open-reader.ts';
import { insertClubKey } from '../testing/post-batch.ts';
import { anotherClub, setScopes } from '../testing/reports.ts';
import { play, reason, voidPlayed } from '../testing/voids.ts';

const history = ['user:profile:read', 'user:rating:history'];
const path = '/partner/member/matches';

/** Opens the club, and a league to which only Mike is connected. Each has submitted matches of Mike. */
async function openTwoPartners(kind: DatabaseKind) {
  const reader = await openReader(kind);
  const { database, club, mike, priya, daniel, sofia, ask, doubles } = reader;
  const league = await anotherClub(club);
  const { applicationId } = league.submitter;
  const connectionId = await insertConnection(database, applicationId, mike.id, history);
  const key = await insertClubKey(league, ['key:member:read']);
  const clubs = {
    ...doubles,
    ...{ event: 'Saturday League', games: [{ scores: [11, 8], identifier: 'one' }] },
  };
  const others = matchOf('without-mike', [[priya], [daniel]]);
  const ofClub = await play(club, clubs, others);
  const own = { matchDate: '2026-09-11T10:00:00Z', sport: 'padel' };
  const ofLeague = await play(league, matchOf('own', [[mike], [sofia]], own));
  const list = async (
    query: Record<string, string> = { memberId: mike.id },
    credential: Record<string, string> = { 'x-api-key': key },
  ) => await ask<Schemas.MatchesPage>(`${path}?${new URLSearchParams(query)}`, credential);
  const token = async (scopes = history) => ({
    authorization: `Bearer ${await insertAccessToken(database, connectionId, scopes)}`,
  });
  const ids = { clubsId: ofClub(clubs.identifier), othersId: ofClub('without-mike') };
  return { ...reader, league, list, token, ...ids, ownId: ofLeague('own') };
}

describe.each(databases)('GET /partner/member/matches on %s', (kind) => {
  describe('200', () => {
    it('lists matches of every application, the last played first, without the private data of other applications', async () => {
      const { list, clubsId, ownId, mike, priya, daniel, sofia } = await openTwoPartners(kind);
      const { status, body } = await list();
      const named = ({ id, member_number }: typeof mike, displayName: string) => ({
        id,
        memberId: member_number,
        displayName,
      });
      expect(status).toBe(200);
      expect(body.matches[0]).toEqual({
        id: clubsId,
        status: 'rated',
        settled: true,
        sport: 'pickleball',
        matchDate: '2026-09-12T15:30:00.000Z',
        submittedAt: '2026-09-12T18:04:11.000Z',
        outcome: 'completed',
        winner: 0,
        teams: [
          [
            {
              ...named(mike, 'Mike B.'),
              confirmation: 'confirmed',
              explanation: expect.objectContaining({ reason: 'moved', ratingBefore: 3.5 }),
            },
            // The answers of other players stay between them and the other application.
            named(priya, 'Priya N.'),
          ],
          [named(daniel, 'Daniel O.'), named(sofia, 'Sofia L.')],
        ],
        games: [{ scores: [11, 8], winScore: 11, winBy: 2, isRated: true }],
        event: 'Saturday League',
      });
      expect(body.matches[1]).toMatchObject({
        id: ownId,
        identifier: 'own',
        status: 'unconfirmed',
        teams: [
          [{ ...named(mike, 'Mike B.'), reference: mike.id, confirmation: 'unconfirmed' }],
          [{ ...named(sofia, 'Sofia L.'), reference: sofia.id, confirmation: 'unconfirmed' }],
        ],
      });
      expect(body.matches).toHaveLength(2);
      expect(body.nextCursor).toBeNull();
    });

    it('shows only the player’s answers to another application’s match, and not why it was voided', async () => {
      const { club, list, clubsId, mike, sofia, setScopes, doubles } = await openTwoPartners(kind);
      await setScopes(sofia.id, ['user:profile:read']);
      await setScopes(mike.id, history);
      const later = { ...doubles, identifier: 'later', matchDate: '2026-09-12T16:00:00Z' };
      const matchId = (await play(club, later))('later');
      const latest = async () => (await list()).body.matches[0];
      await denyResult(club.dependencies, { memberId: sofia.id, matchId });
      expect(await latest()).toMatchObject({ id: matchId, status: 'unconfirmed' });
      await denyResult(club.dependencies, { memberId: mike.id, matchId });
      const { status, teams = [] } = (await latest()) ?? {};
      expect(status).toBe('disputed');
      expect(teams.flatMap((team) => team.map(({ answer }) => answer ?? null))).toEqual([
        ...['denied', null, null, null],
      ]);
      await voidPlayed(club, clubsId);
      const voided = (await list()).body.matches.find(({ id }) => id === clubsId);
      expect(voided).toMatchObject({ status: 'voided', voidedAt: expect.any(String) });
      expect(JSON.stringify(voided)).not.toContain(reason);
    });

    it('hides the names of opponents that the application may not know', async () => {
      const { database, list, priya, daniel } = await openTwoPartners(kind);
      const members = database.updateTable('member').set({ wants_discovery: false });
      await members.where('id', 'in', [priya.id, daniel.id]).execute();
      const { body } = await list();
      const [[, partner] = [], [opponent] = []] = body.matches[0]?.teams ?? [];
      expect([partner, opponent]).toEqual([{}, {}]);
      expect(JSON.stringify(body)).not.toContain(priya.id);
    });

    it('is the same with the player’s access token, with and without memberId', async () => {
      const { list, token, mike } = await openTwoPartners(kind);
      const { body } = await list();
      const credential = await token();
      expect(await list({}, credential)).toEqual({ status: 200, body });
      const byNumber = { memberId: String(mike.member_number) };
      expect(await list(byNumber, credential)).toEqual({ status: 200, body });
    });

    it('filters by sports and days, page by page', async () => {
      const { list, mike, clubsId, ownId } = await openTwoPartners(kind);
      const listed = async (query: Record<string, string>) =>
        (await list({ memberId: mike.id, ...query })).body.matches.map(({ id }) => id);
      expect(await listed({ sport: 'padel' })).toEqual([ownId]);
      expect(await listed({ sport: 'padel,pickleball' })).toEqual([clubsId, ownId]);
      expect(await listed({ from: '2026-09-12' })).toEqual([clubsId]);
      expect(await listed({ to: '2026-09-11' })).toEqual([ownId]);
      expect(await listed({ sport: 'squash' })).toEqual([]);
      const { body: first } = await list({ memberId: mike.id, limit: '1' });
      expect(first.matches.map(({ id }) => id)).toEqual([clubsId]);
      const second = await list({ memberId: mike.id, limit: '1', cursor: first.nextCursor ?? '' });
      expect(second.body.matches.map(({ id }) => id)).toEqual([ownId]);
      expect(second.body.nextCursor).toBeNull();
    });

    it('includes the matches of claimed ghosts', async () => {
      const { database, club, list, mike, priya } = await openTwoPartners(kind);
      const ghost = await insertGhost(database, club.submitter.applicationId);
      const day = { matchDate: '2026-09-10T10:00:00Z' };
      const id = (await play(club, matchOf('ghostly', [[ghost], [priya]], day)))('ghostly');
      await mergeGhost(club.dependencies, { ghost: ghost.id, member: mike.id });
      const last = (await list()).body.matches.at(-1);
      expect(last).toMatchObject({ id, teams: [[{ id: mike.id }], [{ id: priya.id }]] });
    });
  });

  it('400 for an invalid parameter, with a key and no player, and for a cursor of another list', async () => {
    const { list, mike, othersId } = await openTwoPartners(kind);
    const rows: [string, Record<string, string>][] = [
      ['to', { from: '2026-09-02', to: '2026-09-01' }],
      ['cursor', { cursor: 'nonsense' }],
      ['cursor', { cursor: encodeMatchCursor(othersId) }],
      ['status', { status: 'rated' }],
    ];
    await checkRows(rows, async (parameter: string, query: Record<string, string>) => {
      expect(await list({ memberId: mike.id, ...query })).toMatchObject({
        status: 400,
        body: { code: 'validation_failed', errors: [{ pointer: `/query/${parameter}` }] },
      });
    });
    expect((await list({})).body.errors).toMatchObject([{ pointer: '/query/memberId' }]);
  });

  it('403 if the player did not grant it, is not connected, or is not the token’s player', async () => {
    const { club, league, list, token, mike, daniel } = await openTwoPartners(kind);
    expect((await list({ memberId: daniel.id })).body.code).toBe('not_connected');
    expect((await list({ memberId: daniel.id }, await token())).body.code).toBe('not_connected');
    const narrow = await token(['user:profile:read']);
    expect((await list({}, narrow)).body.code).toBe('insufficient_scope');
    for (const one of [club, league]) await setScopes(one, mike, ['user:profile:read']);
    const { status, body } = await list();
    expect([status, body.code]).toEqual([403, 'insufficient_scope']);
    expect(body.detail).toContain('user:rating:history');
  });

  it('404 for an unknown player', async () => {
    const { list } = await openTwoPartners(kind);
    expect(await list({ memberId: '999999999' })).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    });
  });
});
