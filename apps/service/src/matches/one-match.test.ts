import { testRows } from '@partner-rating/table-tests';
import { describe, expect, it } from 'vitest';
import type { MemberRow } from '../platform/database/schema.ts';
import { databases } from '../testing/test-database.ts';
import { distinguishResult } from './answer-result.ts';
import { listSubmittedMatches } from './read-matches.ts';
import { releaseMatch } from './recount.ts';
import { batchOf, matchOf, scored, teamsOf } from './testing/batches.ts';
import { type Club, countRows } from './testing/club.ts';
import { expectCleanAudit, expectExact, valuesOf } from './testing/compare-ratings.ts';
import { dumpTables } from './testing/dump-tables.ts';
import { foldLedger, storedRatings } from './testing/fold-ledger.ts';
import { anotherClub, openFour, twin, withPlayersOf } from './testing/reports.ts';
import { handle, openClub } from './testing/story.ts';
import { play, voidPlayed } from './testing/voids.ts';

describe.each(databases)('a match with the players and games of an earlier one on %s', (kind) => {
  it('is held in a later request, with its teams and players in another order, and moves no rating', async () => {
    const { database, club, mike, priya, daniel, sofia, doubles } = await openClub(kind);
    const idOf = await play(club, doubles);
    const before = await storedRatings(database);
    const again = matchOf('reported-again', teamsOf([sofia, daniel], [priya, mike]), {
      games: scored('8-11 6-11'),
      matchDate: '2026-09-12T15:50:00Z',
    });
    const result = await handle(club, batchOf([again]));
    expect(result).toMatchObject({ success: true, numMatches: 0, duplicates: 0, held: 1 });
    expect(result.matches).toMatchObject([
      {
        identifier: 'reported-again',
        status: 'held',
        possibleDuplicateOf: idOf(doubles.identifier),
      },
    ]);
    expect(result.message).toBe(
      '1 match is held, because you reported a match with the same players and games before: ' +
        'send it again with distinct: true, or void it.',
    );
    expect(result.ratingChanges).toEqual([]);
    expect(await storedRatings(database)).toEqual(before);
    await expectCleanAudit(database);
    expect((await handle(club, batchOf([again]))).matches).toMatchObject([
      { id: result.matches[0]?.id, status: 'held' },
    ]);
  });

  it('counts after it is sent again as a distinct match, and is a duplicate from then on', async () => {
    const { database, club, doubles } = await openClub(kind);
    await play(club, doubles);
    const again = twin(doubles);
    const [held] = (await handle(club, batchOf([again]))).matches;
    const released = await handle(club, batchOf([{ ...again, distinct: true }]));
    expect(released).toMatchObject({ numMatches: 1, held: 0, duplicates: 0 });
    expect(released.matches).toMatchObject([{ id: held?.id, status: 'rated' }]);
    await expectExact(database);
    const before = await dumpTables(database);
    const repeated = await handle(club, batchOf([{ ...again, distinct: true }]));
    expect(repeated.matches).toMatchObject([{ id: held?.id, duplicateOf: 'own' }]);
    expect(await dumpTables(database)).toEqual(before);
    const twice = await openClub(kind);
    await handle(
      twice.club,
      batchOf([doubles, twin(doubles)].map(withPlayersOf(club, twice.club))),
    );
    expect(await valuesOf(database, club.players)).toEqual(
      await valuesOf(twice.database, twice.club.players),
    );
  });

  it('counts at once if it is sent as a distinct match, or in one batch with the other', async () => {
    const { club, doubles } = await openClub(kind);
    const first = await handle(club, batchOf([doubles, { ...doubles, identifier: 'second' }]));
    expect(first).toMatchObject({ numMatches: 2, held: 0, duplicates: 0 });
    const third = { ...doubles, identifier: 'third', distinct: true };
    expect(await handle(club, batchOf([third]))).toMatchObject({ numMatches: 1, held: 0 });
  });

  it('counts if the whole batch is sent again with it', async () => {
    const { club, doubles } = await openClub(kind);
    await play(club, doubles);
    const result = await handle(club, batchOf([doubles, twin(doubles)]));
    expect(result).toMatchObject({ numMatches: 1, duplicates: 1, held: 0 });
  });

  it('can be voided without moving anybody', async () => {
    const { database, club, doubles } = await openClub(kind);
    const idOf = await play(club, doubles, twin(doubles));
    const before = await storedRatings(database);
    await voidPlayed(club, idOf('reported-again'));
    expect(await storedRatings(database)).toEqual(before);
    await expectCleanAudit(database);
  });

  it('stays held after the other match was voided, until it is voided or sent again as distinct', async () => {
    const { database, club, doubles } = await openClub(kind);
    const idOf = await play(club, doubles, twin(doubles));
    await voidPlayed(club, idOf(doubles.identifier));
    const again = async (more: object) =>
      (await handle(club, batchOf([{ ...twin(doubles), ...more }]))).matches;
    expect(await again({})).toMatchObject([
      { status: 'held', possibleDuplicateOf: idOf(doubles.identifier) },
    ]);
    expect(await again({ distinct: true })).toMatchObject([{ status: 'rated' }]);
    await expectCleanAudit(database);
  });

  it('counts after each of its players says that it was another match', async () => {
    const { database, club, doubles } = await openClub(kind);
    const matchId = (await play(club, doubles, twin(doubles)))('reported-again');
    const isCounted = async () =>
      (await database.selectFrom('uncounted_match').selectAll().execute()).length === 0;
    for (const [index, { id: memberId }] of club.players.entries()) {
      expect(await isCounted()).toBe(false);
      const outcome = await distinguishResult(club.dependencies, { memberId, matchId });
      expect(outcome).toEqual({ kind: 'recorded' });
      const again = await distinguishResult(club.dependencies, { memberId, matchId });
      expect(again.kind).toBe(index < 3 ? 'unchanged' : 'not_held');
    }
    expect(await isCounted()).toBe(true);
    await expectExact(database);
  });

  it('counts after an operator says that it is another match', async () => {
    const { database, club, doubles } = await openClub(kind);
    const heldId = (await play(club, doubles, twin(doubles)))('reported-again');
    expect(await releaseMatch(club.dependencies, heldId)).toEqual({ isSettled: true });
    expect(await storedRatings(database)).toEqual(await foldLedger(database));
    expect(await releaseMatch(club.dependencies, heldId)).toBeNull();
  });

  it('is the same with a format as with the same winScore and winBy', async () => {
    const { database, club, mike, priya } = await openClub(kind);
    const match = matchOf('set', [[mike], [priya]], { games: scored('6-4 7-5') });
    const { matches: _, winScore: __, winBy: ___, ...rest } = batchOf([]);
    const tennis = { ...rest, sport: 'tennis' };
    await handle(club, { ...tennis, format: 'tennis-set', matches: [match] });
    const before = await dumpTables(database);
    const byHand = { ...tennis, winScore: 6, winBy: 2 };
    expect(await handle(club, { ...byHand, matches: [match] })).toMatchObject({ duplicates: 1 });
    expect(await dumpTables(database)).toEqual(before);
    expect(await handle(club, { ...byHand, matches: [twin(match)] })).toMatchObject({ held: 1 });
  });

  it('is another match on another day, and with another score', async () => {
    const { club, doubles } = await openClub(kind);
    await play(club, doubles);
    const day = { ...doubles, identifier: 'day', matchDate: '2026-09-10T23:59:59Z' };
    const score = { ...doubles, identifier: 'score', games: scored('11-8 11-7') };
    const result = await handle(club, batchOf([day, score]));
    expect(result).toMatchObject({ numMatches: 2, held: 0 });
  });
});

