import { checkRows } from '@partner-rating/table-tests';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { DatabaseTransaction } from '../../platform/database/schema.ts';
import { createTestDatabase, type DatabaseKind, databases } from '../../testing/test-database.ts';
import { untilBlocked } from '../../testing/until-blocked.ts';
import { lockImports } from '../import/store/ghosts.ts';
import {
  called,
  countMembers,
  finalOf,
  importOf,
  openTournamentIn,
} from '../import/testing/tournament.ts';
import { scored } from '../testing/batches.ts';
import { countRows, nothing } from '../testing/club.ts';
import { listenOver } from '../testing/listening-app.ts';
import { insertClubKey } from '../testing/post-batch.ts';

const teams = [
  [called('Priya Natarajan', { email: 'priya@example.com' })],
  [called('Lena Hoffmann', { email: 'lena@example.com' })],
];

/** Opens a service that checks every response against the contract. */
async function openImporter({
  kind = 'postgres',
  environment = {},
}: {
  kind?: DatabaseKind;
  environment?: Record<string, string>;
} = {}) {
  const database = await createTestDatabase(kind);
  const { baseUrl, close } = await listenOver(database, environment);
  onTestFinished(close);
  const opened = await openTournamentIn(database);
  const apiKey = await insertClubKey(opened.club, ['key:tournament:import']);
  const postText = async (text: string, headers: Record<string, string> = {}) => {
    const response = await fetch(`${baseUrl}/partner/tournament-import`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': apiKey, ...headers },
      body: text,
    });
    const body = (await response.json()) as Record<string, unknown>;
    return { status: response.status, headers: response.headers, body };
  };
  const post = async (body: unknown, headers: Record<string, string> = {}) =>
    await postText(JSON.stringify(body), headers);
  return { ...opened, post, postText };
}

describe('POST /partner/tournament-import 200', () => {
  it('answers a valid import with its matches and participants', async () => {
    const { post } = await openImporter();
    const response = await post(importOf([finalOf('final', teams)]));
    expect(response.status).toBe(200);
    expect(response.body).toMatchObject({
      success: true,
      matchesImported: 1,
      ghostPlayersCreated: 1,
      matches: [{ identifier: 'final', status: 'rated' }],
      participants: [{ reason: 'email' }, { reason: 'no_match' }],
    });
  });

  it('accepts a thousand matches of thousands of participants', async () => {
    const { database, post } = await openImporter();
    const stranger = (index: number) =>
      called(`Person ${index}`, { birthYear: 1950 + (index % 60) });
    const matches = Array.from({ length: 1_000 }, (_, index) =>
      finalOf(`match-${index}`, [
        [stranger(4 * index), stranger(4 * index + 1)],
        [stranger(4 * index + 2), stranger(4 * index + 3)],
      ]),
    );
    const response = await post(importOf(matches));
    expect(response.status).toBe(200);
    expect(response.body).toMatchObject({ matchesImported: 1_000, ghostPlayersCreated: 4_000 });
    expect(await countMembers(database)).toBe(4_003);
  });

  it('accepts a body of 5 MiB, and answers 413 for a larger one', async () => {
    const { postText } = await openImporter();
    const body = JSON.stringify(importOf([finalOf('final', teams)]));
    const maximum = 5 * 1_024 * 1_024;
    expect((await postText(body.padStart(maximum))).status).toBe(200);
    const refused = await postText(body.padStart(maximum + 1));
    expect([refused.status, refused.body.code]).toEqual([413, 'body_too_large']);
  });
});

describe.each(databases)(
  'POST /partner/tournament-import with an Idempotency-Key on %s',
  (kind) => {
    it('is applied once, with any number of simultaneous requests', async () => {
      const { database, post } = await openImporter({ kind });
      const send = async () =>
        await post(importOf([finalOf('final', teams)]), { 'idempotency-key': 'open-2026' });
      const answers = await Promise.all(Array.from({ length: 10 }, send));
      const handled = answers.filter(({ status }) => status === 200);
      expect(new Set(handled.map(({ body }) => JSON.stringify(body))).size).toBe(1);
      expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
      const replayed = await send();
      expect(replayed.headers.get('idempotency-replayed')).toBe('true');
      expect(replayed.body).toEqual(handled[0]?.body);
      expect(await countMembers(database)).toBe(4);
    });
  },
);

describe('POST /partner/tournament-import 429', () => {
  it('for a second import of the application while the first runs', async () => {
    const { database, club, post } = await openImporter();
    const blocking = await database.startTransaction().execute();
    await lockImports(blocking as DatabaseTransaction, club.submitter.applicationId);
    const first = post(importOf([finalOf('one', teams)]));
    await untilBlocked(database);
    const second = await post(importOf([finalOf('two', teams)]));
    expect([second.status, second.body]).toMatchObject([429, { code: 'rate_limited' }]);
    expect(second.headers.get('retry-after')).toBe('2');
    await blocking.commit().execute();
    expect((await first).status).toBe(200);
    expect((await post(importOf([finalOf('two', teams)]))).status).toBe(200);
  });

  it('after the participants of an import have used up the limit', async () => {
    const { post } = await openImporter({ environment: { INGEST_RATE_LIMIT: '10' } });
    const matches = Array.from({ length: 60 }, (_, index) =>
      finalOf(`match-${index}`, [
        [called(`A ${index}`), called(`B ${index}`)],
        [called(`C ${index}`), called(`D ${index}`)],
      ]),
    );
    const small = importOf([finalOf('final', teams)]);
    const statuses: unknown[] = [];
    for (const body of [small, importOf(matches), small, importOf(matches), small]) {
      const { status, headers } = await post(body);
      statuses.push([status, headers.get('ratelimit')?.replace(/t=\d+/, 't=60')]);
    }
    // 240 participants count as five requests. An import is not refused for its own cost.
    expect(statuses).toEqual([
      [200, '"ingest";r=9;t=60'],
      [200, '"ingest";r=4;t=60'],
      [200, '"ingest";r=3;t=60'],
      [200, '"ingest";r=0;t=60'],
      [429, '"ingest";r=0;t=60'],
    ]);
  });
});

