import { testRows } from '@partner-rating/table-tests';
import { expect, test } from 'vitest';
import { bundle, gzipBytes } from './bundle.ts';
import { programs, sizeLimits } from './programs.ts';

testRows(Object.entries(sizeLimits))(
  'each program is within its size limit',
  async (name, limit) => {
    const program = programs[name as keyof typeof programs];
    expect(gzipBytes(await bundle(program))).toBeLessThanOrEqual(limit);
  },
);

test('a bundle of one operation contains no code of other operations', async () => {
  const code = await bundle(programs['one operation, with errors, timeout and retries']);
  expect(code).toContain('members.get');
  for (const other of [
    'matches.',
    'oauth',
    'OAuthError',
    'idempotency_key',
    'randomUUID',
    'nextCursor',
    'localhost',
    'SERVICE_API_KEY',
  ]) {
    expect(code).not.toContain(other);
  }
});
