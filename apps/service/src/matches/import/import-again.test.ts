import type { Schemas } from '@partner-rating/server';
import { checkRows } from '@partner-rating/table-tests';
import { describe, expect, it } from 'vitest';
import { insertMember } from '../../testing/builders.ts';
import type { DatabaseKind } from '../../testing/test-database.ts';
import { databases } from '../../testing/test-database.ts';
import { mergeGhost } from '../claims/merge-ghost.ts';
import { scored } from '../testing/batches.ts';
import type { Club } from '../testing/club.ts';
import { countRows } from '../testing/club.ts';
import { foldLedger, standingRatings } from '../testing/fold-ledger.ts';
import { storeUnjudged } from '../testing/store-unjudged.ts';
import { readMatches, withPlayers } from './domain/tournament-matches.ts';
import { runImportWork } from './find-people.ts';
import {
  anotherPartner,
  bring,
  called,
  finalOf,
  importOf,
  lena,
  openFinal,
  openTournament,
} from './testing/tournament.ts';

const { email = '', ...withoutEmail } = lena;

/** Opens a tournament. Returns its answer about a participant who played against Priya. */
async function openAgainstPriya(kind: DatabaseKind = 'postgres') {
  const opened = await openTournament(kind);
  const priya = called('Priya Natarajan', { memberId: opened.priya.id });
  const takenFor = async (
    identifier: string,
    participant: Schemas.Participant,
    by: Club = opened.club,
  ) => {
    const { participants } = await bring(
      by,
      importOf([finalOf(identifier, [[priya], [participant]])]),
    );
    return participants[1];
  };
  return { ...opened, takenFor };
}

// A ghost is a member without an account.
describe('a ghost of an earlier import', () => {
  it('is found by the application’s next import, by the same rules, and not changed by it', async () => {
    const { database, takenFor } = await openAgainstPriya();
    const first = await takenFor('one', called('Lena Hoffmann', { birthYear: 1988 }));
    expect(await takenFor('two', lena)).toMatchObject({
      ...{ id: first?.id, isGhost: true, isNew: false, reason: 'name_and_birth_year' },
    });
    const ghosts = database.selectFrom('member').selectAll().where('is_ghost', '=', true);
    expect(await ghosts.execute()).toMatchObject([{ email: null, gender: 'UNKNOWN', city: null }]);
  });

  it('is found by another application only if it knows the address and a name that agrees', async () => {
    const { club, takenFor } = await openAgainstPriya();
    const first = await takenFor('one', lena);
    const rows: [string, Schemas.Participant, object][] = [
      ['one', withoutEmail, { isNew: true, isGhost: true, reason: 'no_match' }],
      ['two', called('Somebody Else', { email }), { isNew: true, reason: 'no_match' }],
      ['three', called('Lena Maria Hoffmann', { email }), { id: first?.id, reason: 'email' }],
    ];
    await checkRows(rows, async (name: string, guess: Schemas.Participant, expected: object) => {
      expect(await takenFor(name, guess, await anotherPartner(club))).toMatchObject(expected);
    });
  });

  it('still matches the same facts after other members got the same name', async () => {
    const { database, club, takenFor } = await openAgainstPriya();
    const byName = called('Lena Hoffmann');
    const first = await takenFor('one', byName);
    await insertMember(database, { first_name: 'Lena', last_name: 'Hoffmann' });
    expect(await takenFor('two', byName)).toMatchObject({
      ...{ id: first?.id, reason: 'imported_before' },
    });
    expect(await takenFor('two', byName, await anotherPartner(club))).toMatchObject({
      ...{ isGhost: false, reason: 'unique_name' },
    });
  });
});

describe('an import with stored matches that break newer rules', () => {
  it('reports the stored matches as duplicates, next to new matches, also in a dry run', async () => {
    const { database, club, priya, sofia } = await openTournament('postgres');
    const [one, other] = [priya, sofia].map(({ id }) => called('Some Body', { memberId: id }));
    if (one === undefined || other === undefined) throw new Error('There are two players.');
    // A name that grows when it is composed, and a game without a winner.
    const long = { ...one, lastName: '\u{1d15e}'.repeat(99) };
    const old = finalOf('old', [[long], [other]], { games: scored('11-11 11-2') });
    const stored = await runImportWork(readMatches(importOf([old]), String));
    await storeUnjudged(
      club,
      stored.map((match) => withPlayers(match, ({ reference }) => reference ?? '')),
    );
    const body = importOf([old, finalOf('new', [[one], [other]])]);
    expect((await bring(club, { ...body, dryRun: true })).matches).toMatchObject([
      { status: 'duplicate' },
      { status: 'projected' },
    ]);
    expect((await bring(club, body)).matches).toMatchObject([
      { status: 'duplicate' },
      { status: 'rated' },
    ]);
    expect(await countRows(database)).toMatchObject({ match: 2 });
  });
});

describe.each(databases)('after an operator claimed a ghost for a member on %s', (kind) => {
  it('the same import still changes nothing, and names the member', async () => {
    const { database, club, final } = await openFinal(kind);
    const first = await bring(club, importOf([final]));
    const member = await insertMember(database, { first_name: 'Magdalena', last_name: 'Weiß' });
    const ghost = first.participants[1]?.id ?? '';
    await mergeGhost(club.dependencies, { ghost, member: member.id });
    const before = [await standingRatings(database), await countRows(database)];
    const second = await bring(club, importOf([final]));
    expect(second).toMatchObject({
      ...{ matchesImported: 0, ghostPlayersCreated: 0 },
      matches: [{ status: 'duplicate', id: first.matches[0]?.id }],
    });
    expect(second.participants[1]).toMatchObject({
      ...{ firstName: 'Lena', id: member.id, displayName: 'Magdalena W.', isGhost: false },
      reason: 'imported_before',
    });
    expect([await standingRatings(database), await countRows(database)]).toEqual(before);
  });

  it('the next import finds the member by the facts of the ghost', async () => {
    const { database, club, takenFor } = await openAgainstPriya(kind);
    const first = await takenFor('one', called('Lena H'));
    const member = await insertMember(database, { first_name: 'Magdalena', last_name: 'Weiß' });
    await mergeGhost(club.dependencies, { ghost: first?.id ?? '', member: member.id });
    const second = await takenFor('two', called('Lena H'));
    expect(second).toMatchObject({ id: member.id, reason: 'imported_before' });
    expect(await standingRatings(database)).toEqual(await foldLedger(database));
  });
});
