import { describe, expect, it } from 'vitest';
import { openKeyedHash } from '../../members/keyed-hash.ts';
import { addParts } from '../../ratings/store/parts.ts';
import { insertConnection, insertMember, usualScopes } from '../../testing/builders.ts';
import { databases, everyDatabase } from '../../testing/test-database.ts';
import { scored } from '../testing/batches.ts';
import { countRows, countStatements, listen, nothing, submittedAt } from '../testing/club.ts';
import { foldLedger, storedRatings } from '../testing/fold-ledger.ts';
import { codes } from '../testing/story.ts';
import {
  anotherPartner,
  bring,
  called,
  countMembers,
  finalOf,
  importOf,
  lena,
  openFinal,
  openTournament,
  refusal,
  send,
  summary,
} from './testing/tournament.ts';

describe.each(everyDatabase)('an import on %s', (kind) => {
  it('matches members, and creates ghosts for the others', async () => {
    const { database, club, final } = await openFinal(kind);
    const result = await bring(club, importOf([final]));
    const hash = await openKeyedHash(club.dependencies);
    expect(summary(result)).toEqual([
      'Priya Natarajan: member_id, known member',
      'Lena Hoffmann: no_match, new ghost',
      'Sofía LINDQVIST: name_and_birth_year, known member',
      'Carmen Ortiz: unique_name, known member',
    ]);
    expect(result).toMatchObject({
      ...{ success: true, matchesImported: 1, gamesRecorded: 1, dryRun: false },
      ...{ ghostPlayersCreated: 1, existingPlayersMatched: 3 },
      matches: [{ identifier: 'final', status: 'rated', id: expect.stringMatching(/^mat_/) }],
      message: '1 match was imported. 3 players were matched and 1 ghost was created.',
    });
    const members = database.selectFrom('member').selectAll().where('is_ghost', '=', true);
    const ghost = await members.executeTakeFirstOrThrow();
    expect(ghost).toMatchObject({
      ...{ first_name: 'Lena', last_name: 'Hoffmann', display_name: 'Lena H.', email: null },
      ...{ birth_year: 1988, birth_date: null, gender: 'FEMALE', city: 'Austin', state: 'TX' },
    });
    expect(Buffer.from(ghost.email_hash ?? []).toString('hex')).toBe(
      hash('lena.hoffmann@example.com'),
    );
    expect(result.participants[1]).toMatchObject({
      ...{ id: ghost.id, memberId: ghost.member_number, displayName: 'Lena H.' },
      pointers: ['/matches/0/teams/0/1'],
    });
    const ratings = await storedRatings(database);
    expect(new Set(ratings.map(({ member_id }) => member_id)).size).toBe(4);
    expect(ratings).toEqual(await foldLedger(database));
  });

  it('accepts a walkover and a match in which somebody retired', async () => {
    const { database, club, teams } = await openFinal(kind);
    const { games: _, ...unplayed } = finalOf('semifinal', teams);
    const walkover = { ...unplayed, outcome: 'walkover', winner: 0 } as const;
    const retired = { outcome: 'retired', winner: 0, games: scored('11-7 2-5') } as const;
    const result = await bring(club, importOf([walkover, finalOf('final', teams, retired)]));
    expect(result).toMatchObject({ matchesImported: 2, gamesRecorded: 1 });
    expect(result.matches.map(({ status }) => status)).toEqual(['stored', 'rated']);
    expect(await storedRatings(database)).toEqual(await foldLedger(database));
    const again = await bring(club, importOf([walkover]));
    expect(again.matches).toMatchObject([{ status: 'duplicate', duplicateOf: 'own' }]);
  });

  it('accepts a format instead of winScore and winBy, and points at its error', async () => {
    const { club, teams } = await openFinal(kind);
    const {
      winScore: _,
      winBy: __,
      ...set
    } = importOf([
      finalOf('semifinal', teams, { games: scored('6-4') }),
      finalOf('final', teams, { games: scored('7-6'), format: 'tennis-set' }),
    ]);
    const tennis = { ...set, sport: 'tennis' };
    const result = await bring(club, { ...tennis, format: 'tennis-set' });
    expect(result.matches.map(({ status }) => status)).toEqual(['rated', 'rated']);
    const refused = await bring(club, { ...tennis, format: 'padel-set', dryRun: true });
    expect(codes(refused.errors)).toEqual([
      ...['match_conflict /matches/0/identifier', 'unknown_format /format'],
    ]);
  });

  it('stores nothing in a dry run, and says what it would store', async () => {
    const { database, club, final } = await openFinal(kind);
    const result = await bring(club, importOf([final], { dryRun: true }));
    expect(result).toMatchObject({
      ...{ success: true, dryRun: true, matchesImported: 1 },
      ...{ ghostPlayersCreated: 1, existingPlayersMatched: 3 },
      matches: [{ identifier: 'final', id: null, status: 'projected' }],
      message: 'This was a dry run. 1 match would be imported; nothing was stored.',
    });
    expect(result.participants[1]).toMatchObject({ id: null, memberId: null, isNew: true });
    expect(await countMembers(database)).toBe(3);
    expect(await countRows(database)).toEqual(nothing);
  });

  it('changes nothing the second time, whatever has changed in between', async () => {
    const { database, club, carmen, final } = await openFinal(kind);
    const first = await bring(club, importOf([final]));
    const before = [await storedRatings(database), await countRows(database)];
    // Now several people have the name, and the member has another.
    await insertMember(database, { first_name: 'Carmen', last_name: 'Ortiz' });
    const members = database.updateTable('member').set({ name_folded: 'carmen ortega' });
    await members.where('id', '=', carmen.id).execute();
    const second = await bring(club, importOf([final]));
    const [{ confirmations: _, settled: __, ...stored } = {}] = first.matches;
    expect(second).toMatchObject({
      ...{ success: true, matchesImported: 0, gamesRecorded: 0 },
      ...{ ghostPlayersCreated: 0, existingPlayersMatched: 4 },
      matches: [{ ...stored, status: 'duplicate' }],
      message: '1 match was imported before. 4 players were matched and 0 ghosts were created.',
    });
    expect(second.participants.map(({ id }) => id)).toEqual(first.participants.map(({ id }) => id));
    expect([await storedRatings(database), await countRows(database)]).toEqual(before);
  });
});

