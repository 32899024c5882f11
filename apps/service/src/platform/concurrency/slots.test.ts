import { isUnreachable } from '@partner-rating/server';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { yieldToEventLoop } from './batch-loader.ts';
import {
  cacheResult,
  createKeyedMutex,
  createSingleFlight,
  createSlots,
  MAX_WAITING,
} from './slots.ts';

it('slots limit how many wait, and refuse more at once as a temporary outage', async () => {
  const slots = createSlots(2);
  const end = Promise.withResolvers<void>();
  const admitted = Array.from(
    { length: 2 + MAX_WAITING },
    async () => await slots.run(async () => await end.promise),
  );
  const refusal = await slots.run(async () => {}).catch((error: unknown) => error);
  expect(isUnreachable(refusal)).toBe(true);
  end.resolve();
  await Promise.all(admitted);
  expect(slots.isIdle()).toBe(true);
  await expect(slots.run(async () => 'next')).resolves.toBe('next');
});

const mutex = createKeyedMutex();

/** Work whose start the test observes, and whose end it decides. */
function startWork(key: string) {
  const begun = { is: false };
  const end = Promise.withResolvers<string>();
  const result = mutex.runExclusive(key, async () => {
    begun.is = true;
    return await end.promise;
  });
  return { begun, end, result };
}

const nextIteration = async () => await new Promise((resolve) => setImmediate(resolve));

describe('work in a keyed mutex', () => {
  it('runs one at a time if the key is the same', async () => {
    const first = startWork('a');
    const second = startWork('a');
    await nextIteration();
    expect([first.begun.is, second.begun.is]).toEqual([true, false]);
    first.end.resolve('first');
    expect(await first.result).toBe('first');
    await nextIteration();
    expect(second.begun.is).toBe(true);
    second.end.resolve('second');
    expect(await second.result).toBe('second');
  });

  it('does not wait for work of another key', async () => {
    const one = startWork('a');
    const other = startWork('b');
    other.end.resolve('other');
    expect(await other.result).toBe('other');
    one.end.resolve('one');
    expect(await one.result).toBe('one');
  });

  it('runs after work that failed', async () => {
    const failing = startWork('a');
    const next = startWork('a');
    failing.end.reject(new Error('refused'));
    await expect(failing.result).rejects.toThrow('refused');
    next.end.resolve('next');
    expect(await next.result).toBe('next');
  });
});

/** Counts the look-ups in `known`. */
function counting(known: Map<string, string>) {
  const lookedUp: string[] = [];
  const lookUp = createSingleFlight(async (key) => {
    lookedUp.push(key);
    const found = known.get(key);
    if (found === undefined) throw new Error(`There is no ${key}.`);
    return found;
  });
  return { lookedUp, lookUp };
}

it('a single-flight looks a key up once for all calls of one iteration of the event loop', async () => {
  const { lookedUp, lookUp } = counting(new Map([['key', 'live']]));
  const answers = await Promise.all([lookUp('key'), lookUp('key'), lookUp('key')]);
  expect(answers).toEqual(['live', 'live', 'live']);
  expect(lookedUp).toEqual(['key']);
});

it('a single-flight looks up different keys separately', async () => {
  const { lookedUp, lookUp } = counting(new Map(Object.entries({ one: '1', other: '2' })));
  expect(await Promise.all([lookUp('one'), lookUp('other')])).toEqual(['1', '2']);
  expect(lookedUp).toEqual(['one', 'other']);
});

it('a single-flight does not share a look-up that began before the call', async () => {
  const known = new Map([['key', 'live']]);
  const { lookedUp, lookUp } = counting(known);
  const before = lookUp('key');
  await yieldToEventLoop();
  await yieldToEventLoop();
  known.set('key', 'revoked');
  expect(await lookUp('key')).toBe('revoked');
  expect(await before).toBe('live');
  expect(lookedUp).toEqual(['key', 'key']);
});

it('a single-flight rejects all calls that share a failed look-up, and looks up again for the next', async () => {
  const known = new Map<string, string>();
  const { lookUp } = counting(known);
  const together = await Promise.allSettled([lookUp('key'), lookUp('key')]);
  expect(together.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  known.set('key', 'back');
  expect(await lookUp('key')).toBe('back');
});

it('a cached look-up is shared while it runs, and its result or failure for a time after that', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const lookUps: PromiseWithResolvers<string>[] = [];
  const lookUp = cacheResult(1_000, () => {
    const next = Promise.withResolvers<string>();
    lookUps.push(next);
    return next.promise;
  });
  const first = [lookUp(), lookUp()];
  vi.advanceTimersByTime(5_000);
  first.push(lookUp());
  lookUps[0]?.resolve('ready');
  expect(await Promise.all(first)).toEqual(['ready', 'ready', 'ready']);
  vi.advanceTimersByTime(999);
  expect(await lookUp()).toBe('ready');
  expect(lookUps).toHaveLength(1);

  vi.advanceTimersByTime(1);
  const second = [lookUp(), lookUp()];
  lookUps[1]?.reject(new Error('gone'));
  second.push(lookUp());
  for (const one of second) await expect(one).rejects.toThrow('gone');
  await expect(lookUp()).rejects.toThrow('gone');
  expect(lookUps).toHaveLength(2);
});
