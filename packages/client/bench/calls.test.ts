import { describe, expect, test } from 'vitest';
import { answers, hundredMembers, oneMember } from './calls.ts';
import { openapiFetch } from './peers.ts';
import { relativeSpeed, type Work } from './relative-speed.ts';

// What holds on every machine. How close the client comes to `fetch` depends on the processor and on what runs
// beside it: the same code had from 0.82 to 0.88 of its speed within an hour. So the benchmark has those goals.

/** The best of several medians, since the compiler does better at one time than at another. */
async function bestSpeed(
  open: () => { reference: Work; client: Work; repeats: number },
  enough: number,
): Promise<number> {
  let best = 0;
  for (let index = 0; index < 10 && best < enough; index += 1) {
    const { reference, client, repeats } = open();
    best = Math.max(best, await relativeSpeed(reference, client, { rounds: 101, repeats }));
  }
  return best;
}

describe('a call of the client', () => {
  test.each([
    ['with a network-like Response', 300, () => oneMember(answers['network-like Response'])],
    ['with a Response of a text', 300, () => oneMember(answers['Response of a text'])],
    ['with a plain stub', 500, () => oneMember(answers['plain stub'])],
    ['of a hundred members', 10, () => hundredMembers(answers['plain stub'])],
  ] as const)('%s has two thirds of the speed of fetch at least', async (_, repeats, works) => {
    const open = () => {
      const { fetch, client } = works();
      return { reference: fetch, client, repeats };
    };
    expect(await bestSpeed(open, 2 / 3)).toBeGreaterThanOrEqual(2 / 3);
  });

  test.each(['network-like Response', 'Response of a text'] as const)(
    'is faster than one of openapi-fetch, with a %s',
    async (name) => {
      const open = () => {
        const { answer, client } = oneMember(answers[name]);
        return { reference: openapiFetch(answer), client, repeats: 300 };
      };
      expect(await bestSpeed(open, 1)).toBeGreaterThan(1);
    },
  );
});
