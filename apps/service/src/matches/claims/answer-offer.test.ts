import { sports } from '@partner-rating/ratings';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { eraseMember } from '../../privacy/erase-member.ts';
import { lockRatingsExclusive } from '../../ratings/store/ratings.ts';
import { insertEndpoint, insertGhost } from '../../testing/builders.ts';
import { createTestDatabase, databases } from '../../testing/test-database.ts';
import { bring, called, finalOf, importOf } from '../import/testing/tournament.ts';
import { batchOf, matchOf } from '../testing/batches.ts';
import { submittedAt } from '../testing/club.ts';
import { standingRatings } from '../testing/fold-ledger.ts';
import { handle } from '../testing/story.ts';
import { voidMatch } from '../void-match.ts';
import { answerOffer } from './answer-offer.ts';
import { mergeGhost } from './merge-ghost.ts';
import { email, expectExact, openOffered } from './testing/offered-player.ts';

const lena = called('Lena Hoffmann', { email });

describe.each(databases)('the matches reported under an address, on %s', (kind) => {
  it('are offered to who has proven it, and to nobody before', async () => {
    const { database, play, register, offered } = await openOffered(await createTestDatabase(kind));
    const [first, second] = [await play('one', lena), await play('two', lena)];
    const memberId = await register({ isProven: false });
    expect(memberId).not.toBe(first.ghostId);
    expect(await offered(memberId)).toEqual([]);
    await database
      .updateTable('account')
      .set({ email_proven_at: new Date(0) })
      .execute();
    expect(await offered(memberId)).toEqual([second.participation, first.participation]);
  });

  it('are the player’s whole, with the ghost’s id, where all of them are theirs', async () => {
    const opened = await openOffered(await createTestDatabase(kind));
    const { database, dependencies, play, register, offered } = opened;
    const [one, two] = [await play('one', lena), await play('two', lena)];
    const before = await standingRatings(database);
    const memberId = await register();
    const shown = await offered(memberId);
    expect(await answerOffer(dependencies, { memberId, shown, mine: shown })).toBe(2);
    await expectExact(database);
    // As if the player had always been who the ghost was.
    const after = await standingRatings(database);
    expect(after).toEqual(
      before
        .map((row) => (row.member_id === one.ghostId ? { ...row, member_id: memberId } : row))
        .toSorted((a, b) => (after.findIndex(same(a)) < after.findIndex(same(b)) ? -1 : 1)),
    );
    expect(await offered(memberId)).toEqual([]);
    const ghost = await database
      .selectFrom('member')
      .select('merged_into')
      .where('id', '=', two.ghostId)
      .executeTakeFirstOrThrow();
    expect(ghost.merged_into).toBe(memberId);
  });

  it('are confirmed by it, of which the application that imported them is notified', async () => {
    const database = await createTestDatabase(kind);
    const { club, dependencies, play, register, offered } = await openOffered(database, {
      trusted: false,
    });
    const { applicationId } = club.submitter;
    await insertEndpoint(database, applicationId, { events: ['match.confirmed'] });
    const { matchId } = await play('one', lena);
    const memberId = await register();
    const shown = await offered(memberId);
    await answerOffer(dependencies, { memberId, shown, mine: shown });
    const events = await database.selectFrom('webhook_delivery').select('payload').execute();
    expect(events.map(({ payload }) => JSON.parse(payload))).toMatchObject([
      { type: 'match.confirmed', data: { matchId, id: memberId, answer: 'confirmed' } },
    ]);
  });

  it('are one by one the player’s, and the others stay with the ghost, who is offered no more', async () => {
    const opened = await openOffered(await createTestDatabase(kind));
    const { database, dependencies, play, register, offered } = opened;
    const one = await play('one', lena);
    const two = await play('two', lena, { games: [{ scores: [11, 2] }] });
    const three = await play('three', lena, { sport: 'padel' });
    const memberId = await register();
    const shown = await offered(memberId);
    expect(await answerOffer(dependencies, { memberId, shown, mine: [two.participation] })).toBe(1);
    await expectExact(database);
    const named = await database
      .selectFrom('match_participant')
      .select(['match_id', 'member_id'])
      .where('member_id', 'in', [memberId, one.ghostId])
      .execute();
    expect(new Map(named.map((row) => [row.match_id, row.member_id]))).toEqual(
      new Map([
        [one.matchId, one.ghostId],
        [two.matchId, memberId],
        [three.matchId, one.ghostId],
      ]),
    );
    expect(await offered(memberId)).toEqual([]);
  });

  it('move the rating from then on, where the application was not trusted', async () => {
    const opened = await openOffered(await createTestDatabase(kind), { trusted: false });
    const { database, dependencies, play, register, offered } = opened;
    await play('one', lena);
    const two = await play('two', lena);
    const memberId = await register();
    const shown = await offered(memberId);
    await answerOffer(dependencies, { memberId, shown, mine: [two.participation] });
    await expectExact(database);
    const own = (await standingRatings(database)).filter((row) => row.member_id === memberId);
    expect(own).toContainEqual(expect.objectContaining({ bracket: 'overall-open', games: 1 }));
  });

  it('are none of the player’s, and nothing moves, where they say so', async () => {
    const opened = await openOffered(await createTestDatabase(kind));
    const { database, dependencies, play, register, offered } = opened;
    await play('one', lena);
    const memberId = await register();
    const before = await standingRatings(database);
    const shown = await offered(memberId);
    expect(await answerOffer(dependencies, { memberId, shown, mine: [] })).toBe(0);
    expect(await standingRatings(database)).toEqual(before);
    expect(await offered(memberId)).toEqual([]);
  });

  it('are taken once by several answers at once', async () => {
    const opened = await openOffered(await createTestDatabase(kind));
    const { database, dependencies, play, register, offered } = opened;
    const one = await play('one', lena);
    await play('two', lena);
    const memberId = await register();
    const shown = await offered(memberId);
    const answer = { memberId, shown, mine: [one.participation] };
    const taken = await Promise.all([1, 2, 3].map(() => answerOffer(dependencies, answer)));
    expect(taken.toSorted()).toEqual([0, 0, 1]);
    await expectExact(database);
  });
});

