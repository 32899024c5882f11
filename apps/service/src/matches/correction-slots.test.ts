import { describe, expect, it } from 'vitest';
import { inCorrectionSlot } from './correction-slots.ts';

/** Work of which it is known when it began, and that ends when it is let. */
function startWork(applicationId: string) {
  const begun = { is: false };
  const end = Promise.withResolvers<string>();
  const result = inCorrectionSlot(applicationId, async () => {
    begun.is = true;
    return await end.promise;
  });
  return { begun, end, result };
}

const nextIteration = async () => await new Promise((resolve) => setImmediate(resolve));

describe('corrections', () => {
  it('of one application run one after the other', async () => {
    const first = startWork('app_a');
    const second = startWork('app_a');
    await nextIteration();
    expect([first.begun.is, second.begun.is]).toEqual([true, false]);
    first.end.resolve('first');
    expect(await first.result).toBe('first');
    await nextIteration();
    expect(second.begun.is).toBe(true);
    second.end.resolve('second');
    expect(await second.result).toBe('second');
  });

  it('of two applications do not wait for each other', async () => {
    const one = startWork('app_a');
    const other = startWork('app_b');
    other.end.resolve('other');
    expect(await other.result).toBe('other');
    one.end.resolve('one');
    expect(await one.result).toBe('one');
  });

  it('go on after one that failed', async () => {
    const failing = startWork('app_a');
    const next = startWork('app_a');
    failing.end.reject(new Error('refused'));
    await expect(failing.result).rejects.toThrow('refused');
    next.end.resolve('next');
    expect(await next.result).toBe('next');
  });
});
