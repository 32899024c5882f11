import { expect, it } from 'vitest';
import { runYielding, yieldToEventLoop } from './yield.ts';

function* work(parts: number, cost: number): Generator<number, string> {
  for (let part = 0; part < parts; part += 1) yield cost;
  return 'done';
}

it('returns what the work returns', async () => {
  expect(await runYielding(work(3, 1), 1_000)).toBe('done');
});

it('yields to the event loop once for each chunk', async () => {
  const yieldsDuring = async (running: Promise<unknown>) => {
    let isRunning = true;
    const end = running.then(() => {
      isRunning = false;
    });
    let yields = 0;
    while (isRunning) {
      yields += 1;
      await yieldToEventLoop();
    }
    await end;
    return yields;
  };
  const few = await yieldsDuring(runYielding(work(100, 1_000), 20_000));
  const many = await yieldsDuring(runYielding(work(1_000, 1_000), 20_000));
  expect(few).toBeGreaterThan(2);
  expect(many).toBeGreaterThan(5 * few);
});
