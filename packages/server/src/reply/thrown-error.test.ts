import { testRows } from '@partner-rating/table-tests';
import { describe, expect } from 'vitest';
import { normalizeError } from './thrown-error.ts';

describe('an unexpected error', () => {
  testRows([
    ...['ECONNREFUSED', 'ECONNRESET', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'ETIMEDOUT'],
    ...['57P01', '53300', '08006', '25006'],
  ])('is a 503 with Retry-After if a dependency cannot be reached, or is read-only', (code) => {
    const error = normalizeError(Object.assign(new Error('secret address'), { code }));
    expect(error).toMatchObject({
      code: 'unavailable',
      status: 503,
      headers: { 'retry-after': '5' },
    });
    expect(error.message).not.toContain('secret');
  });

  testRows(['23505', 'ENOENT', undefined])(
    'is otherwise a 500 that does not mention it',
    (code) => {
      const error = normalizeError(Object.assign(new Error('secret'), { code }));
      expect(error).toMatchObject({ code: 'internal', status: 500 });
      expect(error.message).not.toContain('secret');
    },
  );
});
