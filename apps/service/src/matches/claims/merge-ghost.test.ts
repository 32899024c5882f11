import { playerId } from '@partner-rating/ratings';
import type { Schemas } from '@partner-rating/server';
import { checkRows } from '@partner-rating/table-tests';
import { describe, expect, it } from 'vitest';
import { findMember } from '../../members/connected-member.ts';
import type { Database } from '../../platform/database/schema.ts';
import { ratingHistory } from '../../ratings/store/rating-history.ts';
import { insertMember } from '../../testing/builders.ts';
import { databases } from '../../testing/test-database.ts';
import { batchOf, matchOf, onDay } from '../testing/batches.ts';
import { breakOffOnce } from '../testing/break-off.ts';
import { listen, writtenEvents } from '../testing/club.ts';
import { expectExact } from '../testing/compare-ratings.ts';
import { storedRatings } from '../testing/fold-ledger.ts';
import { anotherClub } from '../testing/reports.ts';
import { handle, refusal, submit } from '../testing/story.ts';
import { play as report } from '../testing/voids.ts';
import { voidMatch } from '../void-match.ts';
import { claimedAt, openClub } from './testing/ghost-club.ts';

// A ghost is a member without an account.
describe.each(databases)('a claimed ghost on %s', (kind) => {
  it('moves all matches and the history, as if the member had played them', async () => {
    const { database, lena, mike, priya, ghost, play, claim } = await openClub(kind);
    await play('one', ghost, mike);
    await play('two', lena, mike);
    await play('three', ghost, priya);
    await play('four', ghost, mike, 'padel');
    expect(await claim(ghost.id, lena.id)).toEqual({
      ghostId: ghost.id,
      memberId: lena.id,
      isSettled: true,
      matches: 3,
      // Lena's and Mike's two in pickleball, Lena's two in padel, Priya's two.
      ratings: expect.any(Number),
    });
    await expectExact(database);
    const ratings = await storedRatings(database);
    expect(ratings.filter(({ member_id }) => member_id === ghost.id)).toEqual([]);
    expect(ratings).toContainEqual(
      expect.objectContaining({
        ...{ member_id: lena.id, sport: 'pickleball', bracket: 'overall-open', games: 3 },
      }),
    );
    const history = await database
      .selectFrom(ratingHistory)
      .select(['member_id', 'cause', 'match_id', 'sport'])
      .where('bracket', '=', 'overall-open')
      .where('member_id', 'in', [ghost.id, lena.id])
      .orderBy('change_order')
      .execute();
    const causes = ['match', 'match', 'match', 'match', 'merge', 'merge'];
    expect(history.map(({ cause }) => cause)).toEqual(causes);
    expect(new Set(history.map(({ member_id }) => member_id))).toEqual(new Set([lena.id]));
    expect(history.at(-1)).toMatchObject({ match_id: null });
  });

  it('is replaced by the member as the usual partner of those who played with the ghost', async () => {
    const { database, club, lena, mike, priya, ghost, claim } = await openClub(kind);
    const others = [await insertMember(database), await insertMember(database)];
    const matches = [1, 2, 3, 4].map((day) =>
      matchOf(`pair-${day}`, [[ghost, mike], others], onDay(90 - day)),
    );
    const [opposed, later] = [
      matchOf('opposed', [[ghost], [mike]], onDay(80)),
      matchOf('later', [[mike, priya], others], onDay(70)),
    ];
    await handle(club, batchOf([...matches, opposed, later]));
    const partnerOf = async (memberId: string) => {
      const ratings = database.selectFrom('rating').select('partner');
      const primary = ratings
        .where('bracket', '=', 'overall-open')
        .where('member_id', '=', memberId);
      return (await primary.executeTakeFirstOrThrow()).partner;
    };
    expect(await partnerOf(mike.id)).toBe(playerId(ghost.id));
    await claim(ghost.id, lena.id);
    await expectExact(database);
    expect(await partnerOf(mike.id)).toBe(playerId(lena.id));
    expect(await partnerOf(lena.id)).toBe(playerId(mike.id));
  });

  it('that never played leaves the ratings as they are', async () => {
    const { database, lena, mike, ghost, play, claim } = await openClub(kind);
    await play('one', lena, mike);
    const before = await storedRatings(database);
    expect(await claim(ghost.id, lena.id)).toMatchObject({ matches: 0, ratings: 0 });
    expect(await storedRatings(database)).toEqual(before);
  });

  it('still names the member, by id and by number', async () => {
    const { database, club, lena, mike, ghost, claim } = await openClub(kind);
    await claim(ghost.id, String(lena.member_number));
    expect(await findMember(database, ghost.id)).toMatchObject({ id: lena.id });
    expect(await findMember(database, String(ghost.member_number))).toMatchObject({ id: lena.id });
    const matches = [
      matchOf('by-id', [[ghost], [mike]], onDay(1)),
      matchOf('by-number', [[{ id: String(ghost.member_number) }], [mike]], onDay(2)),
    ];
    const idsMoved = async (batch: Schemas.MatchBatch) =>
      (await handle(club, batch)).ratingChanges.map(({ id }) => id);
    const moved = await idsMoved(batchOf(matches));
    expect(moved).toContain(lena.id);
    expect(moved).not.toContain(ghost.id);
    await expectExact(database);
    const dry = batchOf([matchOf('dry', [[ghost], [mike]], onDay(3))], { dryRun: true });
    expect(await idsMoved(dry)).toContain(lena.id);
  });

  it('leaves each match a duplicate when it is sent again, with the ghost’s id or the member’s', async () => {
    const { club, lena, mike, ghost, play, claim } = await openClub(kind);
    await play('one', ghost, mike);
    await play('two', lena, mike);
    await claim(ghost.id, lena.id);
    for (const player of [ghost, lena]) {
      const again = ['one', 'two'].map((identifier, index) =>
        matchOf(identifier, [[player], [mike]], onDay(99 - index)),
      );
      expect(await handle(club, batchOf(again))).toMatchObject({ numMatches: 0, duplicates: 2 });
    }
    const other = await submit(club, batchOf([matchOf('one', [[mike], [lena]])]));
    expect(refusal(other)).toEqual(['match_conflict /matches/0/identifier']);
    const both = await submit(club, batchOf([matchOf('both', [[lena], [ghost]])]));
    expect(refusal(both)).toEqual(['repeated_player /matches/0/teams/1/0']);
  });

  it('counts a match once if one application reported it for the ghost, and another for the member', async () => {
    const { database, club, lena, mike, ghost, play, claim } = await openClub(kind);
    const other = await anotherClub(club);
    await database.updateTable('connection').set({ scopes: [] }).execute();
    const day = onDay(10);
    const own = matchOf('own', [[lena], [mike]], day);
    const [theirs] = (await handle(other, batchOf([own]))).matches;
    await handle(club, batchOf([matchOf('as-ghost', [[ghost], [mike]], day)]));
    await play('later', mike, lena);
    await claim(ghost.id, lena.id);
    await expectExact(database);
    const ratings = await storedRatings(database);
    const primary = ratings.filter(({ bracket }) => bracket === 'overall-open');
    expect(primary.map(({ games }) => games)).toEqual([2, 2]);
    const again = await handle(other, batchOf([own]));
    expect(again.matches).toMatchObject([{ id: theirs?.id, duplicateOf: 'own' }]);
    const uncounted = await database.selectFrom('uncounted_match').select('reason').execute();
    expect(uncounted).toEqual([{ reason: 'repeated' }]);
  });

  it('holds the later of two reports of one application, if they are of one match of the ghost and the member', async () => {
    const { database, club, lena, mike, ghost, claim } = await openClub(kind);
    const first = await report(club, matchOf('as-ghost', [[ghost], [mike]]));
    const second = await report(club, matchOf('own', [[lena], [mike]]));
    await claim(ghost.id, lena.id);
    expect(await held(database)).toEqual([
      { match_id: second('own'), other_match_id: first('as-ghost') },
    ]);
    await expectExact(database);
  });

  it('counts a match once if an earlier claimed ghost and the member have it, reported before or after the claim', async () => {
    const { database, club, lena, mike, ghost, makeGhost, claim } = await openClub(kind);
    const earlier = await makeGhost();
    const idOf = await report(
      club,
      matchOf('own', [[lena], [mike]], onDay(1)),
      matchOf('repeated', [[earlier], [mike]], onDay(1)),
      matchOf('as-earlier-ghost', [[earlier], [mike]], onDay(9)),
    );
    await claim(earlier.id, ghost.id);
    await claim(ghost.id, lena.id);
    const later = (await report(club, matchOf('later', [[lena], [mike]], onDay(9))))('later');
    expect(await held(database)).toEqual([
      { match_id: idOf('repeated'), other_match_id: idOf('own') },
      { match_id: later, other_match_id: idOf('as-earlier-ghost') },
    ]);
    await expectExact(database);
  });

  it('can have its matches voided afterwards', async () => {
    const { database, club, lena, mike, ghost, play, claim } = await openClub(kind);
    const first = await play('one', ghost, mike);
    await play('two', lena, mike);
    await claim(ghost.id, lena.id);
    const { applicationId } = club.submitter;
    const request = { applicationId, matchId: first, reason: 'Wrong court.' };
    const voided = await voidMatch(club.dependencies, request);
    const changes = voided?.ratingChanges.map(({ id, gamesCounted }) => `${id} ${gamesCounted}`);
    expect(changes).toContain(`${lena.id} 1`);
    await expectExact(database);
  });

  it('takes along the ghosts that were claimed for it earlier', async () => {
    const { database, lena, mike, priya, ghost, makeGhost, play, claim } = await openClub(kind);
    const earlier = await makeGhost();
    await play('one', earlier, mike);
    await play('two', ghost, priya);
    await claim(earlier.id, ghost.id);
    expect(await claim(ghost.id, lena.id)).toMatchObject({ matches: 2 });
    expect(await findMember(database, earlier.id)).toMatchObject({ id: lena.id });
    await expectExact(database);
  });

  it('counts for the verification of the member', async () => {
    const { database, lena, mike, ghost, play, claim } = await openClub(kind);
    for (const number of [1, 2, 3]) await play(`ghost-${number}`, ghost, mike);
    for (const number of [1, 2]) await play(`lena-${number}`, lena, mike);
    await claim(ghost.id, lena.id);
    expect(await findMember(database, lena.id)).toMatchObject({ is_vairified: true });
  });

  it('notifies the applications that the member allowed, and adds an audit entry', async () => {
    const { database, club, lena, mike, ghost, play, claim } = await openClub(kind);
    await play('one', ghost, mike);
    await listen(database, club.submitter.applicationId);
    await claim(ghost.id, lena.id);
    expect(await writtenEvents(database)).toMatchObject([
      {
        member_id: lena.id,
        data: { id: lena.id, previousRating: null, changedAt: claimedAt.toISOString() },
      },
    ]);
    const entries = await database.selectFrom('audit_entry').selectAll().execute();
    expect(entries).toMatchObject([
      {
        ...{ actor: 'operator', action: 'member.merged', member_id: lena.id },
        details: { ghostId: ghost.id },
      },
    ]);
  });

  it('and simultaneous batches give the result of some serial order', async () => {
    const { database, club, lena, mike, priya, ghost, makeGhost, play, claim } =
      await openClub(kind);
    await listen(database, club.submitter.applicationId);
    const ghosts = [ghost];
    while (ghosts.length < 5) ghosts.push(await makeGhost());
    for (const [index, one] of ghosts.entries()) await play(`before-${index}`, one, mike);
    await Promise.all(
      ghosts.flatMap((one, index) => [
        play(`first-${index}`, one, index % 2 === 0 ? mike : priya),
        play(`first-padel-${index}`, one, priya, 'padel'),
        claim(one.id, lena.id),
        play(`tennis-${index}`, one, mike, 'tennis'),
        play(`second-${index}`, one, priya),
        play(`own-${index}`, lena, mike),
      ]),
    );
    await expectExact(database);
  });
});

