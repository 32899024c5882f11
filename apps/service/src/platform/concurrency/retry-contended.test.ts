import { describe, expect, it, vi } from 'vitest';
import { ContendedError, retryContended } from './retry-contended.ts';

function databaseError(code: string): Error {
  return Object.assign(new Error(`The database reports ${code}.`), { code });
}

describe('retryContended', () => {
  it.each([
    ['contention', new ContendedError('An identifier was taken.')],
    ['a deadlock', databaseError('40P01')],
    ['a serialization failure', databaseError('40001')],
  ])('runs the transaction again after %s', async (_, error) => {
    const transact = vi.fn(async () => 'done').mockRejectedValueOnce(error);
    await expect(retryContended(transact)).resolves.toBe('done');
    expect(transact).toHaveBeenCalledTimes(2);
  });

  it('passes any other error on at once', async () => {
    const error = databaseError('23505');
    const transact = vi.fn().mockRejectedValue(error);
    await expect(retryContended(transact)).rejects.toBe(error);
    expect(transact).toHaveBeenCalledTimes(1);
  });

  it('gives up in the end', async () => {
    const error = new ContendedError('An identifier was taken.');
    const transact = vi.fn().mockRejectedValue(error);
    await expect(retryContended(transact)).rejects.toBe(error);
    expect(transact).toHaveBeenCalledTimes(5);
  });
});
