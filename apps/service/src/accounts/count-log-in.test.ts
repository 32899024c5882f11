import { expect, it } from 'vitest';
import { createLabeledCount } from '../platform/metrics/labeled-count.ts';
import { countLogIn, LOG_IN_OUTCOMES } from './count-log-in.ts';

it('counts attempts to log in by what they came to', () => {
  const logIns = createLabeledCount<string>(LOG_IN_OUTCOMES);
  const serviceCounts = { logIns, ratedMatches: createLabeledCount<string>([]) };
  const outcomes: Parameters<typeof countLogIn>[1][] = [
    { session: 'token' },
    { ticket: 'ticket' },
    { status: 422 },
    { status: 422 },
    { status: 429 },
  ];
  for (const outcome of outcomes) countLogIn({ serviceCounts }, outcome);
  expect(Object.fromEntries(logIns.counts())).toEqual({
    succeeded: 1,
    code_asked: 1,
    refused: 2,
    throttled: 1,
  });
});
