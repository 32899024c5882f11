import type { Schemas } from '@partner-rating/server';
import { describe, expect, it } from 'vitest';
import { insertMember } from '../../testing/builders.ts';
import { databases } from '../../testing/test-database.ts';
import { mergeGhost } from '../claims/merge-ghost.ts';
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

describe('a ghost of an earlier import', () => {
  it('is found by the next import of the application, by the same rules', async () => {
    const { club, priya } = await openTournament('postgres');
    const partner = called('Priya Natarajan', { memberId: priya.id });
    const first = await bring(club, importOf([finalOf('one', [[partner], [lena]])]));
    const byName = called('Lena Hoffmann', { birthYear: 1988 });
    const second = await bring(club, importOf([finalOf('two', [[partner], [byName]])]));
    expect(second.participants[1]).toMatchObject({
      id: first.participants[1]?.id,
      isGhost: true,
      isNew: false,
      reason: 'name_and_birth_year',
    });
  });

  it('is found by another application where it knows the address and a name that agrees', async () => {
    const { club, priya } = await openTournament('postgres');
    const partner = called('Priya Natarajan', { memberId: priya.id });
    const first = await bring(club, importOf([finalOf('one', [[partner], [lena]])]));
    const other = await anotherPartner(club);
    const known = called('Lena Maria Hoffmann', { email });
    const second = await bring(other, importOf([finalOf('one', [[partner], [known]])]));
    expect(second.participants[1]).toMatchObject({
      id: first.participants[1]?.id,
      isNew: false,
      reason: 'email',
    });
  });

  it.each<[string, Schemas.Participant]>([
    ['its name and every other fact', withoutEmail],
    ['its address beside another name', called('Somebody Else', { email })],
  ])('is nobody to another application that knows %s', async (_, guess) => {
    const { club, priya } = await openTournament('postgres');
    const partner = called('Priya Natarajan', { memberId: priya.id });
    await bring(club, importOf([finalOf('one', [[partner], [lena]])]));
    const other = await anotherPartner(club);
    const { participants } = await bring(other, importOf([finalOf('one', [[partner], [guess]])]));
    expect(participants[1]).toMatchObject({ isNew: true, isGhost: true, reason: 'no_match' });
  });

  it('stays the one for the same facts, when the name has become one of several', async () => {
    const { database, club, priya } = await openTournament('postgres');
    const partner = called('Priya Natarajan', { memberId: priya.id });
    const lenaAlone = called('Lena Hoffmann');
    const first = await bring(club, importOf([finalOf('one', [[partner], [lenaAlone]])]));
    await insertMember(database, { first_name: 'Lena', last_name: 'Hoffmann' });
    const second = await bring(club, importOf([finalOf('two', [[partner], [lenaAlone]])]));
    expect(second.participants[1]).toMatchObject({
      id: first.participants[1]?.id,
      reason: 'imported_before',
    });
    const other = await anotherPartner(club);
    const third = await bring(other, importOf([finalOf('two', [[partner], [lenaAlone]])]));
    expect(third.participants[1]).toMatchObject({ isGhost: false, reason: 'unique_name' });
  });

  it('is not changed by what a later import says of it', async () => {
    const { database, club, priya } = await openTournament('postgres');
    const partner = called('Priya Natarajan', { memberId: priya.id });
    await bring(club, importOf([finalOf('one', [[partner], [called('Lena Hoffmann')]])]));
    await bring(club, importOf([finalOf('two', [[partner], [lena]])]));
    const ghosts = await database
      .selectFrom('member')
      .selectAll()
      .where('is_ghost', '=', true)
      .execute();
    expect(ghosts).toMatchObject([{ email: null, birth_year: null }]);
  });
});

describe('an import whose stored matches break rules made since', () => {
  it('has them as duplicates, beside what is new, also in a dry run', async () => {
    const { database, club, priya, sofia } = await openTournament('postgres');
    const [one, other] = [priya, sofia].map(({ id, first_name, last_name }) =>
      called(`${first_name} ${last_name}`, { memberId: id }),
    );
    if (one === undefined || other === undefined) throw new Error('There are two players.');
    // A name that grows when it is composed, and a game that nobody won.
    const long = { ...one, lastName: '\u{1d15e}'.repeat(99) };
    const old = finalOf('old', [[long], [other]], {
      games: [{ scores: [11, 11] }, { scores: [11, 2] }],
    });
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
  it('the same import still does nothing, and names the member', async () => {
    const { database, club, final } = await openFinal(kind);
    const first = await bring(club, importOf([final]));
    const member = await insertMember(database, { first_name: 'Magdalena', last_name: 'Weiß' });
    await mergeGhost(club.dependencies, {
      ghost: first.participants[1]?.id ?? '',
      member: member.id,
    });
    const before = [await standingRatings(database), await countRows(database)];
    const second = await bring(club, importOf([final]));
    expect(second).toMatchObject({
      matchesImported: 0,
      ghostPlayersCreated: 0,
      matches: [{ status: 'duplicate', id: first.matches[0]?.id }],
    });
    expect(second.participants[1]).toMatchObject({
      firstName: 'Lena',
      id: member.id,
      displayName: 'Magdalena W.',
      isGhost: false,
      reason: 'imported_before',
    });
    expect([await standingRatings(database), await countRows(database)]).toEqual(before);
  });

  it('the next import finds the member by what it said of the ghost', async () => {
    const { database, club, priya } = await openTournament(kind);
    const partner = called('Priya Natarajan', { memberId: priya.id });
    const first = await bring(club, importOf([finalOf('one', [[called('Lena H')], [partner]])]));
    const member = await insertMember(database, { first_name: 'Magdalena', last_name: 'Weiß' });
    await mergeGhost(club.dependencies, {
      ghost: first.participants[0]?.id ?? '',
      member: member.id,
    });
    const second = await bring(club, importOf([finalOf('two', [[called('Lena H')], [partner]])]));
    expect(second.participants[0]).toMatchObject({ id: member.id, reason: 'imported_before' });
    expect(await standingRatings(database)).toEqual(await foldLedger(database));
  });
});