const same = (one: { member_id: string; bracket: string; sport: string }) => (other: typeof one) =>
  one.member_id === other.member_id && one.bracket === other.bracket && one.sport === other.sport;

describe.each(databases)('a ghost for whom another one was claimed, on %s', (kind) => {
  async function openTwice() {
    const opened = await openOffered(await createTestDatabase(kind));
    const { database, club, dependencies, priya, play, register, offered } = opened;
    const { ghostId } = await play('one', lena);
    const earlier = await insertGhost(database, club.submitter.applicationId);
    const memberId = await register();
    const report = async (identifier: string, id: string) =>
      await handle(club, batchOf([matchOf(identifier, [[{ id }], [priya]])]));
    const claimAll = async () => {
      await mergeGhost(dependencies, { ghost: earlier.id, member: ghostId });
      const shown = await offered(memberId);
      expect(await answerOffer(dependencies, { memberId, shown, mine: shown })).toBe(2);
      await expectExact(database);
    };
    return { database, earlier, memberId, report, claimAll };
  }

  it('brings the other one’s matches, which are then recognised as the player’s', async () => {
    const { database, earlier, memberId, report, claimAll } = await openTwice();
    const first = await report('as-earlier-ghost', earlier.id);
    await claimAll();
    expect(await report('own', memberId)).toMatchObject({
      held: 1,
      matches: [{ status: 'held', possibleDuplicateOf: first.matches[0]?.id }],
    });
    await expectExact(database);
  });

  it('has the other one’s match count once beside the player’s own', async () => {
    const { database, earlier, memberId, report, claimAll } = await openTwice();
    await report('own', memberId);
    const { matches } = await report('as-earlier-ghost', earlier.id);
    await claimAll();
    const uncounted = await database
      .selectFrom('uncounted_match')
      .select(['match_id', 'reason'])
      .execute();
    expect(uncounted).toEqual([{ match_id: matches[0]?.id, reason: 'held' }]);
  });
});

