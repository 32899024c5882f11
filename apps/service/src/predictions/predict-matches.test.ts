import { expect, it } from 'vitest';
import { insertApplication, insertMember } from '../testing/builders.ts';
import { createTestDatabase, databases } from '../testing/test-database.ts';
import { predictMatches } from './predict-matches.ts';

it.each(databases)('a hundred matches take one statement on %s', async (kind) => {
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
