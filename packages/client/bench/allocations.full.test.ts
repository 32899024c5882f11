import { expect, test } from 'vitest';
import { allocatedBytes } from './allocations.ts';
import { allocationLimits, answers, oneMember } from './calls.ts';

// On a busy machine, the optimizer may finish only after a measurement, which then counts too many bytes.
test.each(Object.entries(allocationLimits))(
  'a call of %s allocates at most %i bytes more than fetch',
  { retry: 3 },
  async (answer, limit) => {
    const { fetch, client } = oneMember(answers[answer as keyof typeof answers]);
    expect(await allocatedBytes(fetch, client)).toBeLessThanOrEqual(limit);
  },
);