describe('a match of an import', () => {
  it('is dated by the tournament, unless it has a date', async () => {
    const { database, club, teams } = await openFinal();
    const later = { matchDate: '2026-09-06T17:00:00Z' };
    await bring(club, importOf([finalOf('final', teams, later), finalOf('round-1', teams)]));
    const matches = await database.selectFrom('match').selectAll().orderBy('arrival').execute();
    expect(matches).toMatchObject([
      { identifier: 'round-1', match_date: new Date('2026-09-05T12:00:00Z') },
      { identifier: 'final', match_date: new Date('2026-09-06T17:00:00Z') },
    ]);
  });

  it('is dated at noon of the venue, and keeps the days and the time zone that were sent', async () => {
    const { database, club, final } = await openFinal();
    const days = { startDate: '2026-09-05', endDate: '2026-09-06', timeZone: 'America/Chicago' };
    await bring(club, importOf([final], { tournament: { name: 'Open', ...days } }));
    const { content, match_date } = await database
      .selectFrom('match')
      .selectAll()
      .executeTakeFirstOrThrow();
    expect(match_date).toEqual(new Date('2026-09-05T17:00:00Z'));
    expect(content).toMatchObject({
      ...{ matchDate: '2026-09-05', lastDay: '2026-09-06', timeZone: 'America/Chicago' },
    });
  });

  it('is a duplicate if the time zone is added or omitted, and a conflict with another time zone', async () => {
    const { club, final } = await openFinal();
    const inZone = (timeZone?: string) =>
      importOf([final], {
        tournament: { name: 'Open', startDate: '2026-09-05', ...(timeZone && { timeZone }) },
      });
    await bring(club, inZone());
    await bring(club, { ...inZone('America/Chicago'), dryRun: true });
    for (const again of [inZone('America/Chicago'), inZone()]) {
      expect(await bring(club, again)).toMatchObject({ matches: [{ status: 'duplicate' }] });
    }
    const other = await openFinal();
    await bring(other.club, inZone('America/Chicago'));
    expect(await bring(other.club, inZone())).toMatchObject({ matches: [{ status: 'duplicate' }] });
    expect(refusal(await send(other.club, inZone('America/New_York')))).toEqual([
      'match_conflict /matches/0/identifier',
    ]);
  });

  it('stores the tournament with it, but no facts about people', async () => {
    const { database, club, final } = await openFinal();
    const tournament = { name: 'Barton Springs Open', location: 'Austin, TX' };
    await bring(club, importOf([final], { tournament }));
    const [batch] = await database.selectFrom('match_batch').selectAll().execute();
    expect(batch?.identifier).toBe('Barton Springs Open');
    const { content } = await database.selectFrom('match').selectAll().executeTakeFirstOrThrow();
    expect(content).toMatchObject({ location: 'Austin, TX', matchSource: 'TOURNAMENT' });
    expect(JSON.stringify(content)).not.toMatch(/hoffmann|1988/i);
  });

  it('is a duplicate with an added fact, if it is the same match of the same players', async () => {
    const { club, teams, sofia } = await openFinal();
    await bring(club, importOf([finalOf('final', teams)]));
    const [winners = [], [, carmen = lena] = []] = teams;
    const pinned = [winners, [called('Sofia Lindqvist', { memberId: sofia.id }), carmen]];
    const result = await bring(club, importOf([finalOf('final', pinned)]));
    expect(result).toMatchObject({ matchesImported: 0, matches: [{ status: 'duplicate' }] });
  });

  it('is rated once if the import has it twice', async () => {
    const { club, final } = await openFinal();
    const result = await bring(club, importOf([final, final]));
    expect(result).toMatchObject({
      matchesImported: 1,
      matches: [{ status: 'rated' }, { status: 'duplicate' }],
    });
    expect(result.matches[1]?.id).toBe(result.matches[0]?.id);
  });
});

