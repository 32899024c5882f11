import type { Schemas } from '@partner-rating/server';
import { checkRows } from '@partner-rating/table-tests';
import { describe, expect, it } from 'vitest';
import { submittedAt } from '../testing/club.ts';
import { foldLedger, storedRatings } from '../testing/fold-ledger.ts';
import { usePartnerService } from '../testing/partner-service.ts';
import { insertClubKey } from '../testing/post-batch.ts';
import { setScopes } from '../testing/reports.ts';
import { play, reason } from '../testing/voids.ts';

const openService = usePartnerService();

/** Opens a partner that has submitted a match. */
async function openPartner() {
  const opened = await openService();
  const matchId = (await play(opened.club, opened.singles))(opened.singles.identifier);
  const voidPlayed = async (body: unknown, headers: Record<string, string> = {}) =>
    await opened.ask(`POST /matches/${matchId}/void`, body, headers);
  return { ...opened, matchId, voidPlayed, before: await opened.count() };
}

describe('POST /partner/matches/{matchId}/void 200', () => {
  it('answers with the effect of the void, and the same if the match was already void', async () => {
    const { voidPlayed, matchId, singles } = await openPartner();
    const { status, body } = await voidPlayed({ reason });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      ...{ matchId, identifier: singles.identifier, reason, settled: true },
      voidedAt: submittedAt.toISOString(),
    });
    expect(body.ratingChanges).toHaveLength(8);
    const again = await voidPlayed({ reason: 'Something else.' });
    expect([again.status, again.body]).toEqual([200, body]);
    expect(again.headers.has('idempotency-replayed')).toBe(false);
  });

  it('is replayed for the same Idempotency-Key', async () => {
    const { voidPlayed } = await openPartner();
    const key = { 'idempotency-key': 'void-one' };
    const first = await voidPlayed({ reason }, key);
    const second = await voidPlayed({ reason }, key);
    expect([second.status, second.body]).toEqual([200, first.body]);
    expect(second.headers.get('idempotency-replayed')).toBe('true');
  });

  it('answers two simultaneous voids one after the other', async () => {
    const { database, club, matchId, ask, doubles } = await openPartner();
    const ids = [matchId, (await play(club, doubles))(doubles.identifier)];
    const answers = await Promise.all(
      ids.map(async (id) => await ask(`POST /matches/${id}/void`, { reason })),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers.map(({ body }) => body.matchId)).toEqual(ids);
    expect(await storedRatings(database)).toEqual(await foldLedger(database));
  });

  it('shows players the void and its reason in their history', async () => {
    const { voidPlayed, matchId, club, priya, ask } = await openPartner();
    await voidPlayed({ reason });
    await setScopes(club, priya, ['user:profile:read', 'user:rating:history']);
    const { body } = await ask<Schemas.RatingHistoryPage>(
      `GET /member/rating-history?memberId=${priya.id}&bracket=overall-open`,
      undefined,
      { 'x-api-key': await insertClubKey(club, ['key:member:read']) },
    );
    const [correction, match] = body.history;
    expect(body.history).toMatchObject([
      { cause: 'void', matchId, newRating: null, reliability: null },
      { cause: 'match', matchId, previousRating: null },
    ]);
    expect(correction?.previousRating).toBe(match?.newRating);
  });
});

it('POST /partner/matches/{matchId}/void 400 for an invalid reason, field, or match id', async () => {
  const { matchId, ask, count, before } = await openPartner();
  const rows: [string, unknown, string?][] = [
    ['no reason', {}],
    ['an empty reason', { reason: '' }],
    ['a reason that is too long', { reason: 'x'.repeat(501) }],
    ['NUL in the reason', { reason: 'wrong\u0000' }],
    ['a lone surrogate in the reason', { reason: 'wrong\ud800' }],
    ['an unknown field', { reason, force: true }],
    ['a match id of another form', { reason }, 'court-4-1545'],
  ];
  await checkRows(rows, async (_, body: unknown, id: string = matchId) => {
    const answer = await ask(`POST /matches/${id}/void`, body);
    expect([answer.status, answer.body.code]).toEqual([400, 'validation_failed']);
  });
  expect(await count()).toEqual(before);
});

it('POST /partner/matches/{matchId}/void 404 for a match of another application, or an unknown match', async () => {
  const stranger = await openService();
  const { matchId, count } = await openPartner();
  const before = await count();
  for (const id of [matchId, 'mat_01k4yh2c9f3v7b1r5x8z6k2a0d']) {
    const { status, body } = await stranger.ask(`POST /matches/${id}/void`, { reason });
    expect([status, body.code]).toEqual([404, 'not_found']);
  }
  expect(await count()).toEqual(before);
});
