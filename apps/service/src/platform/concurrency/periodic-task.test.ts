import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { ContentionError, createPeriodicTask, retryOnContention } from './periodic-task.ts';

function startWithFakeTimers(run: (signal: AbortSignal) => Promise<void>) {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const task = createPeriodicTask(run, { firstPauseMilliseconds: 50, pauseMilliseconds: 1_000 });
  task.start();
  return task;
}

it('a periodic task waits before the first run, and after the end of each run', async () => {
  const first = Promise.withResolvers<void>();
  const run = vi.fn(async () => {}).mockReturnValueOnce(first.promise);
  const task = startWithFakeTimers(run);
  expect(run).not.toHaveBeenCalled();

  await vi.advanceTimersByTimeAsync(50);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(run).toHaveBeenCalledTimes(1);

  first.resolve();
  await vi.advanceTimersByTimeAsync(999);
  expect(run).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(run).toHaveBeenCalledTimes(2);
  await task.stop();
});

it('a periodic task that is stopped aborts the signal of the current run, waits for it, and starts no other', async () => {
  const ended = vi.fn();
  const run = vi.fn(async (signal: AbortSignal) => {
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
    ended();
  });
  const task = startWithFakeTimers(run);
  await vi.advanceTimersByTimeAsync(50);
  await task.stop();
  expect(ended).toHaveBeenCalledOnce();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(run).toHaveBeenCalledTimes(1);
});

it('a periodic task does not run if it is stopped before the first run', async () => {
  const run = vi.fn(async () => {});
  const task = startWithFakeTimers(run);
  await task.stop();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(run).not.toHaveBeenCalled();
});

function databaseError(code: string): Error {
  return Object.assign(new Error(`The database reports ${code}.`), { code });
}

describe('retryOnContention', () => {
  it.each([
    ['contention', new ContentionError('An identifier was taken.')],
    ['a deadlock', databaseError('40P01')],
    ['a serialization failure', databaseError('40001')],
  ])('retries the transaction after %s', async (_, error) => {
    const transact = vi.fn(async () => 'done').mockRejectedValueOnce(error);
    await expect(retryOnContention(transact)).resolves.toBe('done');
    expect(transact).toHaveBeenCalledTimes(2);
  });

  it('does not retry after another error', async () => {
    const error = databaseError('23505');
    const transact = vi.fn().mockRejectedValue(error);
    await expect(retryOnContention(transact)).rejects.toBe(error);
    expect(transact).toHaveBeenCalledTimes(1);
  });

  it('stops retrying after five attempts', async () => {
    const error = new ContentionError('An identifier was taken.');
    const transact = vi.fn().mockRejectedValue(error);
    await expect(retryOnContention(transact)).rejects.toBe(error);
    expect(transact).toHaveBeenCalledTimes(5);
  });
});
