import type { Schemas } from '@partner-rating/server';
import { testRows } from '@partner-rating/table-tests';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newKeyRow } from '../../console/actions/keys.ts';
import { insertKey } from '../../console/store/applications.ts';
import type { Database } from '../../platform/database/schema.ts';
import { insertApplication } from '../../testing/builders.ts';
import { openTestDatabase } from '../../testing/test-database.ts';
import { openTestService } from '../../testing/test-service.ts';
import { batchOf } from '../testing/batches.ts';
import { countRows, submittedAt } from '../testing/club.ts';
import { foldLedger, standingRatings } from '../testing/fold-ledger.ts';
import { handle, openClubIn } from '../testing/story.ts';

const reason = 'The score was entered for the wrong court.';

// One service for all: each test has an application and players of its own. It checks its answers
// against the contract, so every answer below is checked.
let service: { baseUrl: string; database: Database; close: () => Promise<void> };

beforeAll(async () => {
  const { database, close } = await openTestDatabase('postgres');
  const { baseUrl, stop } = await openTestService({ database, clock: () => submittedAt });
  service = {
    baseUrl,
    database,
    close: async () => {
      await stop();
      await close();
    },
  };
});

afterAll(async () => await service.close());

async function keyOf(applicationId: string, scopes: string[]): Promise<string> {
  const { apiKey, row } = newKeyRow(applicationId, { now: submittedAt, scopes });
  await insertKey(service.database, row);
  return apiKey;
}

