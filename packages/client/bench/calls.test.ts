import { expect, test } from 'vitest';
import { answers, hundredMembers, oneMember } from './calls.ts';
import { shareOfSpeed } from './side-by-side.ts';

// The compiler does better at one time than at another, so the best of several measurements counts,
// while a regression shows in all of them. Other tests run beside this one and weigh more on what makes
// more garbage: hence a little less than the goals, which the benchmark holds.
const measurements = 10;
const allowance = 0.02;

test.each([
  ['one member, plain stub', 0.78, 2_500, () => oneMember(answers['plain stub'])],
  ['one member, real Response', 0.88, 1_500, () => oneMember(answers['real Response'])],
  ['a hundred members', 0.97, 30, () => hundredMembers(answers['plain stub'])],
] as const)(
  '%s: about %f of the speed of fetch',
  async (_, share, repeats, works) => {
    const least = share - allowance;
    let best = 0;
    for (let index = 0; index < measurements && best < least; index += 1) {
      const { fetch, client } = works();
      best = Math.max(best, await shareOfSpeed(fetch, client, { turns: 25, repeats }));
    }
    expect(best).toBeGreaterThanOrEqual(least);
  },
  120_000,
);
