import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { gatherQuestions } from './batch-loader.ts';

function recording() {
  const asked: number[][] = [];
  const double = gatherQuestions(async (questions: number[]) => {
    asked.push(questions);
    if (questions.includes(0)) throw new Error('Nothing cannot be doubled.');
    return questions.map((question) => question * 2);
  });
  return { asked, double };
}

it('asks what is asked in one turn at once, and gives each the answer to its own', async () => {
  const { asked, double } = recording();
  expect(await Promise.all([double(3), double(1), double(2), double(1)])).toEqual([6, 2, 4, 2]);
  expect(asked).toEqual([[3, 1, 2, 1]]);
});

it('asks anew for those who come after the question was sent', async () => {
  const { asked, double } = recording();
  const first = double(1);
  await turn();
  await turn();
  const second = double(2);
  expect(await Promise.all([first, second])).toEqual([2, 4]);
  expect(asked).toEqual([[1], [2]]);
});

it('fails all who asked together, and nobody after them', async () => {
  const { double } = recording();
  const together = await Promise.allSettled([double(1), double(0)]);
  expect(together.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await double(4)).toBe(8);
});
