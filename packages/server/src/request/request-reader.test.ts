import { describe, expect, test } from 'vitest';
import { type FaultItem, maxFaults } from '../schema/faults.ts';
import { validationFailed } from './request-reader.ts';

function faults(count: number): FaultItem[] {
  const detail = 'This must be an integer.';
  return Array.from({ length: count }, (_, index) => ({
    pointer: `/${index}`,
    code: 'type',
    detail,
  }));
}

describe('the error of a request with faults', () => {
  test('lists at most a hundred, and says that there are more', () => {
    const { errors, detail } = validationFailed(faults(maxFaults + 1));
    expect(errors).toHaveLength(maxFaults);
    expect(detail).toBe(
      'The request does not fit the contract in more than 100 places; the first 100 are in errors.',
    );
  });

  test('counts them where there are few', () => {
    expect(validationFailed(faults(1)).detail).toBe(
      'The request does not fit the contract in 1 place; see errors.',
    );
    expect(validationFailed(faults(2)).detail).toContain('in 2 places');
  });
});
