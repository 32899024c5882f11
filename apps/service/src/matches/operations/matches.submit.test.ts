import type { Schemas } from '@partner-rating/server';
import { testRows } from '@partner-rating/table-tests';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newKeyRow } from '../../console/actions/keys.ts';
import { insertKey } from '../../console/store/applications.ts';
import type { Database } from '../../platform/database/schema.ts';
import { insertConnection } from '../../testing/builders.ts';
import { openTestDatabase } from '../../testing/test-database.ts';
import { batchOf, matchOf, onDay } from '../testing/batches.ts';
import { countRows, submittedAt } from '../testing/club.ts';
import { listenOver } from '../testing/listening-app.ts';
import { openClubIn } from '../testing/story.ts';

// One service for all: each test has an application and players of its own. It checks its answers
// against the contract, so every answer below is checked.
let service: { baseUrl: string; database: Database; close: () => Promise<void> };

beforeAll(async () => {
  const { database, close } = await openTestDatabase('pglite');
  const app = await listenOver(database);
  service = {
    baseUrl: app.baseUrl,
    database,
    close: async () => {
      await app.close();
      await close();
    },
  };
});

afterAll(async () => await service.close());

async function openPartner(scopes: string[] = ['key:match:submit']) {
  const { database } = service;
  const opened = await openClubIn(database);
  const { apiKey, row } = newKeyRow(opened.club.submitter.applicationId, {
    now: submittedAt,
    scopes,
  });
  await insertKey(database, row);
  const post = async (batch: unknown, headers: Record<string, string> = {}) =>
    await postMatches(batch, { 'x-api-key': apiKey, ...headers });
  return { ...opened, post, before: await countRows(database) };
}

async function postMatches(batch: unknown, headers: Record<string, string>) {
  const response = await fetch(`${service.baseUrl}/partner/matches`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(batch),
  });
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as Record<string, unknown>,
  };
}

