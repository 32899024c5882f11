import type { Schemas } from '@partner-rating/server';
import { checkRows, testRows } from '@partner-rating/table-tests';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { Database } from '../platform/database/schema.ts';
import { rebuildRatings } from '../ratings/rebuild-ratings.ts';
import { type DatabaseKind, databases } from '../testing/test-database.ts';
import { effectiveMatches } from './domain/effective-match.ts';
import { batchOf, matchOf, onDay, scored } from './testing/batches.ts';
import { countRows } from './testing/club.ts';
import { expectCleanAudit, valuesOf } from './testing/compare-ratings.ts';
import { foldLedger, storedRatings } from './testing/fold-ledger.ts';
import { storeUnjudged } from './testing/store-unjudged.ts';
import { handle, openClub, refusal, submit } from './testing/story.ts';
import { play, voidPlayed } from './testing/voids.ts';

const finished = scored('11-8 6-11');

/** Opens a club of four, and the result of a match with this ending. */
async function openPlayed(kind: DatabaseKind, rest: Parameters<typeof matchOf>[2]) {
  const opened = await openClub(kind);
  const { club, priya, daniel } = opened;
  const result = await handle(club, batchOf([matchOf('ended', [[priya], [daniel]], rest)]));
  return { ...opened, result };
}

/** Returns when everybody last played, by member number. */
async function activityOf(database: Database) {
  return await database
    .selectFrom('member_activity')
    .select(['member_number', 'last_played_at'])
    .orderBy('member_number')
    .execute();
}

async function ratingsAfter(kind: DatabaseKind, rest: Parameters<typeof matchOf>[2]) {
  const { database, club, result } = await openPlayed(kind, rest);
  await expectCleanAudit(database);
  expect(await storedRatings(database)).toEqual(await foldLedger(database));
  return { result, values: await valuesOf(database, club.players) };
}

describe.each(databases)('a match that moves no rating on %s', (kind) => {
  const unplayed: Partial<Schemas.MatchInput>[] = [
    { outcome: 'walkover', winner: 0 },
    { outcome: 'walkover', winner: 1, games: [] },
    { outcome: 'walkover', games: scored('11-0') },
    { outcome: 'retired', winner: 1, games: scored('4-9') },
    { outcome: 'defaulted', winner: 0 },
    { outcome: 'abandoned', games: scored('4-9') },
    // The leader retired, or was disqualified.
    { outcome: 'retired', winner: 1, games: scored('11-2 5-0') },
    { outcome: 'defaulted', winner: 1, games: scored('11-2') },
    { outcome: 'drawn', games: scored('0-0') },
    { outcome: 'timed', games: Array(15).fill({ scores: [0, 0] }) },
  ];

  it('is stored, without a rating, an entry in the history, or an event, and can be voided', async () => {
    const { database, club, priya, daniel, result: before } = await openPlayed(kind, onDay(1));
    const lastPlayed = await activityOf(database);
    await checkRows(unplayed, async (rest: Partial<Schemas.MatchInput>) => {
      const rows = await countRows(database);
      const { games: _, ...match } = matchOf(JSON.stringify(rest), [[priya], [daniel]]);
      const result = await handle(club, batchOf([{ ...match, ...rest }]));
      expect(result).toMatchObject({
        ...{ success: true, numMatches: 1, numGames: 0, ratingChanges: [] },
        matches: [{ id: expect.stringMatching(/^mat_/), status: 'stored' }],
        message: '1 match was stored without a game that counts.',
      });
      const { rating, rating_change, webhook_delivery } = rows;
      expect(await countRows(database)).toMatchObject({
        ...{ match: (rows.match ?? 0) + 1, rating, rating_change, webhook_delivery },
      });
      expect(await activityOf(database)).toEqual(lastPlayed);
      await sql`select rebuild_member_search()`.execute(database);
      expect(await activityOf(database)).toEqual(lastPlayed);
      await expectCleanAudit(database);
      const answer = await voidPlayed(club, result.matches[0]?.id ?? '');
      expect(answer.ratingChanges).toEqual([]);
      expect(await activityOf(database)).toEqual(lastPlayed);
    });
    await voidPlayed(club, before.matches[0]?.id ?? '');
    expect(await storedRatings(database)).toEqual([]);
    await expectCleanAudit(database);
  });

  it('stays out of a rebuild', async () => {
    const { club, priya, daniel } = await openPlayed(kind, {});
    const { games: _, ...walkover } = matchOf('walkover', [[priya], [daniel]]);
    await handle(club, batchOf([{ ...walkover, outcome: 'walkover', winner: 0 }]));
    const rebuilt = await rebuildRatings(club.dependencies, { dryRun: false });
    expect(rebuilt.map(({ steps, ratings }) => steps + ratings)).toEqual([0]);
  });
});

