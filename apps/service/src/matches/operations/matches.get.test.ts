import type { Schemas } from '@partner-rating/server';
import { describe, expect, it } from 'vitest';
import { eraseMember } from '../../privacy/erase-member.ts';
import { type DatabaseKind, databases } from '../../testing/test-database.ts';
import { confirmResult, denyResult, disputeResult } from '../answer-result.ts';
import { bring, called, finalOf, importOf } from '../import/testing/tournament.ts';
import { batchOf, matchOf, scored } from '../testing/batches.ts';
import { submittedAt } from '../testing/club.ts';
import { openReader } from '../testing/open-reader.ts';
import { insertClubKey } from '../testing/post-batch.ts';
import { anotherClub } from '../testing/reports.ts';
import { handle } from '../testing/story.ts';
import { play, reason, voidedAt, voidPlayed } from '../testing/voids.ts';

const withoutConsent = ['user:profile:read'];
const unknown = 'mat_01k4yh2c9f3v7b1r5x8z6k2a0d';

/** Opens the club, which has submitted a singles match without Priya's agreement. */
async function openUnconfirmed(kind: DatabaseKind) {
  const reader = await openReader(kind);
  const { club, priya, daniel, ask } = reader;
  await reader.setScopes(priya.id, withoutConsent);
  const unconfirmed = matchOf('court-4-1545', [[priya], [daniel]]);
  const matchId = (await play(club, unconfirmed))('court-4-1545');
  const read = async () => (await ask<Schemas.Match>(`/partner/matches/${matchId}`)).body;
  return { ...reader, unconfirmed, matchId, read, priyas: { memberId: priya.id, matchId } };
}

describe.each(databases)('GET /partner/matches/{matchId} on %s', (kind) => {
  describe('200', () => {
    it('returns what was submitted, with the defaults of its batch', async () => {
      const { club, singles, priya, daniel, ask } = await openReader(kind);
      const game = { scores: [11, 9], identifier: 'first' };
      const match = {
        ...singles,
        games: [game, ...scored('8-11'), { scores: [15, 13], winScore: 15 }],
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
                ...{ id: priya.id, memberId: priya.member_number, displayName: 'Priya N.' },
                ...{ reference: String(priya.member_number), confirmation: 'confirmed' },
                explanation: expect.objectContaining({ reason: 'moved' }),
              },
            ],
            [
              {
                ...{ id: daniel.id, memberId: daniel.member_number, displayName: 'Daniel O.' },
                ...{ reference: daniel.id, confirmation: 'confirmed' },
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

    it('says of each player whether the result moves their rating, like the response to the batch', async () => {
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

    it('says what a player answered and when: a denial or a dispute makes the match disputed, a confirmation makes it rated', async () => {
      const { club, priyas, read } = await openUnconfirmed(kind);
      const answeredAt = submittedAt.toISOString();
      const standing = async () => {
        const { status, teams } = await read();
        const { confirmation, answer, answeredAt: at } = teams[0]?.[0] ?? {};
        return { status, confirmation, answer, at };
      };
      expect(await standing()).toEqual({ status: 'unconfirmed', confirmation: 'unconfirmed' });
      const answered = { at: answeredAt };
      expect(await standing()).toEqual({ status: 'unconfirmed', confirmation: 'unconfirmed' });
      await denyResult(club.dependencies, priyas);
      expect(await standing()).toEqual({
        ...{ ...answered, status: 'disputed', confirmation: 'unconfirmed', answer: 'denied' },
      });
      await confirmResult(club.dependencies, priyas);
      expect(await standing()).toEqual({
        ...{ ...answered, status: 'rated', confirmation: 'confirmed', answer: 'confirmed' },
      });
      await disputeResult(club.dependencies, priyas);
      expect(await standing()).toEqual({
        ...{ ...answered, status: 'disputed', confirmation: 'confirmed', answer: 'disputed' },
      });
    });

    it('says that a second report confirmed a result, and not that the player answered it', async () => {
      const { club, unconfirmed, priya, read } = await openUnconfirmed(kind);
      const other = await anotherClub(club, [priya]);
      await handle(other, batchOf([unconfirmed]));
      const { status, teams } = await read();
      expect(status).toBe('rated');
      expect(teams[0]?.[0]).toMatchObject({ id: priya.id, confirmation: 'confirmed' });
      expect(teams[0]?.[0]).not.toHaveProperty('answer');
      expect(teams[0]?.[0]).not.toHaveProperty('answeredAt');
    });

    it('says when and why it was voided, with any earlier answers', async () => {
      const { club, matchId, read, priyas } = await openUnconfirmed(kind);
      await denyResult(club.dependencies, priyas);
      await voidPlayed(club, matchId);
      expect(await read()).toMatchObject({
        status: 'voided',
        voidedAt: voidedAt.toISOString(),
        voidReason: reason,
      });
    });

    it('names a player who opted out or erased the account only by your own reference', async () => {
      const { database, club, priya, read } = await openUnconfirmed(kind);
      const expected = [{ reference: priya.id, confirmation: 'unconfirmed' }];
      const connections = database.updateTable('connection').set({ revoked_at: submittedAt });
      await connections.where('member_id', '=', priya.id).execute();
      const members = database.updateTable('member').set({ wants_discovery: false });
      await members.where('id', '=', priya.id).execute();
      expect((await read()).teams[0]).toEqual(expected);
      await eraseMember(club.dependencies, { memberId: priya.id, actor: 'player' });
      expect((await read()).teams[0]).toEqual(expected);
    });

    it('returns a match of an import, whose players have no reference', async () => {
      const { club, mike, ask } = await openReader(kind);
      const teams = [[called('Mike Brennan', { memberId: mike.id })], [called('Lena Novak')]];
      const tournament = { name: 'Open', location: 'Austin, TX', startDate: '2026-09-01' };
      const { matches } = await bring(club, importOf([finalOf('final', teams)], { tournament }));
      const { body } = await ask<Schemas.Match>(`/partner/matches/${matches[0]?.id}`);
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

  it('400 for an invalid identifier, and for an unknown parameter', async () => {
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

  it('404 for a match of another application, and for an unknown match', async () => {
    const { club, matchId, ask } = await openUnconfirmed(kind);
    const other = await anotherClub(club);
    const credential = { 'x-api-key': await insertClubKey(other) };
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
