import { describe, expect, it } from 'vitest';
import { createLabeledCount } from '../../platform/metrics/metrics.ts';
import { lettersOf } from '../../ratings/store/bracket-letters.ts';
import { addParts } from '../../ratings/store/parts.ts';
import { ratingHistory } from '../../ratings/store/rating-history.ts';
import { databases } from '../../testing/test-database.ts';
import { batchOf, matchOf, onDay, scored, teamsOf } from '../testing/batches.ts';
import { countRows, countStatements, listen, nothing, submittedAt } from '../testing/club.ts';
import { codes, handle, openClub, refusal, submit } from '../testing/story.ts';
import { countRated } from './ingest-batch.ts';

describe.each(databases)('a valid batch on %s', (kind) => {
  it('reports what it did', async () => {
    const { club, mike, priya, doubles, singles } = await openClub(kind);
    const result = await handle(club, batchOf([doubles, singles]));
    expect(result).toMatchObject({
      success: true,
      batchId: expect.stringMatching(/^bat_/),
      numMatches: 2,
      numGames: 5,
      duplicates: 0,
      dryRun: false,
      matches: [
        { identifier: 'court-3-1530', id: expect.stringMatching(/^mat_/), status: 'rated' },
        { identifier: 'court-4-1545', id: expect.stringMatching(/^mat_/), status: 'rated' },
      ],
      message: '2 matches were rated.',
    });
    expect(result).not.toHaveProperty('errors');
    const changes = result.ratingChanges.map(({ displayName, bracket, gamesCounted }) =>
      [displayName, bracket, gamesCounted].join(' '),
    );
    expect(changes).toEqual([
      'Mike B. overall-open 2',
      'Mike B. doubles-open 2',
      'Mike B. mixed-open 2',
      'Priya N. overall-open 5',
      'Priya N. doubles-open 2',
      'Priya N. mixed-open 2',
      'Priya N. overall-35+ 3',
      'Priya N. singles-open 3',
      'Priya N. singles-35+ 3',
      'Daniel O. overall-open 5',
      'Daniel O. doubles-open 2',
      'Daniel O. mixed-open 2',
      'Daniel O. overall-35+ 3',
      'Daniel O. singles-open 3',
      'Daniel O. singles-35+ 3',
      'Sofia L. overall-open 2',
      'Sofia L. doubles-open 2',
      'Sofia L. mixed-open 2',
    ]);
    expect(result.ratingChanges[0]).toMatchObject({
      memberId: mike.member_number,
      id: mike.id,
      sport: 'pickleball',
      previousRating: null,
    });
    expect(priya.id).toBe(result.ratingChanges[3]?.id);
  });

  it('stores the matches, their players, the ratings and every change with its cause', async () => {
    const { database, club, mike, priya, daniel, sofia, doubles, singles } = await openClub(kind);
    const batch = { identifier: 'saturday', event: 'Cafe\u0301 League' };
    const result = await handle(club, batchOf([doubles, singles], batch));
    const [first] = result.matches;

    expect(await database.selectFrom('match_batch').selectAll().execute()).toEqual([
      {
        id: result.batchId,
        application_id: club.submitter.applicationId,
        identifier: 'saturday',
        created_at: submittedAt,
      },
    ]);
    const [match] = await database.selectFrom('match').selectAll().orderBy('arrival').execute();
    expect(match).toMatchObject({
      ...{ id: first?.id, batch_id: result.batchId, identifier: 'court-3-1530' },
      ...{ application_id: club.submitter.applicationId, sport: 'pickleball' },
      match_date: new Date('2026-09-12T15:30:00Z'),
      brackets: lettersOf(['overall-open', 'doubles-open', 'mixed-open']),
      content: { event: 'Caf\u00e9 League', matchDate: '2026-09-12T15:30:00Z' },
    });
    const participants = await database
      .selectFrom('match_participant')
      .select(['member_number', 'team', 'position'])
      .where('arrival', '=', match?.arrival ?? 0)
      .orderBy('team')
      .orderBy('position')
      .execute();
    expect(participants).toEqual([
      { member_number: mike.member_number, team: 0, position: 0 },
      { member_number: priya.member_number, team: 0, position: 1 },
      { member_number: daniel.member_number, team: 1, position: 0 },
      { member_number: sofia.member_number, team: 1, position: 1 },
    ]);
    const history = await database
      .selectFrom(ratingHistory)
      .selectAll()
      .where('member_id', '=', priya.id)
      .where('bracket', '=', 'overall-open')
      .orderBy('change_order')
      .execute();
    expect(history).toMatchObject([
      { match_id: first?.id, previous_rating: null, games: 2 },
      { match_id: result.matches[1]?.id, previous_rating: history[0]?.rating, games: 5 },
    ]);
    const standing = await database
      .selectFrom('rating')
      .selectAll()
      .where('member_id', '=', priya.id)
      .where('bracket', '=', 'overall-open')
      .executeTakeFirstOrThrow();
    const { rating, reliability, games } = history[1] ?? {};
    expect(standing).toMatchObject({ rating, reliability, games });
  });

  it('rates in the order of matchDate, then of index', async () => {
    const { database, club, mike, priya } = await openClub(kind);
    const dates = ['2026-09-12T15:00:00Z', '2026-09-10T15:00:00Z', '2026-09-12T17:00:00+02:00'];
    const matches = dates.map((matchDate, index) =>
      matchOf(`match-${index}`, [[mike], [priya]], { matchDate, games: [{ scores: [11, index] }] }),
    );
    await handle(club, batchOf(matches));
    const arrived = await database
      .selectFrom('match')
      .select('identifier')
      .orderBy('arrival')
      .execute();
    expect(arrived.map(({ identifier }) => identifier)).toEqual(['match-1', 'match-0', 'match-2']);
    const changes = await database
      .selectFrom(ratingHistory)
      .innerJoin('match', 'match.id', 'rating_history.match_id')
      .select('match.identifier')
      .where('member_id', '=', mike.id)
      .where('bracket', '=', 'overall-open')
      .orderBy('change_order')
      .execute();
    expect(changes).toEqual(arrived);
  });

  it('needs as many statements for many matches as for one', async () => {
    const { club, mike, priya, daniel, sofia } = await openClub(kind);
    await listen(club.dependencies.database, club.submitter.applicationId);
    const { club: counting, statements } = countStatements(club);
    const teams = teamsOf([mike, priya], [daniel, sofia]);
    await addParts(counting.dependencies.database, ['pickleball'], submittedAt);
    const atFirst = statements();
    await handle(counting, batchOf([matchOf('single', teams, onDay(300))]));
    const forOne = statements() - atFirst;
    const many = Array.from({ length: 200 }, (_, index) =>
      matchOf(`many-${index}`, teams, onDay(index)),
    );
    await handle(counting, batchOf(many));
    expect(statements() - atFirst).toBe(2 * forOne);
  });
});

