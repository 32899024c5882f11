import type { Schemas } from '@partner-rating/server';
import { checkRows } from '@partner-rating/table-tests';
import { describe, expect, it } from 'vitest';
import { scored } from '../testing/batches.ts';
import { foldLedger, storedRatings } from '../testing/fold-ledger.ts';
import { usePartnerService } from '../testing/partner-service.ts';
import { play, reason } from '../testing/voids.ts';

const openService = usePartnerService();

/** Opens a partner that has submitted a match, and the right one to replace it. */
async function openPartner() {
  const opened = await openService();
  const matchId = (await play(opened.club, opened.singles))(opened.singles.identifier);
  const right = {
    ...opened.singles,
    ...{ reason, identifier: 'court-4-1545-corrected', sport: 'pickleball' },
    ...{ winScore: 11, winBy: 2, games: scored('11-9 11-8') },
  };
  const replace = async (body: unknown) =>
    await opened.ask<Schemas.MatchBatchResult & Schemas.Problem>(`PUT /matches/${matchId}`, body);
  const read = async (id = '') => (await opened.ask<Schemas.Match>(`GET /matches/${id}`)).body;
  return { ...opened, matchId, right, replace, read, before: await opened.count() };
}

const path = 'PUT /partner/matches/{matchId}';

describe(`${path} 200`, () => {
  it('answers with the new match, and each rating that moved', async () => {
    const { replace, right, matchId, read } = await openPartner();
    const { status, body } = await replace(right);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      ...{ success: true, numMatches: 1, numGames: 2, duplicates: 0 },
      matches: [{ identifier: right.identifier, status: 'rated', settled: true }],
    });
    expect(body.ratingChanges).toHaveLength(8);
    expect(await read(matchId)).toMatchObject({ status: 'voided', voidReason: reason });
    const stored = body.matches[0]?.id ?? '';
    expect(await read(stored)).toMatchObject({ status: 'rated', settled: true });
  });

  it('stores the day and the time zone of the new match', async () => {
    const { replace, right, read } = await openPartner();
    const venue = { matchDate: '2026-09-11', timeZone: 'America/Chicago' };
    for (const status of ['rated', 'duplicate']) {
      const { body } = await replace({ ...right, ...venue });
      expect(body).toMatchObject({ matches: [{ status }] });
      expect(await read(body.matches[0]?.id ?? '')).toMatchObject({
        ...{ matchDate: '2026-09-11T17:00:00.000Z', matchDay: '2026-09-11' },
        timeZone: 'America/Chicago',
      });
    }
  });

  it('stores the same replacement once, sent twice at once or again later', async () => {
    const { database, replace, right, count } = await openPartner();
    const [first, second] = await Promise.all([replace(right), replace(right)]);
    expect([first.status, second.status]).toEqual([200, 200]);
    const id = first.body.matches[0]?.id;
    expect(second.body.matches[0]?.id).toBe(id);
    const before = await count();
    expect(await replace(right)).toMatchObject({
      status: 200,
      body: {
        ...{ numMatches: 0, duplicates: 1, ratingChanges: [] },
        matches: [{ id, status: 'duplicate', duplicateOf: 'own' }],
      },
    });
    expect(await count()).toEqual(before);
    expect(await storedRatings(database)).toEqual(await foldLedger(database));
  });
});

describe(`${path} refuses, and leaves the wrong match unchanged:`, () => {
  it('400 for an invalid match or match id', async () => {
    const { ask, replace, right, count, before } = await openPartner();
    const rows: [string, object][] = [
      ['reason', { reason: undefined }],
      ['sport', { sport: undefined }],
      ['dryRun', { dryRun: true }],
      ['games', { games: undefined }],
      ['winBy', { winBy: undefined }],
    ];
    await checkRows(rows, async (name: string, change: object) => {
      const { status, body } = await replace({ ...right, ...change });
      expect([status, body.code]).toEqual([400, 'validation_failed']);
      const pointers = body.errors?.map(({ pointer }) => pointer) ?? [];
      expect(pointers.filter((pointer) => pointer.startsWith('/matches'))).toEqual([]);
      expect(JSON.stringify(body.errors)).toContain(name);
    });
    const { status, body } = await ask('PUT /matches/court-4-1545', right);
    expect([status, body.code]).toEqual([400, 'validation_failed']);
    expect(await count()).toEqual(before);
  });

  it('404 for a match of another application', async () => {
    const stranger = await openService();
    const { matchId, right, count } = await openPartner();
    const before = await count();
    const { status, body } = await stranger.ask(`PUT /matches/${matchId}`, right);
    expect([status, body.code]).toEqual([404, 'not_found']);
    expect(await count()).toEqual(before);
  });

  it('409 for the identifier of the match itself, or of another', async () => {
    const { replace, right, singles, doubles, club, count } = await openPartner();
    await play(club, doubles);
    const before = await count();
    for (const identifier of [singles.identifier, doubles.identifier]) {
      const { status, body } = await replace({ ...right, identifier });
      expect(status).toBe(409);
      expect(body).toMatchObject({ code: 'match_conflict', errors: [{ pointer: '/identifier' }] });
    }
    expect(await count()).toEqual(before);
  });

  it('409 for a match that is already void or replaced', async () => {
    const { replace, right, count } = await openPartner();
    await replace(right);
    const before = await count();
    const other = { ...right, identifier: 'another', games: scored('4-11') };
    const { status, body } = await replace(other);
    expect([status, body.code]).toEqual([409, 'match_voided']);
    expect(await count()).toEqual(before);
  });

  it('422 for an error in the match', async () => {
    const { replace, right, matchId, read, count, before } = await openPartner();
    const rows: [string, object][] = [
      ['/timeZone', { timeZone: 'America/Austin' }],
      ['/matchDate', { matchDate: '2026-02-30' }],
      ['/games/0/scores', { games: scored('11-11') }],
      ['/teams/0/0', { teams: [['99999999'], right.teams[1]] }],
    ];
    await checkRows(rows, async (pointer: string, change: object) => {
      const { status, body } = await replace({ ...right, ...change });
      expect(status).toBe(422);
      expect(body).toMatchObject({ code: 'batch_rejected', errors: [{ pointer }] });
    });
    expect(await count()).toEqual(before);
    expect(await read(matchId)).toMatchObject({ status: 'rated' });
  });
});
