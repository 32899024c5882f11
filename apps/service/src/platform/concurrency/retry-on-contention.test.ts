import { describe, expect, it, vi } from 'vitest';
import { ContentionError, retryOnContention } from './retry-on-contention.ts';

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

  it('does not retry after any other error', async () => {
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