describe.each(databases)('a match that another application reported on %s', (kind) => {
  it('is stored under its own identifier, and counts once', async () => {
    const { database, club, players, doubles } = await openFour(kind);
    const other = await anotherClub(club, players);
    const idOf = await play(club, doubles);
    const before = await storedRatings(database);
    const result = await handle(other, batchOf([twin(doubles)]));
    const [repeated] = result.matches;
    expect(repeated).toMatchObject({ identifier: 'reported-again', duplicateOf: 'other' });
    expect(repeated?.id).not.toBe(idOf(doubles.identifier));
    expect(result).toMatchObject({ numMatches: 0, duplicates: 1, ratingChanges: [] });
    expect(result.message).toBe('1 match was stored and repeats a report of another application.');
    expect(await storedRatings(database)).toEqual(before);
    const { matches } = await listSubmittedMatches(
      database,
      {
        ...{ applicationId: other.submitter.applicationId, identifier: 'reported-again' },
        ...{ memberId: null, period: { since: null, before: null }, status: null },
      },
      {},
    );
    expect(matches).toMatchObject([
      { id: repeated?.id, status: 'duplicate', duplicateOf: 'other' },
    ]);
    await expectCleanAudit(database);
  });

  it('counts by the report with the most exact time, whichever came first', async () => {
    const { database, club, players, doubles } = await openFour(kind);
    const other = await anotherClub(club, players);
    const { matchDate: _, ...defaults } = batchOf([twin(doubles)]);
    const [undated] = (await handle(other, defaults)).matches;
    const later = await handle(club, batchOf([doubles]));
    expect(later).toMatchObject({ numMatches: 1, matches: [{ status: 'rated', settled: false }] });
    const uncounted = await database
      .selectFrom('uncounted_match')
      .select(['match_id', 'reason', 'other_match_id'])
      .execute();
    expect(uncounted).toEqual([
      { match_id: undated?.id, reason: 'repeated', other_match_id: later.matches[0]?.id },
    ]);
    await expectExact(database);
  });

  it('is unknown to a dry run', async () => {
    const { club, players, doubles, singles } = await openFour(kind);
    const other = await anotherClub(club, players);
    await play(club, doubles);
    await play(other, singles);
    const batch = batchOf([twin(doubles), { ...singles, identifier: 'own' }], { dryRun: true });
    expect((await handle(other, batch)).matches).toMatchObject([
      { status: 'projected' },
      { status: 'held', id: null },
    ]);
  });

  it('is recognized next to errors, in a partial batch', async () => {
    const { club, players, doubles, singles } = await openFour(kind);
    const other = await anotherClub(club, players);
    await play(club, doubles, singles);
    const invalid = { ...twin(singles), identifier: 'invalid', winBy: 3 };
    const batch = batchOf([twin(doubles), invalid], { partial: true });
    expect((await handle(other, batch)).matches).toMatchObject([
      { status: 'duplicate', duplicateOf: 'other' },
      { status: 'rejected' },
    ]);
  });

  it('counts once if many applications report it at the same time', async () => {
    const { database, club, players, doubles, singles } = await openFour(kind);
    const clubs: Club[] = [];
    while (clubs.length < 8) clubs.push(await anotherClub(club, players));
    const results = await Promise.all(
      clubs.map(async (one, index) => {
        const batch = [doubles, singles];
        return await handle(one, batchOf(index % 2 === 0 ? batch : batch.toReversed()));
      }),
    );
    expect(results.every(({ success }) => success)).toBe(true);
    expect(await countRows(database)).toMatchObject({ match: 16 });
    const uncounted = await database.selectFrom('uncounted_match').select('reason').execute();
    expect(uncounted).toEqual(Array(14).fill({ reason: 'repeated' }));
    await expectExact(database);
  });
});

