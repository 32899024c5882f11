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

async function post(matchId: string, body: unknown, headers: Record<string, string>) {
  const response = await fetch(`${service.baseUrl}/partner/matches/${matchId}/void`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as Record<string, unknown>,
  };
}

/** A partner that has submitted a match. */
async function openPartner(scopes: string[] = ['key:match:submit']) {
  const opened = await openClubIn(service.database);
  const { matches } = await handle(opened.club, batchOf([opened.singles]));
  const matchId = matches[0]?.id ?? '';
  const key = await keyOf(opened.club.submitter.applicationId, scopes);
  const takeBack = async (body: unknown, headers: Record<string, string> = {}) =>
    await post(matchId, body, { 'x-api-key': key, ...headers });
  return { ...opened, matchId, key, takeBack, before: await countRows(service.database) };
}

describe('POST /partner/matches/{matchId}/void 200', () => {
  it('answers what the void did', async () => {
    const { takeBack, matchId, singles } = await openPartner();
    const response = await takeBack({ reason });
    expect(response.status).toBe(200);
    expect(response.body).toMatchObject({
      matchId,
      identifier: singles.identifier,
      reason,
      voidedAt: submittedAt.toISOString(),
      settled: true,
    });
    expect(response.body.ratingChanges).toHaveLength(8);
  });

  it('answers the same when the match was voided before', async () => {
    const { takeBack } = await openPartner();
    const first = await takeBack({ reason });
    const second = await takeBack({ reason: 'Something else.' });
    expect(second.status).toBe(200);
    expect(second.headers.has('idempotency-replayed')).toBe(false);
    expect(second.body).toEqual(first.body);
  });

  it('is replayed for the same Idempotency-Key', async () => {
    const { takeBack } = await openPartner();
    const key = { 'idempotency-key': 'void-one' };
    const first = await takeBack({ reason }, key);
    const second = await takeBack({ reason }, key);
    expect(second.status).toBe(200);
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    expect(second.body).toEqual(first.body);
  });

  it('answers two voids at once, one after the other', async () => {
    const { club, key, matchId, doubles } = await openPartner();
    const { matches } = await handle(club, batchOf([doubles]));
    const ids = [matchId, matches[0]?.id ?? ''];
    const answers = await Promise.all(
      ids.map(async (id) => await post(id, { reason }, { 'x-api-key': key })),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers.map(({ body }) => body.matchId)).toEqual(ids);
    expect(await standingRatings(service.database)).toEqual(await foldLedger(service.database));
  });

  it('shows players what moved them, and why, in their history', async () => {
    const { takeBack, matchId, club, priya } = await openPartner();
    await takeBack({ reason });
    const { applicationId } = club.submitter;
    await service.database
      .updateTable('connection')
      .set({ scopes: ['user:profile:read', 'user:rating:history'] })
      .where('application_id', '=', applicationId)
      .execute();
    const key = await keyOf(applicationId, ['key:member:read']);
    const response = await fetch(
      `${service.baseUrl}/partner/member/rating-history?memberId=${priya.id}&bracket=overall-open`,
      { headers: { 'x-api-key': key } },
    );
    const { history } = (await response.json()) as { history: Record<string, unknown>[] };
    expect(history).toMatchObject([
      { cause: 'void', matchId, newRating: null, reliability: null },
      { cause: 'match', matchId, previousRating: null },
    ]);
    expect(history[0]?.previousRating).toBe(history[1]?.newRating);
  });
});

describe('POST /partner/matches/{matchId}/void 400', () => {
  testRows<[string, unknown]>([
    ['no reason', {}],
    ['an empty reason', { reason: '' }],
    ['a reason that is too long', { reason: 'x'.repeat(501) }],
    ['NUL in the reason', { reason: 'wrong\u0000' }],
    ['a lone surrogate in the reason', { reason: 'wrong\ud800' }],
    ['an unknown field', { reason, force: true }],
  ])('for an invalid request', async (_, body) => {
    const { takeBack, before } = await openPartner();
    const response = await takeBack(body);
    expect(response.status).toBe(400);
    expect(response.body.code).toBe('validation_failed');
    expect(await countRows(service.database)).toEqual(before);
  });

  it('for a match id of another form', async () => {
    const { key } = await openPartner();
    const response = await post('court-4-1545', { reason }, { 'x-api-key': key });
    expect(response.status).toBe(400);
    expect(response.body.code).toBe('validation_failed');
  });
});

describe('POST /partner/matches/{matchId}/void 401 and 403', () => {
  it('401 without a known key', async () => {
    const { matchId } = await openPartner();
    for (const headers of [{}, { 'x-api-key': 'prk_unknown' }]) {
      const response = await post(matchId, { reason }, headers);
      expect(response.status).toBe(401);
      expect(response.headers.has('www-authenticate')).toBe(true);
    }
  });

  it('403 for a key without key:match:submit', async () => {
    const { takeBack } = await openPartner(['key:tournament:import', 'key:match:submit:trusted']);
    const response = await takeBack({ reason });
    expect(response.status).toBe(403);
    expect(response.body).toMatchObject({ code: 'insufficient_scope' });
  });
});

describe('POST /partner/matches/{matchId}/void 404', () => {
  it('for a match of another application, which stays as it is', async () => {
    const { matchId, before } = await openPartner();
    const stranger = await keyOf(await insertApplication(service.database), ['key:match:submit']);
    const response = await post(matchId, { reason }, { 'x-api-key': stranger });
    expect(response.status).toBe(404);
    expect(response.body).toMatchObject({ code: 'not_found' });
    expect(await countRows(service.database)).toEqual(before);
  });

  it('for a match nobody submitted', async () => {
    const { key } = await openPartner();
    const unknown = 'mat_01k4yh2c9f3v7b1r5x8z6k2a0d';
    const response = await post(unknown, { reason }, { 'x-api-key': key });
    expect(response.status).toBe(404);
    expect(response.body).toMatchObject({ code: 'not_found' });
  });
});