async function held(database: Database) {
  return await database
    .selectFrom('uncounted_match')
    .select(['match_id', 'other_match_id'])
    .where('reason', '=', 'held')
    .execute();
}

it('a claim is retried after a deadlock', async () => {
  const { database, lena, mike, ghost, play, claim } = await openClub();
  await play('one', ghost, mike);
  await breakOffOnce(database, 'update of merged_into on member');
  expect(await claim(ghost.id, lena.id)).toMatchObject({ matches: 1 });
  await expectExact(database);
});

describe('a claim is refused', () => {
  it('for an unknown id, a member, the same member, and a claimed ghost', async () => {
    const { lena, mike, ghost, claim } = await openClub();
    const rows: [string, string, string][] = [
      ['mem_01jrc3h9t4y7m1b6x8q2k5zwge', lena.id, 'no member mem_01jrc'],
      [ghost.id, '99999999', 'no member 99999999'],
      [mike.id, lena.id, 'is not a ghost'],
      [ghost.id, ghost.id, 'the ghost itself'],
    ];
    await checkRows(rows, async (ghostName: string, memberName: string, message: string) => {
      await expect(claim(ghostName, memberName)).rejects.toThrow(message);
    });
    await claim(ghost.id, lena.id);
    await expect(claim(ghost.id, mike.id)).rejects.toThrow(`already claimed for ${lena.id}`);
  });

  it('if both play in one match, unless that match was voided', async () => {
    const { database, club, lena, ghost, play, claim } = await openClub();
    const matchId = await play('one', ghost, lena);
    await expect(claim(ghost.id, lena.id)).rejects.toThrow(`both play in ${matchId}`);
    const { applicationId } = club.submitter;
    await voidMatch(club.dependencies, { applicationId, matchId, reason: 'Wrong player.' });
    await claim(ghost.id, lena.id);
    await expectExact(database);
  });
});
