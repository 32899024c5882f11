import { describe, expect, it } from 'vitest';
import { insertApplication } from '../../testing/builders.ts';
import { createTestDatabase, databases } from '../../testing/test-database.ts';
import { batchOf, matchOf, onDay } from '../testing/batches.ts';
import { breakOffAt } from '../testing/break-off.ts';
import { countRows, createClub, listen, nothing } from '../testing/club.ts';
import { foldLedger, standingRatings } from '../testing/fold-ledger.ts';
import { settleAll } from '../testing/settle-all.ts';
import { handle, openClub, submit } from '../testing/story.ts';

const WRITERS = 16;

describe.each(databases)('batches submitted at once on %s', (kind) => {
  it('over the same players give what some serial order gives', async () => {
    const database = await createTestDatabase(kind);
    const club = await createClub(
      database,
      Array.from({ length: 10 }, (_, index) => ({
        gender: index % 2 === 0 ? ('MALE' as const) : ('FEMALE' as const),
        birth_date: `${1960 + index * 3}-01-01`,
      })),
    );
    await listen(database, club.submitter.applicationId);
    const pick = (...numbers: number[]) =>
      numbers.map((number) => {
        const player = club.players[number % club.players.length];
        if (player === undefined) throw new Error('The club has ten players.');
        return player;
      });
    const batches = Array.from({ length: WRITERS }, (_, writer) =>
      batchOf(
        Array.from({ length: 6 }, (_, index) => {
          const from = writer * 7 + index * 3;
          return matchOf(
            `${writer}-${index}`,
            index % 2 === 0
              ? [pick(from), pick(from + 1)]
              : [pick(from + 3, from), pick(from + 1, from + 6)],
            onDay(6 * writer + index),
          );
        }),
      ),
    );
    const results = await Promise.all(batches.map((batch) => handle(club, batch)));

    expect(results.every(({ success, numMatches }) => success && numMatches === 6)).toBe(true);
    await settleAll(database);
    expect(await standingRatings(database)).toEqual(await foldLedger(database));
    const sent = await database.selectFrom('webhook_delivery').select('payload').execute();
    const sequences = sent
      .map(({ payload }) => JSON.parse(payload).data)
      .map(({ id, sequence }) => `${id} ${sequence}`);
    expect(new Set(sequences).size).toBe(sequences.length);
  });

  it('that are one and the same are stored once', async () => {
    const { database, club, doubles, singles } = await openClub(kind);
    const batch = batchOf([doubles, singles]);
    const results = await Promise.all(Array.from({ length: WRITERS }, () => handle(club, batch)));
    const rated = results.filter(({ numMatches }) => numMatches === 2);
    const duplicates = results.filter(({ duplicates }) => duplicates === 2);
    expect([rated.length, duplicates.length]).toEqual([1, WRITERS - 1]);
    expect(await countRows(database)).toMatchObject({ match_batch: 1, match: 2 });
  });

  it('that give other matches the same identifiers are stored once, and conflict for the rest', async () => {
    const database = await createTestDatabase(kind);
    const club = await createClub(
      database,
      Array.from({ length: WRITERS * 2 }, () => ({})),
    );
    const outcomes = await Promise.all(
      Array.from({ length: WRITERS }, (_, writer) => {
        const teams = club.players.slice(writer * 2, writer * 2 + 2).map((player) => [player]);
        const identifiers = ['first', 'second', 'third'];
        const ordered = writer % 2 === 0 ? identifiers : identifiers.toReversed();
        return submit(
          club,
          batchOf(
            ordered.map((identifier) =>
              matchOf(identifier, teams, onDay(identifiers.indexOf(identifier))),
            ),
          ),
        );
      }),
    );
    const kinds = outcomes.map(({ kind }) => kind).toSorted();
    expect(kinds).toEqual([...Array(WRITERS - 1).fill('conflict'), 'handled']);
    expect(await countRows(database)).toMatchObject({ match_batch: 1, match: 3, rating: 4 });
    await settleAll(database);
    expect(await standingRatings(database)).toEqual(await foldLedger(database));
  });
});

describe.each(databases)('a batch that breaks off on %s', (kind) => {
  it.each([
    'match',
    'match_fingerprint',
    'match_participant',
    'rating',
    'rating_change',
    'member_sequence',
    'webhook_delivery',
  ])('at the table %s leaves nothing, and can be sent again', async (table) => {
    const { database, club, doubles, singles } = await openClub(kind);
    await listen(database, club.submitter.applicationId);
    const removeTrigger = await breakOffAt(database, table);

    const batch = batchOf([doubles, singles]);
    await expect(submit(club, batch)).rejects.toThrow('The power is gone.');
    expect(await countRows(database)).toEqual(nothing);

    await removeTrigger();
    expect(await handle(club, batch)).toMatchObject({ numMatches: 2, duplicates: 0 });
    await settleAll(database);
    expect(await standingRatings(database)).toEqual(await foldLedger(database));
  });
});

describe.each(databases)('applications on %s', (kind) => {
  it('rate the same players at once without losing a game', async () => {
    const { database, club, mike, priya } = await openClub(kind);
    const applicationIds = await Promise.all(
      Array.from({ length: 8 }, () => insertApplication(database)),
    );
    await Promise.all(
      applicationIds.map((applicationId, index) =>
        handle(
          { ...club, submitter: { applicationId, trusted: true } },
          batchOf([matchOf('same-name', [[mike], [priya]], onDay(index))]),
        ),
      ),
    );
    await settleAll(database);
    const ratings = await standingRatings(database);
    expect(ratings.filter(({ games }) => games === 8)).toHaveLength(ratings.length);
    expect(ratings).toEqual(await foldLedger(database));
  });
});
