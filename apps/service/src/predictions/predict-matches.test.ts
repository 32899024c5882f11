import { describe, expect, it } from 'vitest';
import { MAXIMUM_ERRORS } from '../matches/domain/batch-result.ts';
import { insertApplication, insertMember } from '../testing/builders.ts';
import { createTestDatabase, databases } from '../testing/test-database.ts';
import { predictionRefusal, predictMatches } from './predict-matches.ts';

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

const faults = (count: number) =>
  Array.from({ length: count }, (_, position) => ({
    pointer: `/matches/${position}/teams/0/0`,
    code: 'unknown_player' as const,
    detail: 'There is no such member. Check the identifier.',
  }));

describe('the refusal of a prediction', () => {
  it('lists every fault', () => {
    const { detail, errors } = predictionRefusal(faults(MAXIMUM_ERRORS));
    expect(errors).toHaveLength(MAXIMUM_ERRORS);
    expect(detail).not.toContain('listed');
  });

  it('says how many are listed where there are more than an answer holds', () => {
    const { detail, errors } = predictionRefusal(faults(MAXIMUM_ERRORS + 1));
    expect(errors).toHaveLength(MAXIMUM_ERRORS);
    expect(detail).toBe(
      '10001 faults were found and nothing was predicted. The first 10000 are listed. ' +
        'Fix them and send the request again.',
    );
  });
});
