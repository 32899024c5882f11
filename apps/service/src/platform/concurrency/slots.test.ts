import { isUnreachable } from '@partner-rating/server';
import { describe, expect, it } from 'vitest';
import { createKeyedMutex, createSlots, MAX_WAITING } from './slots.ts';

it('slots let so many wait and refuse the next at once, as an outage that passes', async () => {
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

/** Work whose beginning the test sees, and whose end it decides. */
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
  it('runs one at a time where it has the same key', async () => {
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
