import { expect, it } from 'vitest';
import { MAXIMUM_ERRORS } from '../matches/domain/batch-result.ts';
import { insertApplication, insertMember } from '../testing/builders.ts';
import { createTestDatabase, databases } from '../testing/test-database.ts';
import { predictionRefusal, predictMatches } from './predict-matches.ts';

it.each(databases)('a hundred matches are predicted with one statement on %s', async (kind) => {
  const opened = await createTestDatabase(kind);
  const applicationId = await insertApplication(opened);
  const one = await insertMember(opened);
  const other = await insertMember(opened);
  let statements = 0;
  const database = opened.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      statements += 1;
      return result;
    },
  });
  const matches = Array.from({ length: 100 }, () => ({ teams: [[one.id], [other.id]] }));
  const request = { sport: 'pickleball', matches };
  const { predictions } = await predictMatches(
    { database, clock: () => new Date() },
    applicationId,
    request,
  );
  expect([predictions.length, statements]).toEqual([100, 1]);
});

it('a response lists as many errors as it may have, and says if there are more', () => {
  const refusalOf = (count: number) =>
    predictionRefusal(
      Array.from({ length: count }, (_, position) => ({
        pointer: `/matches/${position}/teams/0/0`,
        code: 'unknown_player' as const,
        detail: 'There is no such member. Check the identifier.',
      })),
    );
  const all = refusalOf(MAXIMUM_ERRORS);
  expect(all.errors).toHaveLength(MAXIMUM_ERRORS);
  expect(all.detail).not.toContain('listed');
  const some = refusalOf(MAXIMUM_ERRORS + 1);
  expect(some.errors).toHaveLength(MAXIMUM_ERRORS);
  expect(some.detail).toBe(
    '10001 errors were found and nothing was predicted. The first 10000 are listed. ' +
      'Fix them and send the request again.',
  );
});
