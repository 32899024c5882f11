import { expect, test } from 'vitest';
import { allocatedBytes } from './allocations.ts';
import { allocationLimits, answers, oneMember } from './calls.ts';

test.each(Object.entries(allocationLimits))(
  'a call of %s allocates at most %i bytes more than fetch',
  async (answer, limit) => {
    const { fetch, client } = oneMember(answers[answer as keyof typeof answers]);
    expect(await allocatedBytes(fetch, client)).toBeLessThanOrEqual(limit);
  },
);
