import { sports } from '@partner-rating/ratings';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { eraseMember } from '../../privacy/erase-member.ts';
import { lockRatingsExclusive } from '../../ratings/store/ratings.ts';
import { insertEndpoint, insertGhost } from '../../testing/builders.ts';
import type { DatabaseKind } from '../../testing/test-database.ts';
import { createTestDatabase, databases } from '../../testing/test-database.ts';
import { bring, called, finalOf, importOf } from '../import/testing/tournament.ts';
import { batchOf, matchOf, scored } from '../testing/batches.ts';
import { breakOffOnce } from '../testing/break-off.ts';
import { submittedAt, writtenEvents } from '../testing/club.ts';
import { expectExact } from '../testing/compare-ratings.ts';
import { storedRatings } from '../testing/fold-ledger.ts';
import { handle } from '../testing/story.ts';
import { voidMatch } from '../void-match.ts';
import { answerOffer } from './answer-offer.ts';
import { mergeGhost } from './merge-ghost.ts';
import { email, openOffered, proveEmail } from './testing/offered-player.ts';

const lena = called('Lena Hoffmann', { email });

type Options = Parameters<typeof openOffered>[1];

const open = async (kind: DatabaseKind = 'postgres', options?: Options) =>
  await openOffered(await createTestDatabase(kind), options);

/** Returns ratings with one member replaced by another, in an order that does not depend on the member. */
const named = (ratings: Awaited<ReturnType<typeof storedRatings>>, from: string, to: string) =>
  ratings
    // The direction of a group depends on the ids of its first members.
    .map(({ direction: _, ...row }) => (row.member_id === from ? { ...row, member_id: to } : row))
    .toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));

const keyOf = (row: { member_id: string; sport: string; bracket: string }) =>
  `${row.member_id} ${row.sport} ${row.bracket}`;

describe.each(databases)('the matches reported under an address, on %s', (kind) => {
  it('are offered only to a player who has proven the address', async () => {
    const { database, play, register, offered } = await open(kind);
    const [first, second] = [await play('one', lena), await play('two', lena)];
    const memberId = await register({ isProven: false });
    expect(memberId).not.toBe(first.ghostId);
    expect(await offered(memberId)).toEqual([]);
    await proveEmail(database, memberId);
    expect(await offered(memberId)).toEqual([second.participation, first.participation]);
  });

  it('move to the player with the ghost’s id if all of them are claimed', async () => {
    const { database, play, register, offered, answer } = await open(kind);
    const { ghostId } = await play('one', lena);
    await play('two', lena);
    const before = await storedRatings(database);
    const memberId = await register();
    expect(await answer(memberId)).toBe(2);
    await expectExact(database);
    // As if the player had always been the ghost.
    const after = await storedRatings(database);
    expect(named(after, memberId, memberId)).toEqual(named(before, ghostId, memberId));
    expect(await offered(memberId)).toEqual([]);
    const ghost = database.selectFrom('member').select('merged_into').where('id', '=', ghostId);
    expect(await ghost.executeTakeFirst()).toEqual({ merged_into: memberId });
  });

  it('are confirmed by the claim and move the rating if the application is not trusted, and the application gets an event', async () => {
    const opened = await open(kind, { trusted: false });
    const { database, club, play, register, answer } = opened;
    const { applicationId } = club.submitter;
    await insertEndpoint(database, applicationId, { events: ['match.confirmed'] });
    await play('one', lena);
    const { matchId, participation } = await play('two', lena);
    const memberId = await register();
    await answer(memberId, [participation]);
    expect(await writtenEvents(database)).toMatchObject([
      { type: 'match.confirmed', data: { matchId, id: memberId, answer: 'confirmed' } },
    ]);
    await expectExact(database);
    const own = (await storedRatings(database)).filter((row) => row.member_id === memberId);
    expect(own).toContainEqual(expect.objectContaining({ bracket: 'overall-open', games: 1 }));
  });

  it('move one by one, and the others stay with the ghost and are not offered again', async () => {
    const { database, play, register, offered, answer } = await open(kind);
    const one = await play('one', lena);
    const two = await play('two', lena, { games: scored('11-2') });
    const three = await play('three', lena, { sport: 'padel' });
    const memberId = await register();
    expect(await answer(memberId, [two.participation])).toBe(1);
    await expectExact(database);
    const participants = await database
      .selectFrom('match_participant as participant')
      .innerJoin('match', 'match.arrival', 'participant.arrival')
      .innerJoin('member', 'member.member_number', 'participant.member_number')
      .select(['match.id as matchId', 'member.id as memberId'])
      .where('member.id', 'in', [memberId, one.ghostId])
      .execute();
    expect(new Map(participants.map((row) => [row.matchId, row.memberId]))).toEqual(
      new Map([
        [one.matchId, one.ghostId],
        [two.matchId, memberId],
        [three.matchId, one.ghostId],
      ]),
    );
    expect(await offered(memberId)).toEqual([]);
  });

  it('stay with the ghost (a member without an account) and move no rating if the player declines', async () => {
    const { database, play, register, offered, answer } = await open(kind);
    await play('one', lena);
    const memberId = await register();
    const before = await storedRatings(database);
    expect(await answer(memberId, [])).toBe(0);
    expect(await storedRatings(database)).toEqual(before);
    expect(await offered(memberId)).toEqual([]);
  });

  it('are claimed once by several answers at once', async () => {
    const { database, play, register, answer } = await open(kind);
    const { participation } = await play('one', lena);
    await play('two', lena);
    const memberId = await register();
    const taken = await Promise.all([1, 2, 3].map(() => answer(memberId, [participation])));
    expect(taken.toSorted()).toEqual([0, 0, 1]);
    await expectExact(database);
  });
});

