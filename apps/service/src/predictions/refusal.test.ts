import { describe, expect, it } from 'vitest';
import { MAXIMUM_ERRORS } from '../matches/domain/batch-result.ts';
import { predictionRefusal } from './refusal.ts';

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
