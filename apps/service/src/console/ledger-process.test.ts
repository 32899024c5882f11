import { expect, it } from 'vitest';
import { missingFlags } from './ledger-process.ts';

it('a command that goes through the ledger runs with a small heap, and is not started twice', () => {
  const flags = missingFlags(['--env-file', 'ratings.env', 'ratings', 'audit'], []);
  expect(flags).toEqual(['--max-semi-space-size=8', '--heap-growing-percent=100']);
  expect(missingFlags(['ratings', 'audit'], ['--enable-source-maps', ...flags])).toEqual([]);
});

it('other commands begin at once', () => {
  expect(missingFlags(['partner', 'list'], [])).toEqual([]);
});
