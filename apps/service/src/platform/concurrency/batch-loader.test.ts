import { describe, expect, it } from 'vitest';
import {
  createBatchLoader,
  createSerialBatchLoader,
  runYielding,
  yieldToEventLoop,
} from './batch-loader.ts';

describe('a batch loader', () => {
  function setUp() {
    const batches: (readonly number[])[] = [];
    const double = createBatchLoader(async (keys: readonly number[]) => {
      batches.push(keys);
      if (keys.includes(0)) throw new Error('Zero cannot be doubled.');
      return keys.map((key) => key * 2);
    });
    return { batches, double };
  }

  it('loads all keys of one iteration of the event loop in one batch, each with its own value', async () => {
    const { batches, double } = setUp();
    expect(await Promise.all([double(3), double(1), double(2), double(1)])).toEqual([6, 2, 4, 2]);
    expect(batches).toEqual([[3, 1, 2, 1]]);
  });

  it('starts another batch for a key that arrives after the dispatch', async () => {
    const { batches, double } = setUp();
    const first = double(1);
    await yieldToEventLoop();
    await yieldToEventLoop();
    const second = double(2);
    expect(await Promise.all([first, second])).toEqual([2, 4]);
    expect(batches).toEqual([[1], [2]]);
  });

  it('rejects every key of a batch that fails, and no key of a later batch', async () => {
    const { double } = setUp();
    const together = await Promise.allSettled([double(1), double(0)]);
    expect(together.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await double(4)).toBe(8);
  });
});

describe('a serial batch loader', () => {
  /** Batches that end when the test ends them. */
  function setUp() {
    const batches: { keys: readonly number[]; end: PromiseWithResolvers<void> }[] = [];
    const double = createSerialBatchLoader(async (keys: readonly number[]) => {
      const end = Promise.withResolvers<void>();
      batches.push({ keys, end });
      await end.promise;
      return keys.map((key) => key * 2);
    });
    const settle = async () => {
      for (let times = 0; times < 5; times += 1) await yieldToEventLoop();
    };
    return { batches, double, settle };
  }

  it('collects what arrives while a batch runs, and runs one batch at a time', async () => {
    const { batches, double, settle } = setUp();
    const first = double(1);
    await settle();
    const later = [double(2), double(3)];
    await settle();
    later.push(double(4));
    await settle();
    expect(batches.map(({ keys }) => keys)).toEqual([[1]]);

    batches[0]?.end.resolve();
    expect(await first).toBe(2);
    await settle();
    expect(batches.map(({ keys }) => keys)).toEqual([[1], [2, 3, 4]]);
    batches[1]?.end.resolve();
    expect(await Promise.all(later)).toEqual([4, 6, 8]);
  });

  it('rejects only the keys of the batch that fails', async () => {
    const { batches, double, settle } = setUp();
    const first = double(1);
    await settle();
    const second = double(2);
    const failed = expect(first).rejects.toThrow('gone');
    batches[0]?.end.reject(new Error('gone'));
    await failed;
    await settle();
    batches[1]?.end.resolve();
    expect(await second).toBe(4);
  });
});

function* work(parts: number, cost: number): Generator<number, string> {
  for (let part = 0; part < parts; part += 1) yield cost;
  return 'done';
}

it('work in chunks returns its result', async () => {
  expect(await runYielding(work(3, 1), 1_000)).toBe('done');
});

it('work in chunks yields to the event loop once for each chunk', async () => {
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