describe('POST /partner/tournament-import 400', () => {
  const withTeam = (side: unknown[]) => ({
    matches: [{ ...finalOf('one', teams), teams: [side, ['2']] }],
  });
  const withParticipant = (rest: object) => withTeam([{ ...called('A B'), ...rest }]);
  const first = '/matches/0/teams/0/0';
  const impossible = { name: 'O', startDate: '2026-02-30' };
  const rows: [string, object, string, string][] = [
    ['no tournament', { tournament: undefined }, '', 'required'],
    ['an unknown field', { partial: true }, '', 'additionalProperties'],
    ['an impossible day', { tournament: impossible }, '/tournament/startDate', 'format'],
    ['no matches', { matches: [] }, '/matches', 'minItems'],
    ['a player instead of a participant', withTeam(['1']), first, 'type'],
    ['no name', withParticipant({ lastName: undefined }), first, 'required'],
    ['NUL in a name', withParticipant({ firstName: 'A\u0000' }), `${first}/firstName`, 'pattern'],
    ['a surrogate', withParticipant({ lastName: 'B\ud800' }), `${first}/lastName`, 'pattern'],
    ['no email address', withParticipant({ email: 'lena' }), `${first}/email`, 'pattern'],
    ['a number for a number', withParticipant({ memberId: 10482 }), `${first}/memberId`, 'type'],
    ['a date', withParticipant({ birthYear: '1988-01-01' }), `${first}/birthYear`, 'type'],
  ];

  it('for an invalid tournament, and stores nothing', async () => {
    const { database, post } = await openImporter();
    await checkRows(rows, async (_, rest: object, pointer: string, code: string) => {
      const { status, body } = await post({ ...importOf([finalOf('one', teams)]), ...rest });
      expect([status, body.code]).toEqual([400, 'validation_failed']);
      expect(body.errors).toContainEqual(
        expect.objectContaining({ pointer: expect.stringContaining(pointer), code }),
      );
    });
    expect(await countMembers(database)).toBe(3);
  });

  it('for more players than a request may have, or more addresses than an hour allows, at once', async () => {
    const { database, post } = await openImporter();
    const matchesOf = (count: number, factsOf: (name: string) => object) =>
      Array.from({ length: count }, (_, match) =>
        finalOf(
          `${match}`,
          [0, 1].map((side) =>
            [0, 1, 2, 3, 4, 5].map((index) => called('A B', factsOf(`${match}-${side}-${index}`))),
          ),
        ),
      );
    const rows = [
      [matchesOf(834, () => ({})), '/matches/833'],
      [matchesOf(167, (name) => ({ email: `${name}@example.com` })), ' may ask about 2000.'],
    ] as const;
    for (const [matches, detail] of rows) {
      const { status, headers, body } = await post(importOf([...matches]));
      expect(status).toBe(400);
      expect(body).toMatchObject({
        code: 'validation_failed',
        errors: [
          { pointer: '/matches', code: 'maxItems', detail: expect.stringContaining(detail) },
        ],
      });
      expect(headers.has('retry-after')).toBe(false);
    }
    expect(await countMembers(database)).toBe(3);
  });

  it('malformed_json for text that is not JSON', async () => {
    const { postText } = await openImporter();
    const response = await postText('{');
    expect([response.status, response.body.code]).toEqual([400, 'malformed_json']);
  });
});

describe('POST /partner/tournament-import 409', () => {
  it('match_conflict points at the identifier that is taken', async () => {
    const { post } = await openImporter();
    await post(importOf([finalOf('final', teams)]));
    const other = finalOf('final', teams, { games: scored('11-2') });
    const response = await post(importOf([finalOf('bronze', teams), other]));
    expect(response.status).toBe(409);
    expect(response.body).toMatchObject({
      code: 'match_conflict',
      detail:
        '1 match has the identifier of another match, and nothing was stored. Give each match an identifier of its own.',
      errors: [{ pointer: '/matches/1/identifier', code: 'match_conflict' }],
    });
  });
});

describe('POST /partner/tournament-import 422', () => {
  it('batch_rejected lists every error, and nothing is stored', async () => {
    const { database, post } = await openImporter();
    const stranger = called('A B', { memberId: '99999999' });
    const response = await post(
      importOf([
        finalOf('one', teams),
        finalOf('two', [[stranger], [called('C D')]], { games: scored('9-3') }),
      ]),
    );
    expect(response.status).toBe(422);
    expect(response.body).toMatchObject({
      code: 'batch_rejected',
      detail: '2 errors were found and nothing was stored. Fix them and send the import again.',
      errors: [
        {
          pointer: '/matches/1/teams/0/0',
          code: 'unknown_player',
          detail: 'There is no member 99999999. Check the identifier.',
        },
        { pointer: '/matches/1/games/0/scores', code: 'win_score_not_reached' },
      ],
    });
    expect(await countRows(database)).toEqual(nothing);
    expect(await countMembers(database)).toBe(3);
  });
});
