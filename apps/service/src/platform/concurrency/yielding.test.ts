import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { inTurns } from './yielding.ts';

function* work(steps: number, each: number): Generator<number, string> {
  for (let step = 0; step < steps; step += 1) yield each;
  return 'done';
}

it('gives what the work gives', async () => {
  expect(await inTurns(work(3, 1))).toBe('done');
});

it('lets others take turns, more of them the more there is to do', async () => {
  const turnsDuring = async (running: Promise<unknown>) => {
    let isRunning = true;
    const end = running.then(() => {
      isRunning = false;
    });
    let turns = 0;
    while (isRunning) {
      turns += 1;
      await nextTurn();
    }
    await end;
    return turns;
  };
  const few = await turnsDuring(inTurns(work(100, 1_000)));
  const many = await turnsDuring(inTurns(work(1_000, 1_000)));
  expect(few).toBeGreaterThan(2);
  expect(many).toBeGreaterThan(5 * few);
});
