import type { Schemas } from '@partner-rating/server';
import { checkRows } from '@partner-rating/table-tests';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { openKeyedHash } from '../../members/keyed-hash.ts';
import { insertMember } from '../../testing/builders.ts';
import type { DatabaseKind } from '../../testing/test-database.ts';
import { databases } from '../../testing/test-database.ts';
import { mergeGhost } from '../claims/merge-ghost.ts';
import { scored } from '../testing/batches.ts';
import type { Club } from '../testing/club.ts';
import { countRows } from '../testing/club.ts';
import { foldLedger, storedRatings } from '../testing/fold-ledger.ts';
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

const ram = called('राम शर्मा', { city: 'दिल्ली' });
const rama = called('रमा शर्मा', { city: 'दिल्ली' });

it('two people whose names differ in a vowel sign are two players, now and in later imports', async () => {
  const { club, takenFor, priya } = await openAgainstPriya();
  const opponent = called('Priya Natarajan', { memberId: priya.id });
  const body = importOf([
    finalOf('one', [[opponent], [ram]]),
    finalOf('two', [[opponent], [rama]]),
  ]);
  const first = await bring(club, body);
  expect(first).toMatchObject({ matchesImported: 2, ghostPlayersCreated: 2 });
  const [, ofRam, ofRama] = first.participants;
  expect(await bring(club, body)).toMatchObject({
    ...{ matchesImported: 0, ghostPlayersCreated: 0 },
    matches: [{ status: 'duplicate' }, { status: 'duplicate' }],
  });
  const reason = 'imported_before';
  expect(await takenFor('three', ram)).toMatchObject({ id: ofRam?.id, reason });
  expect(await takenFor('four', rama)).toMatchObject({ id: ofRama?.id, reason });
});

/** Stores the hashes of an import as versions before 0.7.0 did. */
async function hashAsBefore({ dependencies }: Club, body: Schemas.TournamentImport) {
  const matches = await runImportWork(readMatches(body, await openKeyedHash(dependencies)));
  await dependencies.database.transaction().execute(async (transaction) => {
    // The ledger refuses changes otherwise.
    await sql`set local session_replication_role = replica`.execute(transaction);
    for (const { sentHash, earlierSentHash, teams } of matches) {
      await sql`
        update match set content = content || jsonb_build_object('sentHash', ${earlierSentHash}::text)
        where content ->> 'sentHash' = ${sentHash}
      `.execute(transaction);
      for (const { factsHash, earlierFactsHash } of teams.flat()) {
        await sql`
          update imported_ghost set facts_hash = decode(${earlierFactsHash}, 'hex')
          where facts_hash = decode(${factsHash}, 'hex')
        `.execute(transaction);
      }
    }
  });
}

describe.each(databases)('an import of a version that ignored vowel signs, on %s', (kind) => {
  /** Imports a match of Priya's against राम, as that version did. */
  async function openStored() {
    const opened = await openAgainstPriya(kind);
    const { club, database, priya } = opened;
    const opponent = called('Priya Natarajan', { memberId: priya.id });
    const body = importOf([finalOf('one', [[opponent], [ram]])]);
    const { matches, participants } = await bring(club, body);
    await hashAsBefore(club, body);
    // By name, nobody can say who of the two it is.
    await insertMember(database, { first_name: ram.firstName, last_name: ram.lastName });
    return { ...opened, opponent, body, match: matches[0]?.id, ghost: participants[1]?.id ?? '' };
  }

  it('is a duplicate when it is sent again', async () => {
    const { club, database, body, match, ghost } = await openStored();
    const before = [await storedRatings(database), await countRows(database)];
    const second = await bring(club, body);
    expect(second).toMatchObject({
      ...{ matchesImported: 0, ghostPlayersCreated: 0 },
      matches: [{ status: 'duplicate', id: match }],
    });
    expect(second.participants[1]).toMatchObject({ id: ghost, reason: 'imported_before' });
    expect([await storedRatings(database), await countRows(database)]).toEqual(before);
  });

  it('names its ghost for the same person, and for nobody whose name differs in a vowel sign', async () => {
    const { takenFor, ghost } = await openStored();
    expect(await takenFor('two', ram)).toMatchObject({ id: ghost, reason: 'imported_before' });
    const other = await takenFor('three', rama);
    expect(other).toMatchObject({ isNew: true, isGhost: true });
    expect(await takenFor('four', rama)).toMatchObject({
      id: other?.id,
      reason: 'imported_before',
    });
  });

  it('names the member who claimed its ghost by the name of the ghost', async () => {
    const { club, database, takenFor, ghost } = await openStored();
    const member = await insertMember(database, { first_name: 'Ram', last_name: 'Sharma' });
    await mergeGhost(club.dependencies, { ghost, member: member.id });
    expect(await takenFor('two', ram)).toMatchObject({ id: member.id, reason: 'imported_before' });
    expect(await takenFor('three', rama)).toMatchObject({ isNew: true, isGhost: true });
  });

  it('says nothing about a person whose name differs from that of its player in a vowel sign', async () => {
    const { club, opponent, match } = await openStored();
    const { matches, participants } = await bring(
      club,
      importOf([
        // That version stored this match for राम, because it did not distinguish the two.
        finalOf('one', [[opponent], [rama]]),
        finalOf('two', [[opponent], [rama]]),
      ]),
    );
    expect(matches).toMatchObject([{ status: 'duplicate', id: match }, { status: 'rated' }]);
    expect(participants).toMatchObject([
      {},
      { pointers: ['/matches/0/teams/1/0'], isNew: false },
      { pointers: ['/matches/1/teams/1/0'], isNew: true },
    ]);
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
    const before = [await storedRatings(database), await countRows(database)];
    const second = await bring(club, importOf([final]));
    expect(second).toMatchObject({
      ...{ matchesImported: 0, ghostPlayersCreated: 0 },
      matches: [{ status: 'duplicate', id: first.matches[0]?.id }],
    });
    expect(second.participants[1]).toMatchObject({
      ...{ firstName: 'Lena', id: member.id, displayName: 'Magdalena W.', isGhost: false },
      reason: 'imported_before',
    });
    expect([await storedRatings(database), await countRows(database)]).toEqual(before);
  });

  it('the next import finds the member by the facts of the ghost', async () => {
    const { database, club, takenFor } = await openAgainstPriya(kind);
    const first = await takenFor('one', called('Lena H'));
    const member = await insertMember(database, { first_name: 'Magdalena', last_name: 'Weiß' });
    await mergeGhost(club.dependencies, { ghost: first?.id ?? '', member: member.id });
    const second = await takenFor('two', called('Lena H'));
    expect(second).toMatchObject({ id: member.id, reason: 'imported_before' });
    expect(await storedRatings(database)).toEqual(await foldLedger(database));
  });
});
