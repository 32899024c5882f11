import { testRows } from '@partner-rating/table-tests';
import { beforeEach, describe, expect, it } from 'vitest';
import { denyResult, disputeResult } from '../../matches/answer-result.ts';
import { batchOf, matchOf } from '../../matches/testing/batches.ts';
import { foldLedger, storedRatings } from '../../matches/testing/fold-ledger.ts';
import { anotherClub, openSeason, twin } from '../../matches/testing/reports.ts';
import { handle, openClub } from '../../matches/testing/story.ts';
import { play, voidedAt, voidPlayed } from '../../matches/testing/voids.ts';
import { insertApplication } from '../../testing/builders.ts';
import { adminSender, useAdmin } from '../testing/admin.ts';
import { operatorDependencies } from '../testing/operator.ts';

const NONE = 'mat_01k4yh2c9f3v7b1r5x8z6k2a0d';
const reason = 'Both teams say that it was not played.';

describe('matches of operators', () => {
  let opened: Awaited<ReturnType<typeof openClub>>;
  let idOf: (identifier: string) => string;
  let send: ReturnType<typeof adminSender>;
  let clock: () => Date;

  const dependencies = () => ({ ...opened.club.dependencies, clock });
  const list = async (filter = '') => (await send(`GET /matches?${filter}`)).body;
  const listed = async (filter = '') =>
    (await list(filter)).matches.map(({ matchId }: { matchId: string }) => matchId);
  const show = async (matchId: string) => (await send(`GET /matches/${matchId}`)).body;
  const entries = async (action: string) =>
    (await send(`GET /audit-entries?action=${action}`)).body.entries;
  const dispute = async (member: { id: string }, matchId: string) =>
    await disputeResult(dependencies(), { memberId: member.id, matchId });

  beforeEach(async () => {
    opened = await openClub('postgres');
    clock = () => voidedAt;
    send = adminSender({
      ...(await operatorDependencies()),
      ...opened.club.dependencies,
      clock: () => clock(),
    });
    idOf = await play(opened.club, opened.doubles, opened.singles);
  });

  it('200: lists the last played first, in pages, and applies each filter', async () => {
    const { sofia, priya, database } = opened;
    const [doubles, singles] = [idOf(opened.doubles.identifier), idOf(opened.singles.identifier)];
    const page = await list('limit=1');
    expect(page.matches).toMatchObject([
      {
        matchId: singles,
        teams: [['Priya N.'], ['Daniel O.']],
        games: [
          [11, 9],
          [8, 11],
          [15, 13],
        ],
      },
    ]);
    expect(await listed(`cursor=${page.nextCursor}`)).toEqual([doubles]);
    expect(await listed(`memberId=${sofia.id}`)).toEqual([doubles]);
    expect(await listed(`memberId=${priya.member_number}`)).toEqual([singles, doubles]);
    expect(await listed('status=disputed')).toEqual([]);
    await dispute(sofia, doubles);
    expect(await listed('status=disputed')).toEqual([doubles]);
    await insertApplication(database, { client_id: 'rally-league' });
    expect(await listed('partner=rally-league')).toEqual([]);
  });

  it('200: lists why players say that a result is wrong', async () => {
    const matchId = idOf(opened.doubles.identifier);
    const reasons = async () =>
      (await list('status=disputed')).matches.map(
        ({ responseReasons }: { responseReasons: string[] }) => responseReasons,
      );
    await dispute(opened.daniel, matchId);
    expect(await reasons()).toEqual([[]]);
    const answer = { memberId: opened.sofia.id, matchId, reason: 'wrong_score' } as const;
    await disputeResult(dependencies(), answer);
    expect(await reasons()).toEqual([['wrong_score']]);
  });

  it('200: shows the players and their responses', async () => {
    const matchId = idOf(opened.doubles.identifier);
    await dispute(opened.sofia, matchId);
    const shown = await show(matchId);
    expect(shown).toMatchObject({ status: 'disputed', settled: true, winner: 0, upheldAt: null });
    expect(shown.players).toMatchObject([
      { team: 0, name: 'Mike B.', rated: true, response: null },
      { team: 0, name: 'Priya N.' },
      { team: 1, name: 'Daniel O.' },
      { team: 1, name: 'Sofia L.', rated: true, response: 'disputed' },
    ]);
  });

  it('200: voids a match once, with the ratings that follow, and keeps the first reason', async () => {
    const matchId = idOf(opened.doubles.identifier);
    for (const why of [reason, 'Again.']) {
      expect(await send(`POST /matches/${matchId}/void`, { body: { reason: why } })).toMatchObject({
        status: 200,
        body: { status: 'voided', settled: true, voidReason: reason },
      });
    }
    expect(await storedRatings(opened.database)).toEqual(await foldLedger(opened.database));
    expect(await entries('match.voided')).toMatchObject([
      { actor: 'operator', operator: 'ana', details: { matchId, reason } },
    ]);
  });

  it('200: voids a match, and the report of another partner counts instead', async () => {
    const { club, priya, daniel } = opened;
    const match = matchOf('twice', [[priya], [daniel]]);
    const own = (await play(club, match))('twice');
    const elsewhere = await anotherClub(club, [priya]);
    const [theirs] = (await handle(elsewhere, batchOf([match]))).matches;
    expect((await show(own)).otherReports).toMatchObject([
      { matchId: theirs?.id, status: 'duplicate' },
    ]);
    await send(`POST /matches/${own}/void`, { body: { reason } });
    expect((await show(theirs?.id ?? '')).status).not.toBe('duplicate');
    expect(await storedRatings(opened.database)).toEqual(await foldLedger(opened.database));
  });

  it('200: counts a held match, and no match that is not held', async () => {
    const matchId = (await play(opened.club, twin(opened.doubles)))('reported-again');
    const release = async () => await send(`POST /matches/${matchId}/release`, { role: 'support' });
    expect(await show(matchId)).toMatchObject({ status: 'held' });
    const overview = async () => (await send('GET /overview')).body.now;
    expect(await overview()).toMatchObject({ heldMatches: 1 });
    expect(await release()).toMatchObject({ status: 200, body: { status: 'rated' } });
    expect(await overview()).toMatchObject({ heldMatches: 0 });
    expect(await storedRatings(opened.database)).toEqual(await foldLedger(opened.database));
    const refused = await release();
    expect(refused).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect(refused.body.detail).toContain('is not held, but rated');
    expect(await entries('match.released')).toHaveLength(1);
  });

  describe('uphold', () => {
    const uphold = async (matchId: string) =>
      await send(`POST /matches/${matchId}/upholding`, { role: 'support', body: { reason } });

    it('200: ends every dispute of a match, and changes no rating', async () => {
      const { sofia, daniel, mike, database } = opened;
      const matchId = idOf(opened.doubles.identifier);
      const before = await storedRatings(database);
      for (const member of [sofia, daniel]) await dispute(member, matchId);
      expect(await uphold(matchId)).toMatchObject({
        status: 200,
        body: { status: 'rated', upheldAt: voidedAt.toISOString(), upholdingReason: reason },
      });
      expect(await storedRatings(database)).toEqual(before);
      expect(await entries('match.upheld')).toMatchObject([
        { actor: 'operator', operator: 'ana', details: { matchId, reason } },
      ]);
      expect(await uphold(matchId)).toMatchObject({ status: 404 });
      // The decision does not cover later answers.
      await dispute(mike, matchId);
      expect(await show(matchId)).toMatchObject({ status: 'disputed' });
    });

    it('200: keeps a result without effect on a player who denied it', async () => {
      const season = await openSeason('postgres');
      opened = { ...opened, ...season };
      const { database, club, matchId, mike } = season;
      send = adminSender({ ...(await operatorDependencies()), ...club.dependencies, clock });
      await denyResult(club.dependencies, { memberId: mike.id, matchId });
      expect(await show(matchId)).toMatchObject({ status: 'disputed' });
      const before = await storedRatings(database);
      expect((await uphold(matchId)).body).toMatchObject({ status: 'unconfirmed' });
      expect(await storedRatings(database)).toEqual(before);
    });

    it('404: refuses to uphold a voided match', async () => {
      const matchId = idOf(opened.doubles.identifier);
      await dispute(opened.sofia, matchId);
      await voidPlayed(opened.club, matchId);
      expect(await uphold(matchId)).toMatchObject({ status: 404 });
      expect(await show(matchId)).toMatchObject({ status: 'voided', upheldAt: null });
    });
  });
});

describe('requests about unknown matches', () => {
  const { send } = useAdmin();

  testRows(['memberId=1', 'partner=nobody'])('404: say so of a filter', async (filter) => {
    const answer = await send(`GET /matches?${filter}`);
    expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });

  it('400: requires a reason that is not blank', async () => {
    for (const action of ['void', 'upholding']) {
      expect(
        await send(`POST /matches/${NONE}/${action}`, { body: { reason: ' ' } }),
      ).toMatchObject({
        status: 400,
        body: { errors: [{ pointer: '/reason', detail: 'Enter a reason. You sent " ".' }] },
      });
    }
  });
});