describe.each(databases)('an invalid batch on %s', (kind) => {
  it('is rejected completely, with every error, and leaves nothing', async () => {
    const { database, club, mike, doubles } = await openClub(kind);
    const invalid = { ...matchOf('invalid', []), teams: [[mike.id], ['99999999']] };
    const outcome = await submit(
      club,
      batchOf([doubles, { ...invalid, games: scored('11-10') }, { ...invalid, sport: 'chess' }]),
    );
    expect(outcome.kind).toBe('rejected');
    expect(refusal(outcome)).toEqual([
      'unknown_player /matches/1/teams/1/0',
      'win_by_not_reached /matches/1/games/0/scores',
      'unknown_sport /matches/2/sport',
      'repeated_identifier /matches/2/identifier',
      'unknown_player /matches/2/teams/1/0',
      'scores_per_team /matches/2/games/0/scores',
    ]);
    expect(await countRows(database)).toEqual(nothing);
  });

  it('stores its valid matches if it is partial', async () => {
    const { club, mike, doubles } = await openClub(kind);
    const invalid = { ...doubles, identifier: 'invalid', teams: [[mike.id], ['99999999']] };
    const result = await handle(club, batchOf([invalid, doubles], { partial: true }));
    expect(result).toMatchObject({
      success: false,
      numMatches: 1,
      numGames: 2,
      matches: [
        { identifier: 'invalid', id: null, status: 'rejected' },
        { identifier: 'court-3-1530', status: 'rated' },
      ],
      message: '1 match was rated. 1 match was rejected; see errors.',
    });
    expect(codes(result.errors)).toEqual(['unknown_player /matches/0/teams/1/0']);
  });

  it('stores nothing if it is partial and no match is valid', async () => {
    const { database, club, mike } = await openClub(kind);
    const teams = [[mike.id], ['99999999']];
    const invalid = { ...matchOf('invalid', []), teams, games: scored('11-2') };
    const result = await handle(club, batchOf([invalid], { partial: true }));
    expect(result).toMatchObject({ success: false, numMatches: 0, ratingChanges: [] });
    expect(await countRows(database)).toEqual(nothing);
  });
});

describe.each(databases)('a dry run on %s', (kind) => {
  it('reports errors, and projects the valid matches', async () => {
    const { database, club, doubles, singles } = await openClub(kind);
    const invalid = { ...singles, games: scored('11-10') };
    const result = await handle(club, batchOf([doubles, invalid], { dryRun: true }));
    expect(result).toMatchObject({ success: false, numMatches: 1, dryRun: true });
    expect(codes(result.errors)).toEqual(['win_by_not_reached /matches/1/games/0/scores']);
    expect(await countRows(database)).toEqual(nothing);
  });

  it('recognizes stored matches and their conflicts', async () => {
    const { club, doubles, singles } = await openClub(kind);
    const stored = await handle(club, batchOf([doubles, singles]));
    const other = { ...singles, games: scored('11-2') };
    const result = await handle(club, batchOf([doubles, other], { dryRun: true }));
    expect(result.duplicates).toBe(1);
    expect(result.matches).toMatchObject([
      { id: stored.matches[0]?.id, status: 'duplicate', duplicateOf: 'own' },
      { id: null, status: 'rejected' },
    ]);
    expect(codes(result.errors)).toEqual(['match_conflict /matches/1/identifier']);
  });
});

it('counts rated matches by sport, without stored and repeated ones', () => {
  const ratedMatches = createLabeledCount<string>(['pickleball', 'padel']);
  const serviceCounts = { logIns: createLabeledCount<string>([]), ratedMatches };
  const batch = { sport: 'pickleball', matches: [{}, { sport: 'padel' }, {}, {}] };
  const statuses = ['rated', 'rated', 'duplicate', 'stored'];
  countRated(
    { serviceCounts },
    batch,
    statuses.map((status) => ({ status })),
  );
  expect([...ratedMatches.counts()]).toEqual([
    ['pickleball', 1],
    ['padel', 1],
  ]);
});
