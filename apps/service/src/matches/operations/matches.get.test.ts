import type { Schemas } from '@partner-rating/server';
import { describe, expect, it } from 'vitest';
import { eraseMember } from '../../privacy/erase-member.ts';
import { insertApplication, insertConnection } from '../../testing/builders.ts';
import { type DatabaseKind, databases } from '../../testing/test-database.ts';
import { confirmResult, denyResult, disputeResult } from '../answer-result.ts';
import { importTournament } from '../import/import-tournament.ts';
import { batchOf, matchOf } from '../testing/batches.ts';
import { submittedAt } from '../testing/club.ts';
import { openReader } from '../testing/open-reader.ts';
import { insertClubKey } from '../testing/post-batch.ts';
import { handle } from '../testing/story.ts';
import { reason, takeBack, voidedAt } from '../testing/voids.ts';

const withoutConsent = ['user:profile:read'];
const unknown = 'mat_01k4yh2c9f3v7b1r5x8z6k2a0d';

/** The club, which has submitted a singles match that Priya has not agreed to. */
async function openUnconfirmed(kind: DatabaseKind) {
  const reader = await openReader(kind);
  const { club, priya, daniel, ask } = reader;
  await reader.setScopes(priya.id, withoutConsent);
  const batch = batchOf([matchOf('court-4-1545', [[priya], [daniel]])]);
  const [result] = (await handle(club, batch)).matches;
  const matchId = result?.id ?? '';
  const read = async () => (await ask<Schemas.Match>(`/partner/matches/${matchId}`)).body;
  return { ...reader, unconfirmed: batch, matchId, read, priyas: { memberId: priya.id, matchId } };
}

