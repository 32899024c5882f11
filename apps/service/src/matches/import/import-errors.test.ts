import { checkRows } from '@partner-rating/table-tests';
import { describe, expect, it } from 'vitest';
import { scored, teamsOf } from '../testing/batches.ts';
import { countRows, nothing } from '../testing/club.ts';
import { codes } from '../testing/story.ts';
import {
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
} from './testing/tournament.ts';

describe('an invalid import', () => {
  it('is refused whole, with a pointer to every error, and leaves no trace', async () => {
    const { database, club, teams } = await openFinal();
    const stranger = called('A B', { memberId: '99999999' });
    const again = called('LENA HOFFMANN');
    const matches = [
      finalOf('one', teams),
      finalOf('two', [[stranger], [lena]], { sport: 'croquet' }),
      finalOf('three', teamsOf([lena, called('C D')], [again, called('E F')])),
      finalOf('four', teams, { games: scored('11-10') }),
    ];
    const tournament = { name: 'Open', startDate: '2026-09-06', endDate: '2026-09-05' };
    const outcome = await send(club, importOf(matches, { tournament }));
    expect(refusal(outcome)).toEqual([
      'end_before_start /tournament/endDate',
      'unknown_sport /matches/1/sport',
      'unknown_player /matches/1/teams/0/0',
      'repeated_player /matches/2/teams/1/0',
      'win_by_not_reached /matches/3/games/0/scores',
    ]);
    expect(await countMembers(database)).toBe(3);
    expect(await countRows(database)).toEqual(nothing);
  });

  it('names a player who is twice in a match, without the identifier', async () => {
    const { club } = await openTournament('postgres');
    const teams = [[called('Carmen Ortiz')], [called('CARMEN ORTIZ')]];
    const outcome = await send(club, importOf([finalOf('one', teams)]));
    const [error] = outcome.kind === 'handled' ? [] : outcome.errors;
    expect(error?.detail).toMatch(/^Carmen Ortiz was matched to somebody who already plays/);
    expect(error?.detail).not.toContain('mem_');
  });

  it('points at the start of the tournament if it dates a match in the future', async () => {
    const { club, final } = await openFinal();
    const tournament = { name: 'Open', startDate: '2026-12-01' };
    const outcome = await send(club, importOf([final], { tournament }));
    expect(refusal(outcome)).toEqual(['date_in_future /tournament/startDate']);
  });

  it('names an impossible birth year, and an unknown time zone', async () => {
    const { database, club } = await openFinal();
    const born = (birthYear: number) => called('A B', { birthYear });
    const tournament = { name: 'Open', startDate: '2026-09-05', timeZone: 'America/Austin' };
    const matches = [
      finalOf('one', [[born(2090)], [lena]]),
      finalOf('two', [[born(1905)], [lena]]),
    ];
    const body = importOf(matches, { tournament });
    const expected = [
      'birth_in_future /matches/0/teams/0/0/birthYear',
      'birth_too_early /matches/1/teams/0/0/birthYear',
      'unknown_time_zone /tournament/timeZone',
    ];
    expect(refusal(await send(club, body))).toEqual(expected);
    const { success, errors = [] } = await bring(club, { ...body, dryRun: true });
    expect(success).toBe(false);
    expect(codes(errors)).toEqual(expected);
    expect(await countRows(database)).toEqual(nothing);
  });

  it('points at a bye that is entered as a player, but not at a family name', async () => {
    const { database, club } = await openTournament('postgres');
    const against = (firstName: string, lastName: string) =>
      importOf([finalOf('one', [[lena], [{ firstName, lastName }]])]);
    const byes = [
      ['BYE', 'BYE'],
      ['Bye', '-'],
      ['bye', '1'],
    ];
    await checkRows(byes, async (firstName: string, lastName: string) => {
      const outcome = await send(club, against(firstName, lastName));
      expect(refusal(outcome)).toEqual(['bye /matches/0/teams/1/0']);
      expect(outcome.kind === 'handled' ? '' : outcome.errors[0]?.detail).toBe(
        'A bye is not a player, and a round without an opponent is not a match. Leave the match out.',
      );
    });
    expect(await countRows(database)).toEqual(nothing);
    expect((await bring(club, against('Ola', 'Bye'))).matches).toMatchObject([{ status: 'rated' }]);
  });

  it('reports errors and participants in a dry run', async () => {
    const { club, teams } = await openFinal();
    const invalid = finalOf('final', teams, { games: scored('11-10') });
    const stranger = called('A B', { memberId: '99999999' });
    const matches = [invalid, finalOf('two', [[lena], [stranger]])];
    const result = await bring(club, importOf(matches, { dryRun: true }));
    expect(result).toMatchObject({
      success: false,
      matchesImported: 0,
      ghostPlayersCreated: 1,
      existingPlayersMatched: 3,
      message: 'This was a dry run. 2 errors were found; see errors.',
    });
    expect(codes(result.errors)).toEqual([
      'win_by_not_reached /matches/0/games/0/scores',
      'unknown_player /matches/1/teams/1/0',
    ]);
    expect(result.participants).toHaveLength(4);
  });
});
