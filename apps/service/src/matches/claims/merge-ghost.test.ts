import { describe, expect, it } from 'vitest';
import { findMember } from '../../members/connected-member.ts';
import type { Database, MemberRow } from '../../platform/database/schema.ts';
import { createTestDatabase, databases } from '../../testing/test-database.ts';
import { batchOf, matchOf, onDay } from '../testing/batches.ts';
import { listen } from '../testing/club.ts';
import { standingRatings } from '../testing/fold-ledger.ts';
import { anotherClub } from '../testing/reports.ts';
import { handle, refusal, submit } from '../testing/story.ts';
import { voidMatch } from '../void-match.ts';
import { claimedAt, expectValid, openClub } from './testing/ghost-club.ts';

describe.each(databases)('a claimed ghost on %s', (kind) => {
  it('brings matches and history over whole, as if the member had played them all', async () => {
    const database = await createTestDatabase(kind);
    const { lena, mike, priya, ghost, play, claim } = await openClub(database);
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
    await expectValid(database);
    const ratings = await standingRatings(database);
    expect(ratings.filter(({ member_id }) => member_id === ghost.id)).toEqual([]);
    expect(ratings).toContainEqual(
      expect.objectContaining({
        member_id: lena.id,
        sport: 'pickleball',
        bracket: 'overall-open',
        games: 3,
      }),
    );
    const history = await database
      .selectFrom('rating_change')
      .select(['member_id', 'cause', 'match_id', 'sport'])
      .where('bracket', '=', 'overall-open')
      .where('member_id', 'in', [ghost.id, lena.id])
      .orderBy('change_order')
      .execute();
    expect(history.map(({ cause }) => cause)).toEqual([
      'match',
      'match',
      'match',
      'match',
      'merge',
      'merge',
    ]);
    expect(new Set(history.map(({ member_id }) => member_id))).toEqual(new Set([lena.id]));
    expect(history.at(-1)).toMatchObject({ match_id: null });
  });

  it('that never played leaves the ratings as they are', async () => {
    const database = await createTestDatabase(kind);
    const { lena, mike, ghost, play, claim } = await openClub(database);
    await play('one', lena, mike);
    const before = await standingRatings(database);
    expect(await claim(ghost.id, lena.id)).toMatchObject({ matches: 0, ratings: 0 });
    expect(await standingRatings(database)).toEqual(before);
  });

  it('goes on naming the member, by id and by number', async () => {
    const database = await createTestDatabase(kind);
    const { club, lena, mike, ghost, claim } = await openClub(database);
    await claim(ghost.id, String(lena.member_number));
    expect(await findMember(database, ghost.id)).toMatchObject({ id: lena.id });
    expect(await findMember(database, String(ghost.member_number))).toMatchObject({ id: lena.id });
    const matches = [
      matchOf('by-id', [[ghost], [mike]], onDay(1)),
      matchOf('by-number', [[{ id: String(ghost.member_number) }], [mike]], onDay(2)),
    ];
    const result = await handle(club, batchOf(matches));
    expect(result.ratingChanges.map(({ id }) => id)).toContain(lena.id);
    expect(result.ratingChanges.map(({ id }) => id)).not.toContain(ghost.id);
    await expectValid(database);
    const projected = await handle(
      club,
      batchOf([matchOf('dry', [[ghost], [mike]], onDay(3))], { dryRun: true }),
    );
    expect(projected.ratingChanges.map(({ id }) => id)).toContain(lena.id);
  });

  it('is the member where both are named in one match', async () => {
    const database = await createTestDatabase(kind);
    const { club, lena, ghost, claim } = await openClub(database);
    await claim(ghost.id, lena.id);
    const outcome = await submit(club, batchOf([matchOf('one', [[lena], [ghost]])]));
    expect(refusal(outcome)).toEqual(['repeated_player /matches/0/teams/1/0']);
  });

  it('leaves a match a duplicate of itself, whichever of the two it names', async () => {
    const database = await createTestDatabase(kind);
    const { club, lena, mike, ghost, play, claim } = await openClub(database);
    await play('one', ghost, mike);
    await play('two', lena, mike);
    await claim(ghost.id, lena.id);
    for (const player of [ghost, lena]) {
      const again = batchOf([
        matchOf('one', [[player], [mike]], onDay(99)),
        matchOf('two', [[player], [mike]], onDay(98)),
      ]);
      expect(await handle(club, again)).toMatchObject({ numMatches: 0, duplicates: 2 });
    }
    const other = await submit(club, batchOf([matchOf('one', [[mike], [lena]])]));
    expect(refusal(other)).toEqual(['match_conflict /matches/0/identifier']);
  });

  it('has a match that two applications reported under both names count once, by either', async () => {
    const database = await createTestDatabase(kind);
    const { club, lena, mike, ghost, play, claim } = await openClub(database);
    const other = await anotherClub(club);
    await database.updateTable('connection').set({ scopes: [] }).execute();
    const day = onDay(10);
    const own = matchOf('own', [[lena], [mike]], day);
    const [theirs] = (await handle(other, batchOf([own]))).matches;
    await handle(club, batchOf([matchOf('as-ghost', [[ghost], [mike]], day)]));
    await play('later', mike, lena);
    await claim(ghost.id, lena.id);
    await expectValid(database);
    const ratings = await standingRatings(database);
    const primary = ratings.filter(({ bracket }) => bracket === 'overall-open');
    expect(primary.map(({ games }) => games)).toEqual([2, 2]);
    const again = await handle(other, batchOf([own]));
    expect(again.matches).toMatchObject([{ id: theirs?.id, duplicateOf: 'own' }]);
    const uncounted = await database.selectFrom('uncounted_match').select('reason').execute();
    expect(uncounted).toEqual([{ reason: 'repeated' }]);
  });

  it('has an application’s later report of the same match held, whichever names the member', async () => {
    const database = await createTestDatabase(kind);
    const { club, lena, mike, ghost, claim } = await openClub(database);
    const report = async (identifier: string, one: MemberRow) =>
      (await handle(club, batchOf([matchOf(identifier, [[one], [mike]])]))).matches[0]?.id;
    const first = await report('as-ghost', ghost);
    const second = await report('own', lena);
    await claim(ghost.id, lena.id);
    expect(await held(database)).toEqual([{ match_id: second, other_match_id: first }]);
    await expectValid(database);
  });

  it('has the matches of a ghost that was claimed for it before recognised as the member’s', async () => {
    const database = await createTestDatabase(kind);
    const { club, lena, mike, ghost, makeGhost, claim } = await openClub(database);
    const earlier = await makeGhost();
    const report = async (identifier: string, one: MemberRow) =>
      await handle(club, batchOf([matchOf(identifier, [[one], [mike]])]));
    const first = await report('as-earlier-ghost', earlier);
    await claim(earlier.id, ghost.id);
    await claim(ghost.id, lena.id);
    expect(await report('own', lena)).toMatchObject({
      held: 1,
      matches: [{ status: 'held', possibleDuplicateOf: first.matches[0]?.id }],
    });
    await expectValid(database);
  });

  it('has a match of a ghost that was claimed for it before count once beside the member’s own', async () => {
    const database = await createTestDatabase(kind);
    const { club, lena, mike, ghost, makeGhost, claim } = await openClub(database);
    const earlier = await makeGhost();
    const report = async (identifier: string, one: MemberRow) =>
      (await handle(club, batchOf([matchOf(identifier, [[one], [mike]])]))).matches[0]?.id;
    const first = await report('own', lena);
    const repeated = await report('as-earlier-ghost', earlier);
    await claim(earlier.id, ghost.id);
    await claim(ghost.id, lena.id);
    expect(await held(database)).toEqual([{ match_id: repeated, other_match_id: first }]);
    await expectValid(database);
  });

  it('can have its matches voided afterwards', async () => {
    const database = await createTestDatabase(kind);
    const { club, lena, mike, ghost, play, claim } = await openClub(database);
    const first = await play('one', ghost, mike);
    await play('two', lena, mike);
    await claim(ghost.id, lena.id);
    const { applicationId } = club.submitter;
    const voided = await voidMatch(club.dependencies, {
      applicationId,
      matchId: first,
      reason: 'Wrong court.',
    });
    expect(voided?.ratingChanges.map(({ id, gamesCounted }) => `${id} ${gamesCounted}`)).toContain(
      `${lena.id} 1`,
    );
    await expectValid(database);
  });

  it('takes the ghosts along that were claimed for it', async () => {
    const database = await createTestDatabase(kind);
    const { lena, mike, priya, ghost, makeGhost, play, claim } = await openClub(database);
    const earlier = await makeGhost();
    await play('one', earlier, mike);
    await play('two', ghost, priya);
    await claim(earlier.id, ghost.id);
    expect(await claim(ghost.id, lena.id)).toMatchObject({ matches: 2 });
    expect(await findMember(database, earlier.id)).toMatchObject({ id: lena.id });
    await expectValid(database);
  });

  it('counts for the verification of the member', async () => {
    const database = await createTestDatabase(kind);
    const { lena, mike, ghost, play, claim } = await openClub(database);
    for (const number of [1, 2, 3]) await play(`ghost-${number}`, ghost, mike);
    for (const number of [1, 2]) await play(`lena-${number}`, lena, mike);
    await claim(ghost.id, lena.id);
    expect(await findMember(database, lena.id)).toMatchObject({ is_vairified: true });
  });

  it('notifies the applications that the member allowed, and leaves a line in the audit', async () => {
    const database = await createTestDatabase(kind);
    const { club, lena, mike, ghost, play, claim } = await openClub(database);
    await play('one', ghost, mike);
    await listen(database, club.submitter.applicationId);
    await claim(ghost.id, lena.id);
    const sent = await database
      .selectFrom('webhook_delivery')
      .select(['member_id', 'payload'])
      .execute();
    expect(sent.map(({ member_id }) => member_id)).toEqual([lena.id]);
    expect(JSON.parse(sent[0]?.payload ?? '{}').data).toMatchObject({
      id: lena.id,
      previousRating: null,
      changedAt: claimedAt.toISOString(),
    });
    expect(await database.selectFrom('audit_entry').selectAll().execute()).toMatchObject([
      {
        actor: 'operator',
        action: 'member.merged',
        member_id: lena.id,
        details: { ghostId: ghost.id },
      },
    ]);
  });
});