describe.each(databases)('the statements of an import on %s', (kind) => {
  it('do not grow with the number of matches and people', async () => {
    const { club, priya } = await openTournament(kind);
    await listen(club.dependencies.database, club.submitter.applicationId);
    const { club: counting, statements } = countStatements(club);
    const stranger = (name: string, index: number) =>
      called(`${name} Number${index}`, {
        birthYear: 1950 + (index % 50),
        ...(index % 2 === 0 && { email: `${name}-${index}@example.com` }),
      });
    const matchesOf = (name: string, count: number) =>
      Array.from({ length: count }, (_, index) =>
        finalOf(`${name}-${index}`, [
          [called('Priya Natarajan', { memberId: priya.id }), stranger(name, 4 * index)],
          [called('Sofia Lindqvist', { birthYear: 1994 }), stranger(name, 4 * index + 1)],
        ]),
      );
    await openKeyedHash(counting.dependencies);
    await addParts(counting.dependencies.database, ['pickleball'], submittedAt);
    const atFirst = statements();
    const few = await bring(counting, importOf(matchesOf('few', 2)));
    const forFew = statements() - atFirst;
    const many = await bring(counting, importOf(matchesOf('many', 200)));
    expect([few, many]).toMatchObject([
      { matchesImported: 2, ghostPlayersCreated: 4 },
      { matchesImported: 200, ghostPlayersCreated: 400 },
    ]);
    expect(statements() - atFirst).toBe(2 * forFew);
  });
});

describe('the events of an import', () => {
  it('go to the applications that members connected to, and never concern a ghost', async () => {
    const { database, club, priya, final } = await openFinal();
    const { applicationId } = (await anotherPartner(club)).submitter;
    await listen(database, applicationId);
    await insertConnection(database, applicationId, priya.id, usualScopes);
    await bring(club, importOf([final]));
    const deliveries = await database.selectFrom('webhook_delivery').selectAll().execute();
    expect(deliveries).toMatchObject([
      { application_id: applicationId, member_id: priya.id, event_type: 'rating.updated' },
    ]);
  });
});
