import type { Schemas } from '@partner-rating/server';
import { checkRows } from '@partner-rating/table-tests';
import { beforeEach, describe, expect, it } from 'vitest';
import { ingestBatch } from '../../matches/submit/ingest-batch.ts';
import { voidMatch } from '../../matches/void-match.ts';
import type { Database } from '../../platform/database/schema.ts';
import { createTestDatabase } from '../../testing/test-database.ts';
import { startTestService, type TestService } from '../../testing/test-service.ts';
import { connect, insertNamedPlayer, now } from '../testing/players.ts';
import { ask } from '../testing/seen-players.ts';

const scopes = ['user:profile:read', 'user:rating:history'];

describe('GET /partner/member/rating-history', () => {
  let service: TestService;
  let database: Database;
  let mike: { id: string };
  let daniel: { id: string };
  let applicationId: string;
  let played = 0;

  beforeEach(async () => {
    database = await createTestDatabase('postgres');
    service = await startTestService({ database, clock: () => now });
    mike = await insertNamedPlayer(database, 'Mike', 'Brennan');
    daniel = await insertNamedPlayer(database, 'Daniel', 'Okafor');
    const application = database.selectFrom('application').select('id');
    applicationId = (await application.executeTakeFirstOrThrow()).id;
  });

  /** Has Mike win matches that differ from each other. */
  async function play(identifiers: string[], sport = 'pickleball'): Promise<void> {
    const matches = identifiers.map((identifier) => {
      played += 1;
      const winScore = 11 + played;
      const games = [{ scores: [winScore, 5], winScore }];
      return { identifier, teams: [[mike.id], [daniel.id]], games };
    });
    const submitter = { applicationId, trusted: true };
    const batch = { sport, winScore: 11, winBy: 2, matches };
    await ingestBatch(service.dependencies, submitter, batch);
  }

  async function list(query: Record<string, string>, token?: string) {
    const url = `${service.baseUrl}/partner/member/rating-history?${new URLSearchParams(query)}`;
    return await ask<Schemas.RatingHistoryPage>(
      url,
      token === undefined
        ? { 'x-api-key': service.partner.apiKey }
        : { authorization: `Bearer ${token}` },
    );
  }

  describe('200', () => {
    it('lists the latest change first, each with the rating before and after', async () => {
      await connect(database, mike.id, scopes);
      await play(['one']);
      await play(['two']);
      const { body } = await list({ memberId: mike.id, bracket: 'overall-open' });
      const [latest, first] = body.history;
      expect(body.history).toHaveLength(2);
      expect(first).toMatchObject({ sport: 'pickleball', previousRating: null });
      expect(latest?.previousRating).toBe(first?.newRating);
      expect(latest?.newRating).toBeGreaterThan(first?.newRating ?? 8);
      expect(body.nextCursor).toBeNull();
    });

    it('explains a match: the games, the expectation, the opponent, and each game', async () => {
      await connect(database, mike.id, scopes);
      await play(['one', 'two', 'three']);
      const { body } = await list({ memberId: mike.id });
      const [first] = body.history.filter(({ previousRating }) => previousRating === null);
      expect(first?.explanation).toEqual({
        ...{ reason: 'moved', ratingBefore: 3.5, ratingAfter: first?.newRating },
        ...{ gamesWon: 1, gamesPlayed: 1, gameShare: 1, expectedGameShare: 0.5 },
        ...{ pointShare: expect.any(Number), expectedPointShare: 0.5, opponentsRatings: [3.5] },
        ...{ contributions: [expect.any(Number)], withheld: 0 },
      });
      for (const { previousRating, newRating, explanation } of body.history) {
        expect(explanation?.ratingBefore).toBe(previousRating ?? 3.5);
        expect(explanation?.ratingAfter).toBe(newRating);
      }
      // A past winner is expected to win again, because the opponent is rated lower since.
      const latest = body.history.find(({ bracket }) => bracket === 'overall-open')?.explanation;
      expect(latest?.expectedGameShare).toBeGreaterThan(0.5);
      expect(latest?.expectedPointShare).toBeGreaterThan(0.5);
      expect(latest?.opponentsRatings[0]).toBeLessThan(3.5);
    });

    it('explains each match by the results after a correction, and keeps the shown changes', async () => {
      await connect(database, mike.id, scopes);
      await play(['one']);
      await play(['two']);
      const query = { memberId: mike.id, bracket: 'overall-open' };
      const [second, first] = (await list(query)).body.history;
      const matchId = first?.matchId ?? '';
      const request = { applicationId, matchId, reason: 'Entered for the wrong court.' };
      await voidMatch(service.dependencies, request);
      const [correction, ...others] = (await list(query)).body.history;
      const notRated = { reason: 'not_rated', ratingBefore: null, contributions: [] };
      expect(correction).toMatchObject({ cause: 'void', explanation: notRated });
      expect(others).toEqual([
        {
          ...second,
          explanation: expect.objectContaining({
            ...{ reason: 'moved', ratingBefore: 3.5, ratingAfter: correction?.newRating },
          }),
        },
        { ...first, explanation: expect.objectContaining(notRated) },
      ]);
    });

    it('returns all pages without missing or repeating an entry', async () => {
      await connect(database, mike.id, scopes);
      await play(['one', 'two', 'three', 'four', 'five']);
      const whole = await list({ memberId: mike.id, bracket: 'overall-open' });
      const paged: unknown[] = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        const query = { memberId: mike.id, bracket: 'overall-open', limit: '2' };
        const page = await list(cursor === '' ? query : { ...query, cursor });
        paged.push(...page.body.history);
        cursor = page.body.nextCursor;
      }
      expect(paged).toEqual(whole.body.history);
    });

    it('filters by sport and bracket, and is empty for a player who was never rated', async () => {
      const token = await connect(database, mike.id, scopes);
      expect(await list({}, token)).toMatchObject({
        status: 200,
        body: { history: [], nextCursor: null },
      });
      await play(['one'], 'pickleball');
      await play(['two'], 'padel');
      const { body } = await list({ memberId: mike.id, sport: 'padel', bracket: 'singles-35+' });
      expect(body.history).toMatchObject([{ sport: 'padel', bracket: 'singles-35+' }]);
      expect(body.history).toHaveLength(1);
    });
  });

  it('400 for an invalid cursor', async () => {
    await connect(database, mike.id, scopes);
    await checkRows(['nonsense', 'eyJiZWZvcmUiOjB9'], async (cursor: string) => {
      expect(await list({ memberId: mike.id, cursor })).toMatchObject({
        status: 400,
        body: { code: 'validation_failed', errors: [{ pointer: '/query/cursor' }] },
      });
    });
  });

  it('403 if the player has not granted user:rating:history, naming it', async () => {
    await connect(database, mike.id, ['user:profile:read']);
    const { status, body } = await list({ memberId: mike.id });
    expect([status, body.code]).toEqual([403, 'insufficient_scope']);
    expect(body.detail).toContain('user:rating:history');
  });

  it('404 for an unknown player', async () => {
    expect(await list({ memberId: '999999999' })).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    });
  });
});
