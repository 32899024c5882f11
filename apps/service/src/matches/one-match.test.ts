import { describe, expect, it } from 'vitest';
import type { MemberRow } from '../platform/database/schema.ts';
import { databases } from '../testing/test-database.ts';
import { batchOf, matchOf } from './testing/batches.ts';
import { countRows } from './testing/club.ts';
import { expectCleanAudit, valuesOf } from './testing/compare-ratings.ts';
import { dumpTables } from './testing/dump-tables.ts';
import { foldLedger, standingRatings } from './testing/fold-ledger.ts';
import { anotherClub, openFour, twin } from './testing/reports.ts';
import { handle, openClub } from './testing/story.ts';
import { play } from './testing/voids.ts';

describe.each(databases)('a match that was reported before on %s', (kind) => {
  it('is a duplicate under another identifier, with its teams and players in another order', async () => {
    const { database, club, mike, priya, daniel, sofia, doubles } = await openClub(kind);
    const idOf = await play(club, doubles);
    const before = await dumpTables(database);
    const again = matchOf(
      'reported-again',
      [
        [sofia, daniel],
        [priya, mike],
      ],
      { games: [{ scores: [8, 11] }, { scores: [6, 11] }], matchDate: '2026-09-12T09:00:00Z' },
    );
    const result = await handle(club, batchOf([again]));
    expect(result).toMatchObject({ success: true, numMatches: 0, duplicates: 1 });
    expect(result.matches).toEqual([
      {
        identifier: 'reported-again',
        id: idOf(doubles.identifier),
        status: 'duplicate',
        duplicateOf: 'own',
      },
    ]);
    expect(result.message).toBe('1 match was sent before.');
    expect(await dumpTables(database)).toEqual(before);
  });

  it('is the same by a format as by the same winScore and winBy, under its identifier too', async () => {
    const { database, club, mike, priya } = await openClub(kind);
    const games = [{ scores: [6, 4] }, { scores: [7, 5] }];
    const match = matchOf('set', [[mike], [priya]], { games });
    const { matches: _, winScore: __, winBy: ___, ...rest } = batchOf([]);
    const tennis = { ...rest, sport: 'tennis' };
    await handle(club, { ...tennis, format: 'tennis-set', matches: [match] });
    const before = await dumpTables(database);
    const byHand = { ...tennis, winScore: 6, winBy: 2 };
    const result = await handle(club, { ...byHand, matches: [match, twin(match)] });
    expect(result).toMatchObject({ numMatches: 0, duplicates: 2 });
    expect(await dumpTables(database)).toEqual(before);
  });

  it('is a duplicate for another application, which learns nothing else of it', async () => {
    const { database, club, players, doubles } = await openFour(kind);
    const other = await anotherClub(club, players);
    await play(club, doubles);
    const before = await dumpTables(database);
    const result = await handle(other, batchOf([twin(doubles)]));
    expect(result.matches).toEqual([
      { identifier: 'reported-again', id: null, status: 'duplicate', duplicateOf: 'other' },
    ]);
    expect(result).toMatchObject({ numMatches: 0, duplicates: 1, ratingChanges: [] });
    expect(result.message).toBe('1 match was reported before by another application.');
    expect(await dumpTables(database)).toEqual(before);
  });

  it('is nothing a dry run knows of, where another application reported it', async () => {
    const { club, players, doubles, singles } = await openFour(kind);
    const other = await anotherClub(club, players);
    await play(club, doubles);
    await play(other, singles);
    const result = await handle(
      other,
      batchOf([twin(doubles), { ...singles, identifier: 'own' }], { dryRun: true }),
    );
    expect(result.matches).toMatchObject([
      { status: 'projected' },
      { status: 'duplicate', duplicateOf: 'own' },
    ]);
  });

  it('is a duplicate beside faults too, where valid matches are stored, and a fault with one of its own', async () => {
    const { club, players, doubles, singles } = await openFour(kind);
    const other = await anotherClub(club, players);
    await play(club, doubles, singles);
    const faulty = { ...twin(singles), identifier: 'faulty', winBy: 3 };
    const batch = batchOf([twin(doubles), faulty], { partial: true });
    expect((await handle(other, batch)).matches).toMatchObject([
      { status: 'duplicate', duplicateOf: 'other' },
      { status: 'rejected' },
    ]);
  });

  it('is another match on another day, and with another score', async () => {
    const { club, doubles } = await openClub(kind);
    await play(club, doubles);
    const result = await handle(
      club,
      batchOf([
        { ...doubles, identifier: 'day', matchDate: '2026-09-11T23:59:59Z' },
        { ...doubles, identifier: 'score', games: [{ scores: [11, 8] }, { scores: [11, 7] }] },
      ]),
    );
    expect(result).toMatchObject({ numMatches: 2, duplicates: 0 });
  });

  it('is one match where many applications report it at once', async () => {
    const { database, club, players, doubles, singles } = await openFour(kind);
    const clubs = await Promise.all(
      Array.from({ length: 8 }, async () => await anotherClub(club, players)),
    );
    const results = await Promise.all(
      clubs.map(async (one, index) => {
        const batch = [doubles, singles];
        return await handle(one, batchOf(index % 2 === 0 ? batch : batch.toReversed()));
      }),
    );
    expect(results.reduce((sum, { numMatches }) => sum + numMatches, 0)).toBe(2);
    const others = results.flatMap(({ matches }) =>
      matches.flatMap((one) => one.duplicateOf ?? []),
    );
    expect(others).toEqual(Array(14).fill('other'));
    expect(await countRows(database)).toMatchObject({ match: 2 });
    expect(await standingRatings(database)).toEqual(await foldLedger(database));
  });
});