describe.each(databases)('a match in which somebody retired on %s', (kind) => {
  it('counts only by its finished games, to the last bit', async () => {
    const open = { scores: [3, 5] };
    const [retired, expected] = [
      await ratingsAfter(kind, { outcome: 'retired', winner: 0, games: [...finished, open] }),
      await ratingsAfter(kind, { outcome: 'retired', winner: 1, games: finished }),
    ];
    expect(retired.values).toEqual(expected.values);
    expect(retired.result).toMatchObject({ numMatches: 1, numGames: 2 });
    expect(retired.result.matches[0]?.status).toBe('rated');
    expect(retired.result.ratingChanges.map(({ gamesCounted }) => gamesCounted)).toContain(2);
  });

  it('may be the same match if a later report omits the unfinished game', async () => {
    const games = scored('11-8 3-5');
    const retired = { outcome: 'retired', winner: 0, games } as const;
    const { database, club, priya, daniel } = await openPlayed(kind, retired);
    const before = await storedRatings(database);
    const again = matchOf('again', [[priya], [daniel]], { games: games.slice(0, 1) });
    const { matches } = await handle(club, batchOf([again]));
    expect(matches).toMatchObject([{ status: 'held' }]);
    expect(await storedRatings(database)).toEqual(before);
  });

  it('counts only finished games towards verification', async () => {
    const { database, club, priya, daniel } = await openClub(kind);
    const games = [...finished, ...scored('11-9')];
    const retired = { outcome: 'retired', winner: 0, games: scored('11-8 2-3') } as const;
    const first = matchOf('first', [[priya], [daniel]], { games, ...onDay(1) });
    const second = matchOf('second', [[priya], [daniel]], retired);
    await handle(club, batchOf([first, second]));
    const verified = async () => {
      const member = database.selectFrom('member').select('is_vairified');
      return await member.where('id', '=', priya.id).executeTakeFirstOrThrow();
    };
    expect((await verified()).is_vairified).toBe(false);
    await play(club, matchOf('third', [[priya], [daniel]], onDay(2)));
    expect((await verified()).is_vairified).toBe(true);
  });
});

describe.each(databases)('a match that ran out of time on %s', (kind) => {
  it('counts as a win of the team that led when the time ended', async () => {
    const { result } = await ratingsAfter(kind, { outcome: 'timed', games: scored('6-8') });
    const moved = result.ratingChanges.filter(({ bracket }) => bracket === 'overall-open');
    const [priyas, daniels] = moved.map(({ newRating }) => newRating ?? 0);
    expect(daniels).toBeGreaterThan(priyas ?? 0);
  });

  testRows(['timed', 'drawn'] as const)(
    'moves equal players equally if the score is level',
    async (outcome) => {
      const { result } = await ratingsAfter(kind, { outcome, games: scored('8-8') });
      const moved = result.ratingChanges.filter(({ bracket }) => bracket === 'overall-open');
      expect(moved).toHaveLength(2);
      expect(moved[0]?.newRating).toBe(moved[1]?.newRating);
      expect(result.numGames).toBe(1);
    },
  );
});

describe.each(databases)('a game by a format on %s', (kind) => {
  it('is rated like the same scores without a format, to the last bit, even after a tie-break', async () => {
    const games = scored('7-6 6-3');
    const byFormat = await openPlayed(kind, { sport: 'padel', format: 'padel-set', games });
    const byHand = await openPlayed(kind, { sport: 'padel', winScore: 6, winBy: 2, games });
    expect(await valuesOf(byFormat.database, byFormat.club.players)).toEqual(
      await valuesOf(byHand.database, byHand.club.players),
    );
    await expectCleanAudit(byFormat.database);
    expect(await storedRatings(byFormat.database)).toEqual(await foldLedger(byFormat.database));
  });
});

describe.each(databases)('the same identifier on %s', (kind) => {
  it('is a duplicate with the same outcome, and a conflict with another', async () => {
    const games = scored('11-8');
    const { club, priya, daniel } = await openPlayed(kind, { outcome: 'timed', games });
    const again = matchOf('ended', [[priya], [daniel]], { games });
    const { duplicates } = await handle(club, batchOf([{ ...again, outcome: 'timed' }]));
    expect(duplicates).toBe(1);
    for (const rest of [{ outcome: 'completed' }, {}, { outcome: 'retired', winner: 0 }] as const) {
      const other = { ...again, ...rest };
      expect(refusal(await submit(club, batchOf([other])))).toEqual([
        'match_conflict /matches/0/identifier',
      ]);
    }
  });

  it('is a conflict with another winner, and a duplicate with the one that the games show', async () => {
    const retired = { outcome: 'retired', games: scored('11-8 2-3') } as const;
    const { club, priya, daniel } = await openPlayed(kind, { ...retired, winner: 0 });
    const again = (winner: number) => matchOf('ended', [[priya], [daniel]], { ...retired, winner });
    expect((await handle(club, batchOf([again(0)]))).duplicates).toBe(1);
    expect(refusal(await submit(club, batchOf([again(1)])))).toEqual([
      'match_conflict /matches/0/identifier',
    ]);
    const turned = matchOf('ended', [[daniel], [priya]], {
      ...{ ...retired, winner: 1, games: scored('8-11 3-2') },
    });
    expect((await handle(club, batchOf([turned]))).duplicates).toBe(1);
    await play(club, matchOf('played', [[priya], [daniel]], onDay(3)));
    const played = matchOf('played', [[priya], [daniel]], { ...onDay(3), winner: 0 });
    expect((await handle(club, batchOf([played]))).duplicates).toBe(1);
  });
});

describe.each(databases)('a match from before winners were required on %s', (kind) => {
  it('is a duplicate if it is sent again unchanged, and a conflict with a winner', async () => {
    const { club, priya, daniel } = await openClub(kind);
    const retired = { outcome: 'retired', games: scored('11-8 2-3') } as const;
    const old = matchOf('old', [[priya], [daniel]], retired);
    await storeUnjudged(club, effectiveMatches(batchOf([old])));
    expect((await handle(club, batchOf([old]))).duplicates).toBe(1);
    expect(refusal(await submit(club, batchOf([{ ...old, winner: 0 }])))).toEqual([
      'match_conflict /matches/0/identifier',
    ]);
  });
});