async function held(database: Database) {
  return await database
    .selectFrom('uncounted_match')
    .select(['match_id', 'other_match_id'])
    .where('reason', '=', 'held')
    .execute();
}

describe('a claim is refused', () => {
  it.each([
    ['for a ghost nobody knows', 'mem_01jrc3h9t4y7m1b6x8q2k5zwge', null, /no member mem_01jrc/],
    ['for a member nobody knows', null, '99999999', /no member 99999999/],
  ])('%s', async (_, ghostName, memberName, message) => {
    const database = await createTestDatabase('postgres');
    const { lena, ghost, claim } = await openClub(database);
    await expect(claim(ghostName ?? ghost.id, memberName ?? lena.id)).rejects.toThrow(message);
  });

  it('where it is no ghost', async () => {
    const database = await createTestDatabase('postgres');
    const { lena, mike, claim } = await openClub(database);
    await expect(claim(mike.id, lena.id)).rejects.toThrow(/is no ghost/);
  });

  it('where the ghost is the member named', async () => {
    const database = await createTestDatabase('postgres');
    const { ghost, claim } = await openClub(database);
    await expect(claim(ghost.id, ghost.id)).rejects.toThrow(/the ghost itself/);
  });

  it('the second time', async () => {
    const database = await createTestDatabase('postgres');
    const { lena, mike, ghost, claim } = await openClub(database);
    await claim(ghost.id, lena.id);
    await expect(claim(ghost.id, mike.id)).rejects.toThrow(`claimed before, for ${lena.id}`);
  });

  it('where both play in one match, unless that match was voided', async () => {
    const database = await createTestDatabase('postgres');
    const { club, lena, ghost, play, claim } = await openClub(database);
    const matchId = await play('one', ghost, lena);
    await expect(claim(ghost.id, lena.id)).rejects.toThrow(`both play in ${matchId}`);
    const { applicationId } = club.submitter;
    await voidMatch(club.dependencies, { applicationId, matchId, reason: 'Wrong player.' });
    await claim(ghost.id, lena.id);
    await expectValid(database);
  });
});
