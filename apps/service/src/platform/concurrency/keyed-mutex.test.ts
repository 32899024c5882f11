import { describe, expect, it } from 'vitest';
import { KeyedMutex } from './keyed-mutex.ts';

class TimeoutError extends Error {}

function setUp() {
  const mutex = new KeyedMutex();
  const run = async <Result>(
    key: string,
    work: () => Promise<Result>,
    timeoutMilliseconds = 60_000,
  ) =>
    await mutex.runExclusive(key, { timeoutMilliseconds, timeoutError: new TimeoutError() }, work);
  return { run };
}

describe('a keyed mutex', () => {
  it('runs the callers of one key one at a time, in the order they came', async () => {
    const { run } = setUp();
    const log: string[] = [];
    const work = async (name: string) =>
      await run('key', async () => {
        log.push(`${name} begins`);
        await Promise.resolve();
        log.push(`${name} ends`);
      });
    await Promise.all([work('one'), work('two'), work('three')]);
    expect(log).toEqual(
      ['one', 'two', 'three'].flatMap((name) => [`${name} begins`, `${name} ends`]),
    );
  });

  it('runs the next caller after one that failed', async () => {
    const { run } = setUp();
    const failed = run('key', () => Promise.reject(new Error('The database is gone.')));
    const next = run('key', () => Promise.resolve('done'));
    await expect(failed).rejects.toThrow('The database is gone.');
    expect(await next).toBe('done');
  });

  it('rejects a caller whose timeout elapses, and never runs it', async () => {
    const { run } = setUp();
    const long = Promise.withResolvers<void>();
    const first = run('key', () => long.promise);
    let isDone = false;
    const second = run(
      'key',
      async () => {
        isDone = true;
      },
      0,
    );
    await expect(second).rejects.toThrow(TimeoutError);
    long.resolve();
    await first;
    expect(await run('key', () => Promise.resolve('done'))).toBe('done');
    expect(isDone).toBe(false);
  });

  it('keeps no other key waiting', async () => {
    const { run } = setUp();
    const long = Promise.withResolvers<void>();
    const first = run('key', () => long.promise);
    expect(await run('another', () => Promise.resolve('done'))).toBe('done');
    long.resolve();
    await first;
  });
});