describe.each(databases)('a first report with other rules than the match had on %s', (kind) => {
  it.each([
    ['winning score', [12, 10], { winScore: 8 }],
    ['lead that wins', [11, 8], { winBy: 1 }],
  ])(
    'in the %s is another match, and moves nobody who did not agree to it',
    async (_, scores, rules) => {
      const { database, club, players, doubles } = await openFour(kind);
      const games = [{ scores }];
      const stranger = await anotherClub(club);
      await handle(stranger, batchOf([{ ...doubles, games, ...rules }]));
      const result = await handle(club, batchOf([{ ...doubles, games }]));
      expect(result).toMatchObject({ numMatches: 1, duplicates: 0 });
      const alone = await openClub(kind);
      await play(alone.club, { ...alone.doubles, games });
      expect(await valuesOf(database, players)).toEqual(
        await valuesOf(alone.database, alone.club.players),
      );
      await expectCleanAudit(database);
    },
  );
});

describe.each(databases)('a match of which no game counts on %s', (kind) => {
  const walkover = (identifier: string, ...[one, other]: [MemberRow, MemberRow]) => ({
    ...matchOf(identifier, [[one], [other]], { games: [] }),
    outcome: 'walkover' as const,
    winner: 0,
  });

  it('is recognised by its identifier alone, in one batch and in several', async () => {
    const { database, club, priya, daniel } = await openClub(kind);
    const [first, second, third] = ['first', 'second', 'third'].map((identifier) =>
      walkover(identifier, priya, daniel),
    );
    if (!first || !second || !third) throw new Error('There are three walkovers.');
    const { matches } = await handle(club, batchOf([first, second]));
    expect(matches.map(({ status }) => status)).toEqual(['stored', 'stored']);
    const again = await handle(club, batchOf([first, third]));
    expect(again.matches.map(({ status }) => status)).toEqual(['duplicate', 'stored']);
    expect(again.matches[0]?.id).toBe(matches[0]?.id);
    expect(await countRows(database)).toMatchObject({ match: 3 });
  });

  it("makes no other application's match of that day a duplicate", async () => {
    const { club, priya, daniel } = await openClub(kind);
    const other = await anotherClub(club, [priya, daniel]);
    await handle(other, batchOf([walkover('theirs', priya, daniel)]));
    const retired = matchOf('ours', [[priya], [daniel]], {
      outcome: 'retired',
      winner: 1,
      games: [{ scores: [4, 9] }],
    });
    const { matches } = await handle(club, batchOf([retired, walkover('too', priya, daniel)]));
    expect(matches.map(({ status }) => status)).toEqual(['stored', 'stored']);
  });
});
