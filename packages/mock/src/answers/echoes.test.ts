import type { Problem } from '@partner-rating/client';
import { testRows } from '@partner-rating/table-tests';
import { afterAll, describe, expect, test } from 'vitest';
import { startMock } from '../start-mock.ts';
import { clientOf } from '../testing/calls.ts';

const mock = await startMock();
afterAll(() => mock.close());
const client = clientOf(mock);

describe('the default answer repeats', () => {
  test('identifiers and numbers of matches and games', async () => {
    const matches = Array.from({ length: 3 }, (_, index) => ({
      identifier: `mine-${index}`,
      teams: [['10482'], ['10517']] as [string[], string[]],
      games: [{ scores: [11, index] as [number, number] }],
    }));
    const batch = { sport: 'pickleball', winScore: 11, winBy: 2, matches };
    const answer = await client.matches.submit(batch as never);
    expect(answer).toMatchObject({ numMatches: 3, numGames: 3 });
    expect(answer.matches.map(({ identifier }) => identifier)).toEqual([
      'mine-0',
      'mine-1',
      'mine-2',
    ]);
    expect(new Set(answer.matches.map(({ id }) => id)).size).toBe(3);
  });

  test('ids of members in the examples', async () => {
    const members = await client.members.getBulk({ ids: ['10517'] });
    expect(members.map(({ memberId }) => memberId)).toEqual([10517]);
  });

  test('members in the order of their ids, including repetitions', async () => {
    const members = await client.members.getBulk({ ids: ['10517', '10482', '10517'] });
    expect(members.map(({ memberId }) => memberId)).toEqual([10517, 10482, 10517]);
  });

  test('the identifier of a replacing match', async () => {
    const { matches } = await client.matches.replace('mat_01k4yh2c9f3v7b1r5x8z6k2a0d', {
      reason: 'The wrong score.',
      identifier: 'court-9-corrected',
      sport: 'pickleball',
      matchDate: '2026-09-12T10:00:00Z',
      format: 'pickleball-11',
      teams: [['10482'], ['10517']],
      games: [{ scores: [11, 4] }],
    } as never);
    expect(matches.map(({ identifier }) => identifier)).toEqual(['court-9-corrected']);
  });

  test('the dry run, which stores nothing', async () => {
    const match = {
      identifier: 'mine',
      teams: [['10482'], ['10517']],
      games: [{ scores: [11, 3] }],
    };
    const form = { sport: 'pickleball', winScore: 11, winBy: 2, dryRun: true };
    const submitted = await client.matches.submit({ ...form, matches: [match] } as never);
    const tournament = { name: 'Open', location: 'Austin, TX', startDate: '2026-09-05' };
    const named = match.teams.map(() => [{ firstName: 'Ana', lastName: 'Costa' }]);
    const imported = await client.matches.importTournament({
      ...form,
      tournament,
      matches: [{ ...match, teams: named, matchDate: '2026-09-05T10:00:00Z' }],
    } as never);
    for (const { dryRun, matches } of [submitted, imported]) {
      expect(dryRun).toBe(true);
      expect(matches).toEqual([
        expect.objectContaining({ identifier: 'mine', id: null, status: 'projected' }),
      ]);
    }
  });

  test('the limit, and the list still ends', async () => {
    const pages = [];
    for await (const page of client.members.search({ limit: 1 }).pages()) {
      expect(page.players).toHaveLength(1);
      pages.push(page);
      expect(pages.length).toBeLessThan(4);
    }
    expect(pages.at(-1)).toHaveProperty('nextCursor', null);
  });

  test('the identifiers of a path and of a filter', async () => {
    const id = 'mat_01k4yh2c9f3v7b1r5x8z6k2a0d';
    expect((await client.matches.get(id)).id).toBe(id);
    const page = await client.matches.list({ identifier: 'court-9' });
    expect(page.matches.map(({ identifier }) => identifier)).toEqual(['court-9']);
  });
});

describe('RateLimit', () => {
  const fields = async (path: string, init: RequestInit) => {
    const { headers } = await fetch(mock.baseUrl + path, init);
    return ['ratelimit-policy', 'ratelimit', 'retry-after'].map((name) => headers.get(name));
  };
  const key = { 'x-api-key': 'prk_any' };

  test('agrees with usage.get', async () => {
    const { limit, remaining, reset } = await client.usage.get();
    expect(await fields('/partner/usage', { headers: key })).toEqual([
      `"default";q=${limit};w=60`,
      `"default";r=${remaining};t=${reset}`,
      null,
    ]);
  });

  testRows([
    ['default', 600, 'GET', '/partner/usage'],
    ['webhook-test', 10, 'POST', '/partner/webhook-test'],
  ])('shows no requests left with a 429, in each class', async (name, limit, method, path) => {
    const headers = {
      ...key,
      'content-type': 'application/json',
      'x-mock-scenario': 'rate-limited',
    };
    const body = method === 'POST' ? '{}' : undefined;
    const init = { method, headers, ...(body !== undefined && { body }) };
    const [policy, left, retryAfter] = await fields(path, init);
    expect(policy).toBe(`"${name}";q=${limit};w=60`);
    expect(left).toBe(`"${name}";r=0;t=${retryAfter}`);
    const { detail } = (await (await fetch(mock.baseUrl + path, init)).json()) as Problem;
    expect(detail).toContain(`Wait ${retryAfter} seconds`);
  });
});