describe.each(databases)('a first report with other rules than the match had on %s', (kind) => {
  testRows([
    ['winning score', [12, 10], { winScore: 8 }],
    ['lead that wins', [11, 8], { winBy: 1 }],
  ])('is of another match, and moves only players who agreed to it', async (_, scores, rules) => {
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
  });
});

describe.each(databases)('a match without a game that counts on %s', (kind) => {
  const walkover = (identifier: string, ...[one, other]: [MemberRow, MemberRow]) => ({
    ...matchOf(identifier, [[one], [other]], { games: [] }),
    outcome: 'walkover' as const,
    winner: 0,
  });

  it('is recognized by its identifier alone, in one batch and in several', async () => {
    const { database, club, priya, daniel } = await openClub(kind);
    const walkovers = ['first', 'second', 'third'].map((name) => walkover(name, priya, daniel));
    const { matches } = await handle(club, batchOf(walkovers.slice(0, 2)));
    expect(matches.map(({ status }) => status)).toEqual(['stored', 'stored']);
    const again = await handle(club, batchOf(walkovers.toSpliced(1, 1)));
    expect(again.matches.map(({ status }) => status)).toEqual(['duplicate', 'stored']);
    expect(again.matches[0]?.id).toBe(matches[0]?.id);
    expect(await countRows(database)).toMatchObject({ match: 3 });
  });

  it("makes no other application's match of that day a duplicate", async () => {
    const { club, priya, daniel } = await openClub(kind);
    const other = await anotherClub(club, [priya, daniel]);
    await handle(other, batchOf([walkover('theirs', priya, daniel)]));
    const ended = { outcome: 'retired', winner: 1, games: scored('4-9') } as const;
    const retired = matchOf('ours', [[priya], [daniel]], ended);
    const { matches } = await handle(club, batchOf([retired, walkover('too', priya, daniel)]));
    expect(matches.map(({ status }) => status)).toEqual(['stored', 'stored']);
  });
});