describe.each(databases)('GET /partner/matches/{matchId} on %s', (kind) => {
  describe('200', () => {
    it('returns the day at the venue and its time zone, and for a day the noon', async () => {
      const { club, singles, ask } = await openReader(kind);
      const evening = { ...singles, matchDate: '2026-09-11T20:30:00-05:00' };
      const day = { ...singles, identifier: 'day', matchDate: '2026-09-10' };
      const { matches } = await handle(
        club,
        batchOf([evening, day], { timeZone: 'America/Chicago' }),
      );
      const [ofEvening, ofDay] = await Promise.all(
        matches.map(async ({ id }) => (await ask<Schemas.Match>(`/partner/matches/${id}`)).body),
      );
      const timeZone = 'America/Chicago';
      expect(ofEvening).toMatchObject({
        ...{ timeZone, matchDate: '2026-09-12T01:30:00.000Z', matchDay: '2026-09-11' },
      });
      expect(ofDay).toMatchObject({
        ...{ timeZone, matchDate: '2026-09-10T17:00:00.000Z', matchDay: '2026-09-10' },
      });
    });

    it('returns what was submitted, with the defaults of its batch', async () => {
      const { club, singles, priya, daniel, ask } = await openReader(kind);
      const game = { scores: [11, 9], identifier: 'first' };
      const match = {
        ...singles,
        games: [game, { scores: [8, 11] }, { scores: [15, 13], winScore: 15 }],
      };
      const batch = batchOf([{ ...match, teams: [[String(priya.member_number)], [daniel.id]] }], {
        event: 'Courtside Saturday League',
        location: 'Courtside Club, Austin',
        matchSource: 'LEAGUE',
      });
      const [result] = (await handle(club, batch)).matches;
      expect(await ask(`/partner/matches/${result?.id}`)).toEqual({
        status: 200,
        body: {
          id: result?.id,
          identifier: 'court-4-1545',
          status: 'rated',
          settled: true,
          sport: 'pickleball',
          matchDate: '2026-09-12T15:45:00.000Z',
          submittedAt: submittedAt.toISOString(),
          outcome: 'completed',
          winner: 0,
          teams: [
            [
              {
                id: priya.id,
                memberId: priya.member_number,
                displayName: 'Priya N.',
                reference: String(priya.member_number),
                confirmation: 'confirmed',
                explanation: expect.objectContaining({ reason: 'moved' }),
              },
            ],
            [
              {
                id: daniel.id,
                memberId: daniel.member_number,
                displayName: 'Daniel O.',
                reference: daniel.id,
                confirmation: 'confirmed',
                explanation: expect.objectContaining({ reason: 'moved' }),
              },
            ],
          ],
          games: [
            { ...game, winScore: 11, winBy: 2, isRated: true },
            { scores: [8, 11], winScore: 11, winBy: 2, isRated: true },
            { scores: [15, 13], winScore: 15, winBy: 2, isRated: true },
          ],
          event: 'Courtside Saturday League',
          location: 'Courtside Club, Austin',
          matchSource: 'LEAGUE',
        },
      });
    });

    it('says who won, and which of its games count', async () => {
      const { club, priya, daniel, ask } = await openReader(kind);
      const shown = async (rest: Parameters<typeof matchOf>[2]) => {
        const batch = batchOf([matchOf(`${rest?.outcome}`, [[priya], [daniel]], rest)]);
        const [result] = (await handle(club, batch)).matches;
        const { body } = await ask<Schemas.Match>(`/partner/matches/${result?.id}`);
        return [body.winner, body.games.map(({ isRated }) => isRated), body.status];
      };
      const games = [{ scores: [11, 4] }, { scores: [2, 5] }];
      const ended = { won: [0, [true, false], 'rated'], lost: [1, [false, false], 'rated'] };
      expect(await shown({ outcome: 'retired', winner: 0, games })).toEqual(ended.won);
      expect(await shown({ outcome: 'defaulted', winner: 1, games })).toEqual(ended.lost);
      expect(await shown({ outcome: 'walkover', winner: 1, games: [] })).toEqual([1, [], 'rated']);
      expect(await shown({ outcome: 'timed', games: games.slice(1) })).toEqual([
        1,
        [true],
        'rated',
      ]);
      expect(await shown({ outcome: 'abandoned', games: [{ scores: [11, 6] }] })).toEqual([
        ...[undefined, [true], 'rated'],
      ]);
    });

    it('shows the format that a game was submitted with, and what a win took by it', async () => {
      const { club, priya, daniel, ask } = await openReader(kind);
      const {
        winScore: _,
        winBy: __,
        ...batch
      } = batchOf([
        matchOf('set', [[priya], [daniel]], {
          games: [{ scores: [7, 6] }, { scores: [10, 8], winScore: 10, winBy: 2 }],
        }),
      ]);
      const tennis = { ...batch, sport: 'tennis', format: 'tennis-set' };
      const [result] = (await handle(club, tennis)).matches;
      const { body } = await ask<Schemas.Match>(`/partner/matches/${result?.id}`);
      expect(body.games).toEqual([
        { scores: [7, 6], winScore: 6, winBy: 2, format: 'tennis-set', isRated: true },
        { scores: [10, 8], winScore: 10, winBy: 2, isRated: true },
      ]);
    });

    it('says of each player whether the result moves them, as the answer to the batch did', async () => {
      const { club, doubles, mike, sofia, ask, setScopes } = await openReader(kind);
      for (const { id } of [mike, sofia]) await setScopes(id, withoutConsent);
      const [result] = (await handle(club, batchOf([doubles]))).matches;
      const { body } = await ask<Schemas.Match>(`/partner/matches/${result?.id}`);
      expect(result?.confirmations).toContainEqual(['unconfirmed', 'confirmed']);
      expect(body.teams.map((team) => team.map(({ confirmation }) => confirmation))).toEqual(
        result?.confirmations,
      );
      expect(body.status).toBe('unconfirmed');
    });

    it('says what a player answered and when: a denial and a dispute make it disputed, a confirmation rated', async () => {
      const { club, priyas, read } = await openUnconfirmed(kind);
      const answeredAt = submittedAt.toISOString();
      const standing = async () => {
        const { status, teams } = await read();
        const { confirmation, answer, answeredAt: at } = teams[0]?.[0] ?? {};
        return { status, confirmation, answer, at };
      };
      expect(await standing()).toEqual({ status: 'unconfirmed', confirmation: 'unconfirmed' });
      await denyResult(club.dependencies, priyas);
      expect(await standing()).toEqual({
        status: 'disputed',
        confirmation: 'unconfirmed',
        answer: 'denied',
        at: answeredAt,
      });
      await confirmResult(club.dependencies, priyas);
      expect(await standing()).toEqual({
        status: 'rated',
        confirmation: 'confirmed',
        answer: 'confirmed',
        at: answeredAt,
      });
      await disputeResult(club.dependencies, priyas);
      expect(await standing()).toEqual({
        status: 'disputed',
        confirmation: 'confirmed',
        answer: 'disputed',
        at: answeredAt,
      });
    });

    it('says that a second report confirmed a result, and not that the player answered it', async () => {
      const { database, club, unconfirmed, priya, read } = await openUnconfirmed(kind);
      const applicationId = await insertApplication(database);
      await insertConnection(database, applicationId, priya.id);
      await handle({ ...club, submitter: { applicationId, trusted: false } }, unconfirmed);
      const { status, teams } = await read();
      expect(status).toBe('rated');
      expect(teams[0]?.[0]).toMatchObject({ id: priya.id, confirmation: 'confirmed' });
      expect(teams[0]?.[0]).not.toHaveProperty('answer');
      expect(teams[0]?.[0]).not.toHaveProperty('answeredAt');
    });

    it('says that it was taken back, when and why, whatever was answered before', async () => {
      const { club, matchId, read, priyas } = await openUnconfirmed(kind);
      await denyResult(club.dependencies, priyas);
      await takeBack(club, matchId);
      expect(await read()).toMatchObject({
        status: 'voided',
        voidedAt: voidedAt.toISOString(),
        voidReason: reason,
      });
    });

    it.each(['opted out', 'erased their account'])(
      'names a player who %s by your own reference alone',
      async (gone) => {
        const { database, club, matchId, priya, read } = await openUnconfirmed(kind);
        const connections = database.updateTable('connection').set({ revoked_at: submittedAt });
        await connections.where('member_id', '=', priya.id).execute();
        if (gone === 'erased their account') {
          await eraseMember(club.dependencies, { memberId: priya.id, actor: 'player' });
        } else {
          const members = database.updateTable('member').set({ wants_discovery: false });
          await members.where('id', '=', priya.id).execute();
        }
        const { id, teams } = await read();
        expect(id).toBe(matchId);
        expect(teams[0]).toEqual([{ reference: priya.id, confirmation: 'unconfirmed' }]);
      },
    );

    it('returns a match of an import, whose players have no reference', async () => {
      const { club, mike, ask } = await openReader(kind);
      const outcome = await importTournament(club.dependencies, club.submitter, {
        tournament: {
          name: 'Barton Springs Open',
          location: 'Austin, TX',
          startDate: '2026-09-01',
        },
        sport: 'pickleball',
        winScore: 11,
        winBy: 2,
        matches: [
          {
            identifier: 'final',
            teams: [
              [{ firstName: 'Mike', lastName: 'Brennan', memberId: mike.id }],
              [{ firstName: 'Lena', lastName: 'Novak' }],
            ],
            games: [{ scores: [11, 4] }],
          },
        ],
      });
      if (outcome.kind !== 'handled') throw new Error(JSON.stringify(outcome.faults));
      const { body } = await ask<Schemas.Match>(
        `/partner/matches/${outcome.result.matches[0]?.id}`,
      );
      expect(body).toMatchObject({
        identifier: 'final',
        status: 'unconfirmed',
        matchDate: '2026-09-01T12:00:00.000Z',
        location: 'Austin, TX',
        matchSource: 'TOURNAMENT',
      });
      const [[mikes], [lenas]] = body.teams as [[object], [object]];
      expect(mikes).toEqual({
        id: mike.id,
        memberId: mike.member_number,
        displayName: 'Mike B.',
        confirmation: 'confirmed',
        explanation: expect.objectContaining({ reason: 'moved' }),
      });
      expect(lenas).toMatchObject({ displayName: 'Lena N.', confirmation: 'unconfirmed' });
      expect(lenas).not.toHaveProperty('reference');
    });
  });

  it('400 for an identifier of another form, and for a parameter that nobody knows', async () => {
    const { ask } = await openReader(kind);
    expect(await ask('/partner/matches/mat_1')).toMatchObject({
      status: 400,
      body: { code: 'validation_failed', errors: [{ pointer: '/path/matchId' }] },
    });
    expect(await ask(`/partner/matches/${unknown}?verbose=1`)).toMatchObject({
      status: 400,
      body: { code: 'validation_failed', errors: [{ pointer: '/query/verbose' }] },
    });
  });

  it('401 without a known key, 403 for one without key:match:submit', async () => {
    const { club, ask } = await openReader(kind);
    const narrow = await insertClubKey(club, ['key:member:read']);
    const path = `/partner/matches/${unknown}`;
    expect(await ask(path, {})).toMatchObject({ status: 401, body: { code: 'unauthenticated' } });
    expect(await ask(path, { 'x-api-key': narrow })).toMatchObject({
      status: 403,
      body: { code: 'insufficient_scope', detail: expect.stringContaining('key:match:submit') },
    });
  });

  it('404 for a match of another application, just as for one that nobody submitted', async () => {
    const { club, database, matchId, ask } = await openUnconfirmed(kind);
    const stranger = {
      ...club,
      submitter: { ...club.submitter, applicationId: await insertApplication(database) },
    };
    const credential = { 'x-api-key': await insertClubKey(stranger) };
    const [theirs, nobodys] = [
      await ask(`/partner/matches/${matchId}`, credential),
      await ask(`/partner/matches/${unknown}`, credential),
    ];
    for (const { status, body } of [theirs, nobodys]) {
      expect([status, body.code]).toEqual([404, 'not_found']);
    }
    expect(theirs.body.detail).toBe(nobodys.body.detail.replace(unknown, matchId));
  });
});
