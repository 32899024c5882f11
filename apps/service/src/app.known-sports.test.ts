import type { Schemas } from '@partner-rating/server';
import { contract } from '@partner-rating/spec/contract';
import { expect, it } from 'vitest';
import { createTestDatabase } from './testing/test-database.ts';
import { startTestService } from './testing/test-service.ts';

const isFilteredBySport = new Set(
  contract
    .operations()
    .filter(({ parameters }) => parameters.some(({ name }) => name === 'sport'))
    .map(({ id }) => id),
);
const needed: Record<string, string> = { 'members.getBulk': 'ids=10482&' };
const questions: Record<string, object> = {
  'leaderboard.rank': { memberId: '10482', sport: 'pickelball' },
  'matches.predict': { sport: 'pickelball', matches: [{ teams: [['10482'], ['10517']] }] },
};

it('refuses a misspelled sport in every read, and lists the sports', async () => {
  const database = await createTestDatabase('postgres');
  const { baseUrl, partner } = await startTestService({ database });
  const reads = contract
    .operations()
    .filter(({ id }) => isFilteredBySport.has(id) || questions[id] !== undefined);
  const others: unknown[] = [];
  for (const { id, method, path } of reads) {
    const query = isFilteredBySport.has(id) ? `?${needed[id] ?? ''}sport=pickelball` : '';
    const body = questions[id];
    const response = await fetch(`${baseUrl}${path}${query}`, {
      method,
      headers: { 'x-api-key': partner.apiKey, 'content-type': 'application/json' },
      body: body === undefined ? null : JSON.stringify(body),
    });
    const problem = (await response.json()) as Schemas.Problem;
    const [error] = problem.errors ?? [];
    const isListed = error?.detail.includes('pickleball, padel, tennis') === true;
    if (error?.code !== 'unknown_sport' || !isListed) others.push([id, response.status, problem]);
  }
  expect(others).toEqual([]);
  expect(reads.length).toBeGreaterThanOrEqual(8);
});
