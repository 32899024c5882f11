import { describe, expect, it } from 'vitest';
import { batchOf, matchOf } from '../matches/testing/batches.ts';
import { countRows } from '../matches/testing/club.ts';
import { expectCleanAudit, valuesOf } from '../matches/testing/compare-ratings.ts';
import { foldLedger, standingRatings } from '../matches/testing/fold-ledger.ts';
import { handle } from '../matches/testing/story.ts';
import type { Database } from '../platform/database/schema.ts';
import { type DatabaseKind, databases } from '../testing/test-database.ts';
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

/** Priya beat Sofia, as a club reports it and as a tournament does. */
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
  it('is a duplicate where another application submitted it', async () => {
    const { database, club, reported, final } = await openReported(kind);
    await handle(club, batchOf([reported]));
    const other = await anotherPartner(club);
    const before = [await countRows(database), await countMembers(database)];
    const result = await bring(other, importOf([final]));
    expect(result).toMatchObject({
      success: true,
      matchesImported: 0,
      gamesRecorded: 0,
      ghostPlayersCreated: 0,
      existingPlayersMatched: 2,
      message:
        '1 match was reported before by another application. 2 players were matched and 0 ghosts were created.',
    });
    expect(result.matches).toEqual([
      { identifier: 'final', id: null, status: 'duplicate', duplicateOf: 'other' },
    ]);
    expect([await countRows(database), await countMembers(database)]).toEqual(before);
  });

  it('is nothing a dry run knows of, where another application submitted it', async () => {
    const { club, reported, final } = await openReported(kind);
    await handle(club, batchOf([reported]));
    const other = await anotherPartner(club);
    const result = await bring(other, importOf([final], { dryRun: true }));
    expect(result.matches).toMatchObject([{ status: 'projected' }]);
    expect((await bring(club, importOf([final], { dryRun: true }))).matches).toMatchObject([
      { status: 'duplicate', duplicateOf: 'own' },
    ]);
  });

  it('is a duplicate under another identifier, ghosts included, and twice in one file', async () => {
    const { database, club, final } = await openFinal(kind);
    const first = await bring(club, importOf([final, { ...final, identifier: 'final-again' }]));
    expect(first).toMatchObject({ matchesImported: 1, ghostPlayersCreated: 1 });
    const [stored] = first.matches;
    const duplicate = { id: stored?.id, status: 'duplicate', duplicateOf: 'own' };
    expect(first.matches[1]).toMatchObject({ identifier: 'final-again', ...duplicate });
    const again = await bring(club, importOf([{ ...final, identifier: 'final-2026' }]));
    expect(again.matches).toEqual([{ identifier: 'final-2026', ...duplicate }]);
    expect(await countMembers(database)).toBe(4);
    expect(await countRows(database)).toMatchObject({ match: 1 });
  });

  it('confirms what was imported before, once the key is trusted, to the last bit', async () => {
    const late = await openFinal(kind);
    const partner = await anotherPartner(late.club, { trusted: false });
    await bring(partner, importOf([late.final]));
    expect(await standingRatings(late.database)).toEqual([]);
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

  it('is one match where it is imported and submitted at once', async () => {
    const { database, club, reported, final } = await openReported(kind);
    const others = await Promise.all(Array.from({ length: 6 }, () => anotherPartner(club)));
    const numbers = await Promise.all(
      others.map(async (other, index) =>
        index % 2 === 0
          ? (await bring(other, importOf([final]))).matchesImported
          : (await handle(other, batchOf([reported]))).numMatches,
      ),
    );
    expect(numbers.toSorted()).toEqual([0, 0, 0, 0, 0, 1]);
    expect(await countRows(database)).toMatchObject({ match: 1 });
    expect(await standingRatings(database)).toEqual(await foldLedger(database));
  });
});
