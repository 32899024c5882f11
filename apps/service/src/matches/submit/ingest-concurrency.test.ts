import { checkRows } from '@partner-rating/table-tests';
import { describe, expect, it } from 'vitest';
import { createTestDatabase, databases } from '../../testing/test-database.ts';
import { batchOf, matchOf, onDay } from '../testing/batches.ts';
import { breakOffAt } from '../testing/break-off.ts';
import type { Club } from '../testing/club.ts';
import { countRows, createClub, listen, nothing, peopleOfAllKinds } from '../testing/club.ts';
import { expectExact } from '../testing/compare-ratings.ts';
import { expectDistinctSequences } from '../testing/expect-all-notified.ts';
import { foldLedger, storedRatings } from '../testing/fold-ledger.ts';
import { anotherClub } from '../testing/reports.ts';
import { settleAll } from '../testing/settle-all.ts';
import { handle, openClub, submit } from '../testing/story.ts';

const WRITERS = 16;

describe.each(databases)('batches submitted at once on %s', (kind) => {
  it('for the same players give the result of some serial order', async () => {
    const database = await createTestDatabase(kind);
    const club = await createClub(database, peopleOfAllKinds(10));
    await listen(database, club.submitter.applicationId);
    const pick = (...numbers: number[]) =>
      numbers.flatMap((number) => club.players.slice(number % 10, (number % 10) + 1));
    const batches = Array.from({ length: WRITERS }, (_, writer) =>
      batchOf(
        Array.from({ length: 6 }, (_, index) => {
          const from = writer * 7 + index * 3;
          const teams =
            index % 2 === 0
              ? [pick(from), pick(from + 1)]
              : [pick(from + 3, from), pick(from + 1, from + 6)];
          return matchOf(`${writer}-${index}`, teams, onDay(6 * writer + index));
        }),
      ),
    );
    const results = await Promise.all(batches.map((batch) => handle(club, batch)));
    expect(results.every(({ success, numMatches }) => success && numMatches === 6)).toBe(true);
    await expectExact(database);
    await expectDistinctSequences(database);
  });

  it('that are equal are stored once', async () => {
    const { database, club, doubles, singles } = await openClub(kind);
    const batch = batchOf([doubles, singles]);
    const results = await Promise.all(Array.from({ length: WRITERS }, () => handle(club, batch)));
    const rated = results.filter(({ numMatches }) => numMatches === 2);
    const duplicates = results.filter(({ duplicates }) => duplicates === 2);
    expect([rated.length, duplicates.length]).toEqual([1, WRITERS - 1]);
    expect(await countRows(database)).toMatchObject({ match_batch: 1, match: 2 });
  });

  it('that use the same identifiers for other matches are stored once, and conflict for the rest', async () => {
    const database = await createTestDatabase(kind);
    const club = await createClub(database, Array(WRITERS * 2).fill({}));
    const outcomes = await Promise.all(
      Array.from({ length: WRITERS }, async (_, writer) => {
        const teams = club.players.slice(writer * 2, writer * 2 + 2).map((player) => [player]);
        const matches = ['first', 'second', 'third'].map((identifier, index) =>
          matchOf(identifier, teams, onDay(index)),
        );
        return await submit(club, batchOf(writer % 2 === 0 ? matches : matches.toReversed()));
      }),
    );
    const kinds = outcomes.map(({ kind }) => kind).toSorted();
    expect(kinds).toEqual([...Array(WRITERS - 1).fill('conflict'), 'handled']);
    expect(await countRows(database)).toMatchObject({ match_batch: 1, match: 3, rating: 4 });
    await expectExact(database);
  });
});

describe.each(databases)('a batch that fails on %s', (kind) => {
  it('at any table leaves nothing, and can be sent again', async () => {
    const { database, club, doubles, singles } = await openClub(kind);
    await listen(database, club.submitter.applicationId);
    const batch = batchOf([doubles, singles]);
    await checkRows([...Object.keys(nothing), 'match_fingerprint'], async (table: string) => {
      const removeTrigger = await breakOffAt(database, table);
      await expect(submit(club, batch)).rejects.toThrow('The power is gone.');
      expect(await countRows(database)).toEqual(nothing);
      await removeTrigger();
    });
    expect(await handle(club, batch)).toMatchObject({ numMatches: 2, duplicates: 0 });
    await expectExact(database);
  });
});

describe.each(databases)('applications on %s', (kind) => {
  it('rate the same players at once without losing a game', async () => {
    const { database, club, mike, priya } = await openClub(kind);
    const clubs: Club[] = [];
    while (clubs.length < 8) clubs.push(await anotherClub(club, [], { trusted: true }));
    await Promise.all(
      clubs.map((other, index) =>
        handle(other, batchOf([matchOf('same-name', [[mike], [priya]], onDay(index))])),
      ),
    );
    await settleAll(database);
    const ratings = await storedRatings(database);
    expect(ratings.filter(({ games }) => games === 8)).toHaveLength(ratings.length);
    expect(ratings).toEqual(await foldLedger(database));
  });
});