describe('an answer to what is offered', () => {
  it('takes nothing that was not shown, nor what nobody offers the player', async () => {
    const opened = await openOffered(await createTestDatabase('postgres'));
    const { database, dependencies, play, register } = opened;
    const other = await play('other', called('Jo Park', { email: 'jo.park@example.com' }));
    const own = await play('own', lena);
    const memberId = await register();
    const before = await standingRatings(database);
    const forged = {
      memberId,
      shown: [other.participation],
      mine: [other.participation, own.participation],
    };
    expect(await answerOffer(dependencies, forged)).toBe(0);
    expect(await standingRatings(database)).toEqual(before);
  });

  it('leaves what came meanwhile to be asked about', async () => {
    const opened = await openOffered(await createTestDatabase('postgres'));
    const { dependencies, database, play, register, offered } = opened;
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
    const opened = await openOffered(await createTestDatabase('postgres'));
    const { dependencies, database, club, play, register, offered } = opened;
    await play('one', lena);
    const memberId = await register();
    const teams = [[called('Magdalena', { memberId })], [called('L. H.', { email })]];
    await bring(club, importOf([finalOf('two', teams)]));
    const beside = await database
      .selectFrom('match_participant')
      .innerJoin('member', 'member.id', 'match_participant.member_id')
      .select(sql<string>`match_id || ' ' || member_id`.as('participation'))
      .where('is_ghost', '=', true)
      .execute();
    const all = beside.map(({ participation }) => participation);
    expect(all).toHaveLength(2);
    expect(await offered(memberId)).toHaveLength(1);
    expect(await answerOffer(dependencies, { memberId, shown: all, mine: all })).toBe(1);
    await expectExact(database);
  });

  it('does not bring back what was taken back, nor is it asked about', async () => {
    const opened = await openOffered(await createTestDatabase('postgres'));
    const { club, dependencies, database, play, register, offered } = opened;
    const one = await play('one', lena);
    const two = await play('two', lena);
    const { applicationId } = club.submitter;
    await voidMatch(dependencies, { applicationId, matchId: one.matchId, reason: 'wrong court' });
    const memberId = await register();
    const shown = await offered(memberId);
    expect(shown).toEqual([two.participation]);
    await answerOffer(dependencies, { memberId, shown, mine: shown });
    await expectExact(database);
  });

  it('verifies a player whose matches prove enough, and leaves an audit entry', async () => {
    const opened = await openOffered(await createTestDatabase('postgres'));
    const { dependencies, database, play, register, offered } = opened;
    for (const identifier of ['one', 'two', 'three', 'four', 'five']) await play(identifier, lena);
    const memberId = await register();
    const shown = await offered(memberId);
    await answerOffer(dependencies, { memberId, shown, mine: shown });
    const member = await database
      .selectFrom('member')
      .select('is_vairified')
      .where('id', '=', memberId)
      .executeTakeFirstOrThrow();
    expect(member.is_vairified).toBe(true);
    const entries = database
      .selectFrom('audit_entry')
      .selectAll()
      .where('action', '=', 'ghost.claimed');
    expect(await entries.execute()).toMatchObject([
      { actor: 'player', member_id: memberId, occurred_at: submittedAt, details: { matches: 5 } },
    ]);
  });

  it('asks about what is imported later under the address, also of whom they declined', async () => {
    const opened = await openOffered(await createTestDatabase('postgres'));
    const { dependencies, play, register, offered } = opened;
    const [one] = [await play('one', lena), await play('two', lena)];
    const memberId = await register();
    await answerOffer(dependencies, {
      memberId,
      shown: await offered(memberId),
      mine: [one.participation],
    });
    expect(await offered(memberId)).toEqual([]);
    const late = await play('late', lena);
    expect(await offered(memberId)).toEqual([late.participation]);
  });

  it('keeps no rating waiting where it claims nothing', async () => {
    const opened = await openOffered(await createTestDatabase('postgres'));
    const { database, dependencies, play, register, offered } = opened;
    await play('one', lena);
    const memberId = await register();
    const shown = await offered(memberId);
    await database.transaction().execute(async (rating) => {
      await lockRatingsExclusive(rating, sports);
      expect(await answerOffer(dependencies, { memberId, shown, mine: [] })).toBe(0);
    });
    expect(await offered(memberId)).toEqual([]);
  });

  it('is nobody’s once the account is erased, whichever of the two is first', async () => {
    const opened = await openOffered(await createTestDatabase('postgres'));
    const { database, dependencies, play, register, offered } = opened;
    const { ghostId } = await play('one', lena);
    const memberId = await register();
    const shown = await offered(memberId);
    const [taken] = await Promise.all([
      answerOffer(dependencies, { memberId, shown, mine: shown }),
      eraseMember(dependencies, { memberId, actor: 'player' }),
    ]);
    const ghost = await database
      .selectFrom('member')
      .select(['merged_into', 'first_name'])
      .where('id', '=', ghostId)
      .executeTakeFirstOrThrow();
    expect(ghost).toEqual(
      taken === 0
        ? { merged_into: null, first_name: 'Lena' }
        : { merged_into: memberId, first_name: 'Former player' },
    );
  });

  it('lets the same import run again without a trace', async () => {
    const opened = await openOffered(await createTestDatabase('postgres'));
    const { dependencies, database, play, register, offered } = opened;
    await play('one', lena);
    const two = await play('two', lena);
    const memberId = await register();
    const shown = await offered(memberId);
    await answerOffer(dependencies, { memberId, shown, mine: [two.participation] });
    const before = await standingRatings(database);
    expect(await play('two', lena)).toMatchObject({ matchId: two.matchId, ghostId: memberId });
    await play('one', lena);
    expect(await standingRatings(database)).toEqual(before);
  });
});