describe('POST /partner/matches 200', () => {
  it('answers a valid batch with what it did', async () => {
    const { post, doubles, singles } = await openPartner();
    const response = await post(batchOf([doubles, singles]));
    expect(response.status).toBe(200);
    expect(response.body).toMatchObject({ success: true, numMatches: 2, numGames: 5 });
    expect(response.body.ratingChanges).toHaveLength(18);
  });

  it('stores a walkover without games, and rates a match that ended some other way', async () => {
    const { post, mike, priya, daniel, sofia } = await openPartner();
    const { games: _, ...walkover } = matchOf('walkover', [[mike], [priya]]);
    const response = await post(
      batchOf([
        { ...walkover, outcome: 'walkover', winner: 1 },
        matchOf('timed', [[daniel], [sofia]], { outcome: 'timed', games: [{ scores: [6, 4] }] }),
        matchOf('drawn', [[daniel], [priya]], { outcome: 'drawn', games: [{ scores: [7, 7] }] }),
        matchOf('retired', [[mike], [sofia]], {
          outcome: 'retired',
          winner: 0,
          games: [{ scores: [11, 4] }, { scores: [2, 5] }],
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
    ['pickleball', 'pickleball-11', { games: [{ scores: [13, 11] }] }],
    ['pickleball', 'pickleball-15', { games: [{ scores: [15, 13] }] }],
    ['padel', 'padel-set', { outcome: 'timed', games: [{ scores: [5, 3] }] }],
    ['tennis', 'tennis-set', { games: [{ scores: [7, 6] }] }],
    [
      'tennis',
      'tennis-set',
      {
        games: [
          { scores: [6, 4] },
          { scores: [6, 7] },
          { scores: [10, 8], format: 'tennis-match-tie-break' },
        ],
      },
    ],
    ['squash', 'squash-11', { games: [{ scores: [12, 10] }] }],
    ['badminton', 'badminton-21', { games: [{ scores: [30, 29] }] }],
    ['table-tennis', 'table-tennis-11', { games: [{ scores: [11, 9] }] }],
    ['racquetball', 'racquetball-15', { games: [{ scores: [15, 14] }] }],
  ])(
    'takes a match of each sport by its format, without winScore and winBy',
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

  it('answers a repeated batch with duplicates', async () => {
    const { post, doubles } = await openPartner();
    await post(batchOf([doubles]));
    const response = await post(batchOf([doubles]));
    expect(response.status).toBe(200);
    expect(response.body).toMatchObject({ success: true, numMatches: 0, duplicates: 1 });
  });

  it('answers a dry run with faults', async () => {
    const { post, doubles } = await openPartner();
    const faulty = { ...doubles, games: [{ scores: [11, 10] }] };
    const response = await post(batchOf([faulty], { dryRun: true }));
    expect(response.status).toBe(200);
    expect(response.body).toMatchObject({
      success: false,
      dryRun: true,
      errors: [{ pointer: '/matches/0/games/0/scores', code: 'win_by_not_reached' }],
    });
  });

  it('answers a partial batch with what was stored and what was not', async () => {
    const { post, doubles, singles } = await openPartner();
    const faulty = { ...singles, sport: 'croquet' };
    const response = await post(batchOf([doubles, faulty], { partial: true }));
    expect(response.status).toBe(200);
    expect(response.body).toMatchObject({
      success: false,
      numMatches: 1,
      errors: [{ pointer: '/matches/1/sport', code: 'unknown_sport' }],
    });
  });

  it('takes players who have not granted user:match:submit from a trusted key', async () => {
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

  it('stores a result as unconfirmed for a player who has not granted user:match:submit', async () => {
    const { database, club, post, mike, priya } = await openPartner();
    await database.deleteFrom('connection').where('member_id', '=', priya.id).execute();
    await insertConnection(database, club.submitter.applicationId, priya.id, ['user:profile:read']);
    const response = await post(batchOf([matchOf('one', [[mike], [priya]])]));
    expect(response.status).toBe(200);
    expect(response.body.matches).toMatchObject([
      { status: 'rated', confirmations: [['confirmed'], ['unconfirmed']] },
    ]);
    const rated = await database
      .selectFrom('rating')
      .select('member_id')
      .distinct()
      .where('member_id', 'in', [mike.id, priya.id])
      .execute();
    expect(rated).toEqual([{ member_id: mike.id }]);
  });

  it('is replayed for the same Idempotency-Key', async () => {
    const { post, doubles } = await openPartner();
    const key = { 'idempotency-key': 'saturday' };
    const first = await post(batchOf([doubles]), key);
    const second = await post(batchOf([doubles]), key);
    expect(second.status).toBe(200);
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    expect(second.body).toEqual(first.body);
  });

  it('takes a thousand matches', async () => {
    const { post, mike, priya, daniel, sofia } = await openPartner();
    const teams = [
      [mike, priya],
      [daniel, sofia],
    ];
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

  testRows<[string, object, string, string]>([
    ['an unknown field', { shuffle: true }, '', 'additionalProperties'],
    ['a string for dryRun', { dryRun: 'true' }, '/dryRun', 'type'],
    ['a time without offset', { matchDate: '2026-09-12T10:30:00' }, '/matchDate', 'pattern'],
    ['a day as people write it', { matchDate: '9/12/2026' }, '/matchDate', 'pattern'],
    ['an offset for a time zone', { timeZone: '-05:00' }, '/timeZone', 'pattern'],
    ['no matches', { matches: [] }, '/matches', 'minItems'],
    ['NUL in a name', { event: 'Club\u0000' }, '/event', 'pattern'],
    ['a lone surrogate in a name', { event: 'Club\ud800' }, '/event', 'pattern'],
    ['no games', { matches: [unplayed] }, '/matches/0/games', 'required'],
    [
      'an empty list of games',
      { matches: [{ ...unplayed, outcome: 'timed', games: [] }], partial: true },
      '/matches/0/games',
      'minItems',
    ],
    ['a format beside winScore', { format: 'pickleball-11' }, '/format', 'not_with_format'],
    ['nothing that says how a game is won', { winBy: undefined }, '/winBy', 'required'],
    [
      'an outcome there is not',
      { matches: [{ ...unplayed, outcome: 'cancelled' }] },
      '/matches/0/outcome',
      'enum',
    ],
    [
      'a member number that is a number',
      { matches: [{ identifier: 'one', teams: [[10482], ['1']], games: [{ scores: [11, 2] }] }] },
      '/matches/0/teams/0/0',
      'type',
    ],
  ])('for an invalid batch', async (_, rest, pointer, code) => {
    const { database, before, post, doubles } = await openPartner();
    const response = await post({ ...batchOf([doubles]), ...rest });
    expect(response.status).toBe(400);
    expect(response.body.code).toBe('validation_failed');
    expect(response.body.errors).toContainEqual(
      expect.objectContaining({ pointer: expect.stringContaining(pointer), code }),
    );
    expect(await countRows(database)).toEqual(before);
  });

  testRows([{}, { dryRun: true }, { partial: true }])(
    'for more players than one request takes',
    async (mode) => {
      const { database, before, post } = await openPartner();
      const team = Array.from({ length: 8 }, (_, index) => `${index + 1}`);
      const teams = Array.from({ length: 16 }, () => team);
      const scores = teams.map((_, index) => (index === 0 ? 11 : 0));
      const matches = Array.from({ length: 79 }, (_, index) => ({
        identifier: `${index}`,
        teams,
        games: [{ scores }],
      }));
      const response = await post(batchOf(matches, mode));
      expect(response.status).toBe(400);
      expect(response.body).toMatchObject({
        code: 'validation_failed',
        errors: [{ pointer: '/matches', code: 'maxItems' }],
      });
      expect(await countRows(database)).toEqual(before);
    },
  );
});

describe('a text that deceives who reads it', () => {
  it('is refused in each text of a batch, with the character, its position and its field', async () => {
    const { post, doubles, before } = await openPartner();
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
    expect(await countRows(service.database)).toEqual(before);
  });
});

describe('POST /partner/matches 401 and 403', () => {
  it('401 without a known key', async () => {
    const { doubles } = await openPartner();
    for (const headers of [{}, { 'x-api-key': 'prk_unknown' }]) {
      const response = await postMatches(batchOf([doubles]), headers);
      expect(response.status).toBe(401);
      expect(response.headers.has('www-authenticate')).toBe(true);
    }
  });

  it('403 for a key without key:match:submit', async () => {
    const { post, doubles } = await openPartner(['key:member:read', 'key:match:submit:trusted']);
    const response = await post(batchOf([doubles]));
    expect(response.status).toBe(403);
    expect(response.body).toMatchObject({ code: 'insufficient_scope' });
  });
});

describe('POST /partner/matches 409', () => {
  it('match_conflict points at every identifier that is taken', async () => {
    const { post, doubles, singles } = await openPartner();
    await post(batchOf([doubles]));
    const other = { ...doubles, games: [{ scores: [11, 2] }] };
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
  it('batch_rejected lists every fault, and nothing is stored', async () => {
    const { database, before, post, doubles, singles } = await openPartner();
    const faulty = { ...singles, sport: 'croquet', games: [{ scores: [9, 8] }] };
    const response = await post(batchOf([doubles, faulty]));
    expect(response.status).toBe(422);
    expect(response.body).toMatchObject({
      code: 'batch_rejected',
      detail:
        '3 faults were found and nothing was stored. Fix them, or set partial to true to store the valid matches.',
      errors: [
        { pointer: '/matches/1/sport', code: 'unknown_sport' },
        { pointer: '/matches/1/games/0/scores', code: 'win_score_not_reached' },
        { pointer: '/matches/1/games/0/scores', code: 'win_by_not_reached' },
      ],
    });
    expect(await countRows(database)).toEqual(before);
  });

  it('lists no more faults than the contract allows', async () => {
    const { post } = await openPartner();
    const team = Array.from({ length: 8 }, (_, index) => `x${index}`);
    const teams = Array.from({ length: 16 }, () => team);
    const scores = teams.map(() => 11);
    const matches = Array.from({ length: 78 }, (_, index) => ({
      identifier: `${index}`,
      teams,
      games: [{ scores }],
    }));
    const response = await post(batchOf(matches));
    expect(response.status).toBe(422);
    expect(response.body.detail).toContain('10062 faults');
    expect(response.body.errors).toHaveLength(10_000);
  });

  it('unknown_player for one who opted out of discovery and is not connected', async () => {
    const { database, post, mike, priya } = await openPartner();
    await database.updateTable('member').set({ is_discoverable: false }).execute();
    await database.deleteFrom('connection').where('member_id', '=', priya.id).execute();
    const response = await post(batchOf([matchOf('one', [[mike], [priya]])]));
    expect(response.status).toBe(422);
    expect(response.body.errors).toEqual([
      {
        pointer: '/matches/0/teams/1/0',
        code: 'unknown_player',
        detail: `There is no member ${priya.id}. Check the identifier.`,
      },
    ]);
  });
});