async function put(matchId: string, body: unknown, headers: Record<string, string>) {
  const response = await fetch(`${service.baseUrl}/partner/matches/${matchId}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as Record<string, unknown>,
  };
}

async function get(matchId: string, key: string) {
  const response = await fetch(`${service.baseUrl}/partner/matches/${matchId}`, {
    headers: { 'x-api-key': key },
  });
  return (await response.json()) as Schemas.Match;
}

/** A partner that has submitted a match, and the right one in its place. */
async function openPartner(scopes: string[] = ['key:match:submit']) {
  const opened = await openClubIn(service.database);
  const { matches } = await handle(opened.club, batchOf([opened.singles]));
  const matchId = matches[0]?.id ?? '';
  const key = await keyOf(opened.club.submitter.applicationId, scopes);
  const right = {
    ...opened.singles,
    reason,
    identifier: 'court-4-1545-corrected',
    sport: 'pickleball',
    winScore: 11,
    winBy: 2,
    games: [{ scores: [11, 9] }, { scores: [11, 8] }],
  };
  const replace = async (body: unknown, headers: Record<string, string> = {}) =>
    await put(matchId, body, { 'x-api-key': key, ...headers });
  return { ...opened, matchId, key, right, replace, before: await countRows(service.database) };
}

const path = 'PUT /partner/matches/{matchId}';

describe(`${path} 200`, () => {
  it('answers what became of the match, and each rating that moved', async () => {
    const { replace, right, matchId, key } = await openPartner();
    const { status, body } = await replace(right);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      success: true,
      numMatches: 1,
      numGames: 2,
      duplicates: 0,
      matches: [{ identifier: right.identifier, status: 'rated', settled: true }],
    });
    expect(body.ratingChanges).toHaveLength(8);
    const [stored] = body.matches as Schemas.MatchResult[];
    expect(await get(matchId, key)).toMatchObject({ status: 'voided', voidReason: reason });
    expect(await get(stored?.id ?? '', key)).toMatchObject({ status: 'rated', settled: true });
  });

  it('stores the day and the time zone of the match that takes the place', async () => {
    const { replace, right, key } = await openPartner();
    const venue = { matchDate: '2026-09-11', timeZone: 'America/Chicago' };
    for (const status of ['rated', 'duplicate']) {
      const { body } = await replace({ ...right, ...venue });
      expect(body).toMatchObject({ matches: [{ status }] });
      const [stored] = body.matches as Schemas.MatchResult[];
      expect(await get(stored?.id ?? '', key)).toMatchObject({
        ...{ matchDate: '2026-09-11T17:00:00.000Z', matchDay: '2026-09-11' },
        timeZone: 'America/Chicago',
      });
    }
  });

  it('changes nothing when it is sent again, and names the same match', async () => {
    const { replace, right } = await openPartner();
    const first = await replace(right);
    const before = await countRows(service.database);
    const second = await replace(right);
    expect(second.status).toBe(200);
    const [stored] = first.body.matches as Schemas.MatchResult[];
    expect(second.body).toMatchObject({
      numMatches: 0,
      duplicates: 1,
      matches: [{ id: stored?.id, status: 'duplicate', duplicateOf: 'own' }],
      ratingChanges: [],
    });
    expect(await countRows(service.database)).toEqual(before);
  });

  it('answers the same replacement sent twice at once, and stores it once', async () => {
    const { replace, right } = await openPartner();
    const answers = await Promise.all([replace(right), replace(right)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const ids = answers.flatMap(({ body }) =>
      (body.matches as Schemas.MatchResult[]).map(({ id }) => id),
    );
    expect(new Set(ids).size).toBe(1);
    expect(await standingRatings(service.database)).toEqual(await foldLedger(service.database));
  });
});

describe(`${path} 400`, () => {
  testRows<[string, (right: Record<string, unknown>) => unknown, string]>([
    ['no reason', ({ reason: _, ...rest }) => rest, 'reason'],
    ['no sport', ({ sport: _, ...rest }) => rest, 'sport'],
    ['an unknown field', (right) => ({ ...right, dryRun: true }), 'dryRun'],
    ['no games', ({ games: _, ...rest }) => rest, 'games'],
    ['nothing that says how a game is won', ({ winBy: _, ...rest }) => rest, 'winBy'],
  ])('for an invalid match', async (_, change, name) => {
    const { replace, right, before } = await openPartner();
    const { status, body } = await replace(change(right));
    expect(status).toBe(400);
    expect(body.code).toBe('validation_failed');
    const pointers = (body.errors as Schemas.FaultItem[]).map(({ pointer }) => pointer);
    expect(pointers.every((pointer) => !pointer.startsWith('/matches'))).toBe(true);
    expect(JSON.stringify(body.errors)).toContain(name);
    expect(await countRows(service.database)).toEqual(before);
  });

  it('for a match id of another form', async () => {
    const { key, right } = await openPartner();
    const { status, body } = await put('court-4-1545', right, { 'x-api-key': key });
    expect(status).toBe(400);
    expect(body.code).toBe('validation_failed');
  });
});

describe(`${path} 401 and 403`, () => {
  it('401 without a known key', async () => {
    const { matchId, right } = await openPartner();
    for (const headers of [{}, { 'x-api-key': 'prk_unknown' }]) {
      const response = await put(matchId, right, headers);
      expect(response.status).toBe(401);
      expect(response.headers.has('www-authenticate')).toBe(true);
    }
  });

  it('403 for a key without key:match:submit', async () => {
    const { replace, right } = await openPartner(['key:tournament:import', 'key:member:read']);
    const { status, body } = await replace(right);
    expect(status).toBe(403);
    expect(body).toMatchObject({ code: 'insufficient_scope' });
  });
});

describe(`${path} 404`, () => {
  it('for a match of another application, which stays as it is', async () => {
    const { matchId, right, before } = await openPartner();
    const stranger = await keyOf(await insertApplication(service.database), ['key:match:submit']);
    const { status, body } = await put(matchId, right, { 'x-api-key': stranger });
    expect(status).toBe(404);
    expect(body).toMatchObject({ code: 'not_found' });
    expect(await countRows(service.database)).toEqual(before);
  });
});

describe(`${path} 409`, () => {
  it('for the identifier of the match itself, or of another', async () => {
    const { replace, right, singles, doubles, club } = await openPartner();
    await handle(club, batchOf([doubles]));
    const before = await countRows(service.database);
    for (const identifier of [singles.identifier, doubles.identifier]) {
      const { status, body } = await replace({ ...right, identifier });
      expect(status).toBe(409);
      expect(body).toMatchObject({ code: 'match_conflict', errors: [{ pointer: '/identifier' }] });
    }
    expect(await countRows(service.database)).toEqual(before);
  });

  it('for a match that was taken back, or replaced by another, before', async () => {
    const { replace, right } = await openPartner();
    await replace(right);
    const before = await countRows(service.database);
    const other = { ...right, identifier: 'another', games: [{ scores: [4, 11] }] };
    const { status, body } = await replace(other);
    expect(status).toBe(409);
    expect(body).toMatchObject({ code: 'match_voided' });
    expect(await countRows(service.database)).toEqual(before);
  });
});

describe(`${path} 422`, () => {
  it('for a match at fault, and the wrong one stands as it was', async () => {
    const { replace, right, matchId, key, before } = await openPartner();
    for (const [change, pointer] of [
      [{ timeZone: 'America/Austin' }, '/timeZone'],
      [{ matchDate: '2026-02-30' }, '/matchDate'],
      [{ games: [{ scores: [11, 11] }] }, '/games/0/scores'],
      [{ teams: [['99999999'], right.teams[1]] }, '/teams/0/0'],
    ] as const) {
      const { status, body } = await replace({ ...right, ...change });
      expect(status).toBe(422);
      expect(body).toMatchObject({ code: 'batch_rejected', errors: [{ pointer }] });
    }
    expect(await countRows(service.database)).toEqual(before);
    expect(await get(matchId, key)).toMatchObject({ status: 'rated' });
  });
});
