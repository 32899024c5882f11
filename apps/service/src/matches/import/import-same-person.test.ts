import { describe, expect, it } from 'vitest';
import {
  bring,
  called,
  finalOf,
  importOf,
  lena,
  openTournament,
  summary,
} from './testing/tournament.ts';

describe('the same person in an import', () => {
  it('is one ghost, with all facts that were sent', async () => {
    const { database, club, priya } = await openTournament('postgres');
    const partner = called('Priya Natarajan', { memberId: priya.id });
    const result = await bring(
      club,
      importOf([
        finalOf('round-1', [[partner], [called('Lena Hoffmann')]]),
        finalOf('round-2', [[called('LENA HOFFMANN', { birthYear: 1988 })], [partner]]),
        finalOf('final', [[partner], [called('L. Hoffmann', { email: 'lena@example.com' })]]),
        finalOf('bronze', [[partner], [called('Lena Hoffmann', { email: 'lena@example.com' })]]),
      ]),
    );
    expect(summary(result)).toEqual([
      'Priya Natarajan: member_id, known member',
      'Lena Hoffmann: no_match, new ghost',
    ]);
    expect(result.participants[1]?.pointers).toEqual([
      '/matches/0/teams/1/0',
      '/matches/1/teams/0/0',
      '/matches/2/teams/1/0',
      '/matches/3/teams/1/0',
    ]);
    const ghost = database.selectFrom('member').selectAll().where('is_ghost', '=', true);
    expect(await ghost.execute()).toMatchObject([
      { first_name: 'Lena', last_name: 'Hoffmann', email: null, birth_year: 1988 },
    ]);
  });

  it('is one entry if two references match one member', async () => {
    const { club, priya } = await openTournament('postgres');
    const result = await bring(
      club,
      importOf([
        finalOf('one', [[called('Natarajan Priya', { email: 'PRIYA@example.com' })], [lena]]),
        finalOf('two', [[lena], [called('Priya Natarajan', { birthYear: 1990 })]]),
      ]),
    );
    expect(result.participants[0]).toMatchObject({
      id: priya.id,
      firstName: 'Natarajan',
      reason: 'email',
      displayName: 'Priya N.',
      pointers: ['/matches/0/teams/0/0', '/matches/1/teams/1/0'],
    });
    expect(result.participants).toHaveLength(2);
  });

  it('differs from a participant who contradicts: two of one name are two ghosts, who are found again', async () => {
    const { club } = await openTournament('postgres');
    const father = called('John Smith', { birthYear: 1960 });
    const son = called('John Smith', { birthYear: 1990 });
    const first = await bring(club, importOf([finalOf('one', [[father], [son]])]));
    expect(first.ghostPlayersCreated).toBe(2);
    const second = await bring(club, importOf([finalOf('two', [[father], [son]])]));
    expect(second.ghostPlayersCreated).toBe(0);
    expect(second.participants.map(({ id }) => id)).toEqual(first.participants.map(({ id }) => id));
  });
});
