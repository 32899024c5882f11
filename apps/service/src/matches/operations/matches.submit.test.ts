import type { Schemas } from '@partner-rating/server';
import { checkRows, testRows } from '@partner-rating/table-tests';
import { describe, expect, it } from 'vitest';
import { batchOf, matchOf, onDay, scored, teamsOf } from '../testing/batches.ts';
import { usePartnerService } from '../testing/partner-service.ts';

const openService = usePartnerService('pglite');

async function openPartner(scopes?: string[]) {
  const opened = await openService(scopes);
  const post = async (batch: unknown, headers?: Record<string, string>) =>
    await opened.ask('POST /matches', batch, headers);
  return { ...opened, post };
}

describe('POST /partner/matches 200', () => {
  it('answers a valid batch with its results', async () => {
    const { post, doubles, singles } = await openPartner();
    const response = await post(batchOf([doubles, singles]));
    expect(response.status).toBe(200);
    expect(response.body).toMatchObject({ success: true, numMatches: 2, numGames: 5 });
    expect(response.body.ratingChanges).toHaveLength(18);
  });

  it('stores a walkover without games, and rates a match that ended in another way', async () => {
    const { post, mike, priya, daniel, sofia } = await openPartner();
    const { games: _, ...walkover } = matchOf('walkover', [[mike], [priya]]);
    const response = await post(
      batchOf([
        { ...walkover, outcome: 'walkover', winner: 1 },
        matchOf('timed', [[daniel], [sofia]], { outcome: 'timed', games: scored('6-4') }),
        matchOf('drawn', [[daniel], [priya]], { outcome: 'drawn', games: scored('7-7') }),
        matchOf('retired', [[mike], [sofia]], {
          ...{ outcome: 'retired', winner: 0, games: scored('11-4 2-5') },
        }),
      ]),
    );
    expect(response.status).toBe(200);
    expect(response.body).toMatchObject({ success: true, numMatches: 4, numGames: 3 });
    expect(response.body.matches).toMatchObject([
      { identifier: 'walkover', status: 'stored' },
      { identifier: 'timed', status: 'rated' },
      { identifier: 'drawn', status: 'rated' },
      { identifier: 'retired', status: 'rated' },
    ]);
    expect(response.body.message).toBe(
      '3 matches were rated. 1 match was stored without a game that counts.',
    );
  });

  testRows<[string, string, Partial<Schemas.MatchInput>]>([
    ['pickleball', 'pickleball-11', { games: scored('13-11') }],
    ['pickleball', 'pickleball-15', { games: scored('15-13') }],
    ['padel', 'padel-set', { outcome: 'timed', games: scored('5-3') }],
    ['tennis', 'tennis-set', { games: scored('7-6') }],
    [
      'tennis',
      'tennis-set',
      { games: [...scored('6-4 6-7'), { scores: [10, 8], format: 'tennis-match-tie-break' }] },
    ],
    ['squash', 'squash-11', { games: scored('12-10') }],
    ['badminton', 'badminton-21', { games: scored('30-29') }],
    ['table-tennis', 'table-tennis-11', { games: scored('11-9') }],
    ['racquetball', 'racquetball-15', { games: scored('15-14') }],
  ])(
    'accepts a match of each sport by its format, without winScore and winBy',
    async (sport, format, rest) => {
      const { post, mike, priya } = await openPartner();
      const matches = [matchOf('one', [[mike], [priya]], rest)];
      const response = await post({ sport, format, matches });
      expect(response.status).toBe(200);
      expect(response.body).toMatchObject({
        success: true,
        numGames: rest.games?.length,
        matches: [{ identifier: 'one', status: 'rated' }],
      });
    },
  );

  it('accepts players who have not granted user:match:submit from a trusted key', async () => {
    const scopes = ['key:match:submit', 'key:match:submit:trusted'];
    const { club, database, post, doubles } = await openPartner(scopes);
    const { applicationId } = club.submitter;
    await database.deleteFrom('connection').where('application_id', '=', applicationId).execute();
    const response = await post(batchOf([doubles]));
    expect(response.status).toBe(200);
    expect(response.body).toMatchObject({
      success: true,
      numMatches: 1,
      matches: [{ confirmations: doubles.teams.map((team) => team.map(() => 'confirmed')) }],
      ratingChanges: [],
    });
  });

  it('accepts a thousand matches', async () => {
    const { post, mike, priya, daniel, sofia } = await openPartner();
    const teams = teamsOf([mike, priya], [daniel, sofia]);
    const matches = Array.from({ length: 1_000 }, (_, index) =>
      matchOf(`match-${index}`, teams, onDay(index)),
    );
    const response = await post(batchOf(matches));
    expect(response.status).toBe(200);
    expect(response.body).toMatchObject({ numMatches: 1_000 });
  });
});