describe.each(databases)('a ghost that another ghost was claimed for, on %s', (kind) => {
  async function openTwice() {
    const { database, club, dependencies, priya, play, register, answer } = await open(kind);
    const { ghostId } = await play('one', lena);
    const earlier = await insertGhost(database, club.submitter.applicationId);
    const memberId = await register();
    const report = async (identifier: string, id: string) =>
      await handle(club, batchOf([matchOf(identifier, [[{ id }], [priya]])]));
    const claimAll = async () => {
      await mergeGhost(dependencies, { ghost: earlier.id, member: ghostId });
      expect(await answer(memberId)).toBe(2);
      await expectExact(database);
    };
    return { database, earlier, memberId, report, claimAll };
  }

  it('brings the other ghost’s matches, which are then recognized as the player’s', async () => {
    const { database, earlier, memberId, report, claimAll } = await openTwice();
    const first = await report('as-earlier-ghost', earlier.id);
    await claimAll();
    expect(await report('own', memberId)).toMatchObject({
      held: 1,
      matches: [{ status: 'held', possibleDuplicateOf: first.matches[0]?.id }],
    });
    await expectExact(database);
  });

  it('counts the same match of both only once', async () => {
    const { database, earlier, memberId, report, claimAll } = await openTwice();
    await report('own', memberId);
    const { matches } = await report('as-earlier-ghost', earlier.id);
    await claimAll();
    const uncounted = database.selectFrom('uncounted_match').select(['match_id', 'reason']);
    expect(await uncounted.execute()).toEqual([{ match_id: matches[0]?.id, reason: 'held' }]);
  });
});

