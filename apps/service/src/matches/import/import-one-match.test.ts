import { describe, expect, it } from 'vitest';
import type { Database } from '../../platform/database/schema.ts';
import { type DatabaseKind, databases } from '../../testing/test-database.ts';
import { batchOf, matchOf } from '../testing/batches.ts';
import { countRows } from '../testing/club.ts';
import { expectCleanAudit, expectExact, valuesOf } from '../testing/compare-ratings.ts';
import { storedRatings } from '../testing/fold-ledger.ts';
import { handle } from '../testing/story.ts';
import {
  anotherPartner,
  bring,
  called,
  countMembers,
  finalOf,
  importOf,
  openFinal,
  openTournament,
} from './testing/tournament.ts';

/** Priya beat Sofia, as reported by a club and by a tournament. */
async function openReported(kind: DatabaseKind) {
  const opened = await openTournament(kind);
  const { priya, sofia } = opened;
  const matchDate = '2026-09-05T15:30:00Z';
  const reported = matchOf('ladder-1', [[priya], [sofia]], { matchDate });
  const played = finalOf('final', [
    [called('Sofia Lindqvist', { memberId: sofia.id })],
    [called('Priya Natarajan', { memberId: priya.id })],
  ]);
  const final = { ...played, games: [{ scores: [7, 11] }] };
  return { ...opened, reported, final };
}

async function playersOf(database: Database) {
  return await database.selectFrom('member').select('id').orderBy('member_number').execute();
}

describe.each(databases)('a match of an import on %s', (kind) => {
  it('repeats a more exact report of another application', async () => {
    const { database, club, reported, final } = await openReported(kind);
    await handle(club, batchOf([reported]));
    const other = await anotherPartner(club);
    const before = await storedRatings(database);
    const members = await countMembers(database);
    const result = await bring(other, importOf([final]));
    expect(result).toMatchObject({
      ...{ success: true, matchesImported: 0, gamesRecorded: 0 },
      ...{ ghostPlayersCreated: 0, existingPlayersMatched: 2 },
      message:
        '1 match was stored and repeats a report of another application. 2 players were matched and 0 ghosts were created.',
    });
    expect(result.matches).toMatchObject([
      { identifier: 'final', status: 'duplicate', duplicateOf: 'other' },
    ]);
    expect(await storedRatings(database)).toEqual(before);
    expect(await countMembers(database)).toBe(members);
    await expectCleanAudit(database);
  });

  it('repeats the report of an evening match west of Greenwich, by the day at the venue', async () => {
    const { club, reported, final } = await openReported(kind);
    const matchDate = '2026-09-05T20:30:00-06:00';
    await handle(club, batchOf([{ ...reported, matchDate }]));
    const austin = { name: 'Austin Open', startDate: '2026-09-05', endDate: '2026-09-05' };
    const other = await anotherPartner(club);
    const result = await bring(other, importOf([final], { tournament: austin }));
    expect(result.matches).toMatchObject([{ status: 'duplicate', duplicateOf: 'other' }]);
    const own = await bring(club, importOf([final], { tournament: austin }));
    expect(own.matches).toMatchObject([{ status: 'held' }]);
  });

  it('is unknown to a dry run if another application submitted it', async () => {
    const { club, reported, final } = await openReported(kind);
    await handle(club, batchOf([reported]));
    const other = await anotherPartner(club);
    const result = await bring(other, importOf([final], { dryRun: true }));
    expect(result.matches).toMatchObject([{ status: 'projected' }]);
    expect((await bring(club, importOf([final], { dryRun: true }))).matches).toMatchObject([
      { status: 'held', id: null },
    ]);
  });

  it('counts under another identifier in one file, and is held in a later one, also with ghosts', async () => {
    const { database, club, final } = await openFinal(kind);
    const first = await bring(club, importOf([final, { ...final, identifier: 'final-again' }]));
    expect(first).toMatchObject({ matchesImported: 2, ghostPlayersCreated: 1 });
    const [stored] = first.matches;
    const later = { ...final, identifier: 'final-2026' };
    const again = await bring(club, importOf([later]));
    expect(again).toMatchObject({ matchesImported: 0, gamesRecorded: 0 });
    expect(again.matches).toMatchObject([{ status: 'held', possibleDuplicateOf: stored?.id }]);
    expect((await bring(club, importOf([later]))).matches).toMatchObject([{ status: 'held' }]);
    const released = await bring(club, importOf([{ ...later, distinct: true }]));
    expect(released).toMatchObject({ matchesImported: 1 });
    expect(released.matches).toMatchObject([{ id: again.matches[0]?.id, status: 'rated' }]);
    expect(await countMembers(database)).toBe(4);
    await expectExact(database);
  });

  it('confirms earlier matches once the key is trusted, with the ratings of a key that was always trusted', async () => {
    const late = await openFinal(kind);
    const partner = await anotherPartner(late.club, { trusted: false });
    await bring(partner, importOf([late.final]));
    expect(await storedRatings(late.database)).toEqual([]);
    const nowTrusted = { ...partner, submitter: { ...partner.submitter, trusted: true } };
    expect((await bring(nowTrusted, importOf([late.final]))).matches).toMatchObject([
      { status: 'duplicate', duplicateOf: 'own' },
    ]);
    const trusted = await openFinal(kind);
    await bring(trusted.club, importOf([trusted.final]));
    const confirmed = await valuesOf(late.database, await playersOf(late.database));
    expect(confirmed).toEqual(await valuesOf(trusted.database, await playersOf(trusted.database)));
    expect(confirmed).toHaveLength(12);
    await expectCleanAudit(late.database);
  });

  it('is one match if it is imported and submitted at the same time', async () => {
    const { database, club, reported, final } = await openReported(kind);
    const others = await Promise.all(Array.from({ length: 6 }, () => anotherPartner(club)));
    await Promise.all(
      others.map(async (other, index) =>
        index % 2 === 0
          ? await bring(other, importOf([final]))
          : await handle(other, batchOf([reported])),
      ),
    );
    expect(await countRows(database)).toMatchObject({ match: 6 });
    const uncounted = await database.selectFrom('uncounted_match').select('reason').execute();
    expect(uncounted).toEqual(Array(5).fill({ reason: 'repeated' }));
    await expectExact(database);
  });
});