describe('POST /partner/matches 400', () => {
  const unplayed = { identifier: 'one', teams: [['10482'], ['10517']] };
  const withMatch = (rest: object) => ({ matches: [{ ...unplayed, ...rest }] });
  const numbered = { identifier: 'one', teams: [[10482], ['1']], games: scored('11-2') };
  const rows: [string, object, string, string][] = [
    ['an unknown field', { shuffle: true }, '', 'additionalProperties'],
    ['a string for dryRun', { dryRun: 'true' }, '/dryRun', 'type'],
    ['a time without offset', { matchDate: '2026-09-12T10:30:00' }, '/matchDate', 'pattern'],
    ['a day as people write it', { matchDate: '9/12/2026' }, '/matchDate', 'pattern'],
    ['an offset for a time zone', { timeZone: '-05:00' }, '/timeZone', 'pattern'],
    ['no matches', { matches: [] }, '/matches', 'minItems'],
    ['NUL in a name', { event: 'Club\u0000' }, '/event', 'pattern'],
    ['a lone surrogate in a name', { event: 'Club\ud800' }, '/event', 'pattern'],
    ['no games', { matches: [unplayed] }, '/matches/0/games', 'required'],
    ['an empty list', withMatch({ outcome: 'timed', games: [] }), '/matches/0/games', 'minItems'],
    ['a format next to winScore', { format: 'pickleball-11' }, '/format', 'not_with_format'],
    ['no rule for winning a game', { winBy: undefined }, '/winBy', 'required'],
    ['an unknown outcome', withMatch({ outcome: 'cancelled' }), '/matches/0/outcome', 'enum'],
    ['a number that names a member', { matches: [numbered] }, '/matches/0/teams/0/0', 'type'],
  ];

  it('for an invalid batch, and stores nothing', async () => {
    const { before, post, doubles, count } = await openPartner();
    await checkRows(rows, async (_, rest: object, pointer: string, code: string) => {
      const { status, body } = await post({ ...batchOf([doubles]), ...rest });
      expect([status, body.code]).toEqual([400, 'validation_failed']);
      expect(body.errors).toContainEqual(
        expect.objectContaining({ pointer: expect.stringContaining(pointer), code }),
      );
    });
    expect(await count()).toEqual(before);
  });

  it('for more players than a request may have, in each mode', async () => {
    const { count, before, post } = await openPartner();
    for (const mode of [{}, { dryRun: true }, { partial: true }]) {
      const { status, body } = await post(batchOf(manyPlayers(79), mode));
      expect([status, body]).toMatchObject([
        ...[
          400,
          { code: 'validation_failed', errors: [{ pointer: '/matches', code: 'maxItems' }] },
        ],
      ]);
    }
    expect(await count()).toEqual(before);
  });
});

/** Returns matches of sixteen teams of eight unknown players. */
function manyPlayers(count: number) {
  const teams = Array(16).fill(Array.from({ length: 8 }, (_, index) => `${index + 1}`));
  const games = [{ scores: [11, ...Array(15).fill(0)] }];
  return Array.from({ length: count }, (_, index) => ({ identifier: `${index}`, teams, games }));
}

describe('a text that deceives its readers', () => {
  it('is refused in each text of a batch, with the character, its position, and its field', async () => {
    const { post, doubles, before, count } = await openPartner();
    const hidden = 'Final \u202e1\u001b[2J';
    const names = ['event', 'bracket', 'location', 'matchSource', 'matchType'] as const;
    const texts = Object.fromEntries(names.map((name) => [name, hidden]));
    const match = { ...doubles, ...texts, identifier: hidden };
    const { status, body } = await post({ ...batchOf([match]), ...texts, identifier: hidden });
    const pointers = ['identifier', ...names].flatMap((name) => [`/${name}`, `/matches/0/${name}`]);
    expect(status).toBe(400);
    expect(body.errors).toHaveLength(pointers.length);
    expect(body.errors).toEqual(
      expect.arrayContaining(
        pointers.map((pointer) => ({
          ...{ pointer, code: 'deceptive_character' },
          detail: expect.stringContaining('(character 7, U+202E RIGHT-TO-LEFT OVERRIDE)'),
        })),
      ),
    );
    expect(await count()).toEqual(before);
  });
});

describe('POST /partner/matches 409', () => {
  it('match_conflict points at every identifier that is taken', async () => {
    const { post, doubles, singles } = await openPartner();
    await post(batchOf([doubles]));
    const other = { ...doubles, games: scored('11-2') };
    const response = await post(
      batchOf([singles, other, { ...other, identifier: singles.identifier }]),
    );
    expect(response.status).toBe(409);
    expect(response.body).toMatchObject({
      code: 'match_conflict',
      errors: [
        { pointer: '/matches/1/identifier', code: 'match_conflict' },
        { pointer: '/matches/2/identifier', code: 'repeated_identifier' },
      ],
    });
  });
});

describe('POST /partner/matches 422', () => {
  it('batch_rejected lists every error, and nothing is stored', async () => {
    const { count, before, post, doubles, singles } = await openPartner();
    const invalid = { ...singles, sport: 'croquet', games: [{ scores: [9, 8] }] };
    const response = await post(batchOf([doubles, invalid]));
    expect(response.status).toBe(422);
    expect(response.body).toMatchObject({
      code: 'batch_rejected',
      detail:
        '3 errors were found and nothing was stored. Fix them, or set partial to true to store the valid matches.',
      errors: [
        { pointer: '/matches/1/sport', code: 'unknown_sport' },
        { pointer: '/matches/1/games/0/scores', code: 'win_score_not_reached' },
        { pointer: '/matches/1/games/0/scores', code: 'win_by_not_reached' },
      ],
    });
    expect(await count()).toEqual(before);
  });

  it('lists no more errors than the contract allows', async () => {
    const { post } = await openPartner();
    const scores = Array(16).fill(11);
    const matches = manyPlayers(78).map((match) => ({ ...match, games: [{ scores }] }));
    const response = await post(batchOf(matches));
    expect(response.status).toBe(422);
    expect(response.body.detail).toContain('10062 errors');
    expect(response.body.errors).toHaveLength(10_000);
  });
});