describe('an answer to an offer', () => {
  it('claims only matches that were shown and are still offered', async () => {
    const { database, dependencies, play, register } = await open();
    const other = await play('other', called('Jo Park', { email: 'jo.park@example.com' }));
    const own = await play('own', lena);
    const memberId = await register();
    const before = await storedRatings(database);
    const forged = {
      memberId,
      shown: [other.participation],
      mine: [other.participation, own.participation],
    };
    expect(await answerOffer(dependencies, forged)).toBe(0);
    expect(await storedRatings(database)).toEqual(before);
  });

  it('leaves later matches for the next offer', async () => {
    const { dependencies, database, play, register, offered } = await open();
    const one = await play('one', lena);
    const memberId = await register();
    const shown = await offered(memberId);
    const late = await play('late', called('Lena H', { email }));
    expect(late.ghostId).toBe(one.ghostId);
    await answerOffer(dependencies, { memberId, shown, mine: shown });
    await expectExact(database);
    expect(await offered(memberId)).toEqual([late.participation]);
  });

  it('does not put the player twice into one match', async () => {
    const { dependencies, database, club, play, register, offered } = await open();
    await play('one', lena);
    const memberId = await register();
    const teams = [[called('Magdalena', { memberId })], [called('L. H.', { email })]];
    await bring(club, importOf([finalOf('two', teams)]));
    const beside = await database
      .selectFrom('match_participant as participant')
      .innerJoin('match', 'match.arrival', 'participant.arrival')
      .innerJoin('member', 'member.member_number', 'participant.member_number')
      .select(sql<string>`match.id || ' ' || member.id`.as('participation'))
      .where('is_ghost', '=', true)
      .execute();
    const all = beside.map(({ participation }) => participation);
    expect(all).toHaveLength(2);
    expect(await offered(memberId)).toHaveLength(1);
    expect(await answerOffer(dependencies, { memberId, shown: all, mine: all })).toBe(1);
    await expectExact(database);
  });

  it('leaves voided matches void, and does not offer them', async () => {
    const { club, dependencies, database, play, register, offered, answer } = await open();
    const { matchId } = await play('one', lena);
    const two = await play('two', lena);
    const { applicationId } = club.submitter;
    await voidMatch(dependencies, { applicationId, matchId, reason: 'wrong court' });
    const memberId = await register();
    expect(await offered(memberId)).toEqual([two.participation]);
    await answer(memberId);
    await expectExact(database);
  });

  it('verifies a player whose matches prove enough, and leaves an audit entry', async () => {
    const { database, play, register, answer } = await open();
    for (const identifier of ['one', 'two', 'three', 'four', 'five']) await play(identifier, lena);
    const memberId = await register();
    await answer(memberId);
    const member = database.selectFrom('member').select('is_vairified').where('id', '=', memberId);
    expect(await member.executeTakeFirst()).toEqual({ is_vairified: true });
    const entries = database.selectFrom('audit_entry').selectAll();
    const claims = entries.where('action', '=', 'ghost.claimed');
    expect(await claims.execute()).toMatchObject([
      { actor: 'player', member_id: memberId, occurred_at: submittedAt, details: { matches: 5 } },
    ]);
  });

  it('offers matches that are imported later under the address, even of a declined ghost', async () => {
    const { play, register, offered, answer } = await open();
    const { participation } = await play('one', lena);
    await play('two', lena);
    const memberId = await register();
    await answer(memberId, [participation]);
    expect(await offered(memberId)).toEqual([]);
    const late = await play('late', lena);
    expect(await offered(memberId)).toEqual([late.participation]);
  });

  it('takes no lock of the ratings if nothing is claimed', async () => {
    const { database, play, register, offered, answer } = await open();
    await play('one', lena);
    const memberId = await register();
    await database.transaction().execute(async (rating) => {
      await lockRatingsExclusive(rating, sports);
      expect(await answer(memberId, [])).toBe(0);
    });
    expect(await offered(memberId)).toEqual([]);
  });

  it('that declines everything is retried after a deadlock', async () => {
    const { database, play, register, offered, answer } = await open();
    await play('one', lena);
    const memberId = await register();
    await breakOffOnce(database, 'insert on declined_claim');
    expect(await answer(memberId, [])).toBe(0);
    expect(await offered(memberId)).toEqual([]);
  });

  it('and an erasure of the account at the same time give the result of some serial order', async () => {
    const { database, dependencies, play, register, offered } = await open();
    const { ghostId } = await play('one', lena);
    const memberId = await register();
    const shown = await offered(memberId);
    const [taken] = await Promise.all([
      answerOffer(dependencies, { memberId, shown, mine: shown }),
      eraseMember(dependencies, { memberId, actor: 'player' }),
    ]);
    const member = database.selectFrom('member').select(['merged_into', 'first_name']);
    const ghost = await member.where('id', '=', ghostId).executeTakeFirst();
    expect(ghost).toEqual(
      taken === 0
        ? { merged_into: null, first_name: 'Lena' }
        : { merged_into: memberId, first_name: 'Former player' },
    );
  });

  it('lets the same import run again without changing anything', async () => {
    const { database, play, register, answer } = await open();
    await play('one', lena);
    const two = await play('two', lena);
    const memberId = await register();
    await answer(memberId, [two.participation]);
    const before = await storedRatings(database);
    expect(await play('two', lena)).toMatchObject({ matchId: two.matchId, ghostId: memberId });
    await play('one', lena);
    expect(await storedRatings(database)).toEqual(before);
  });
});
