import { expect, it } from 'vitest';
import type { RatingDifference } from '../../ratings/domain/rating-differences.ts';
import { createTestDatabase } from '../../testing/test-database.ts';
import { logDifferences, MAX_FINDINGS } from './log-differences.ts';
import { listDifferences } from './store/jobs.ts';

it('an audit stores the first findings, and a dry run every rating that would change', async () => {
  const database = await createTestDatabase('postgres');
  const clock = () => new Date('2026-09-12T18:00:00Z');
  const difference: RatingDifference = {
    ...{ memberId: 'mem_01jq8z6v3mfb7s4d2k9c5x1ha0', sport: 'padel', bracket: 'overall-open' },
    ...{ expected: null, standing: null },
  };
  const [findings, moves] = [logDifferences({ clock }, 'a'), logDifferences({ clock }, 'b')];
  await database.transaction().execute(async (transaction) => {
    const many = Array.from({ length: MAX_FINDINGS - 1 }, () => difference);
    const found = (some: readonly RatingDifference[]) =>
      some.map((one) => ({ kind: 'rating' as const, difference: one }));
    await findings.addFindings(transaction, found(many));
    await findings.addFindings(transaction, found([difference, difference]));
    await findings.addFindings(transaction, found([difference]));
    const { memberId, sport, bracket } = difference;
    const move = { memberId, sport, bracket, before: 4, after: null };
    await moves.addMoves(
      transaction,
      Array.from({ length: MAX_FINDINGS + 1 }, () => move),
    );
  });
  expect([findings.stored(), moves.stored()]).toEqual([MAX_FINDINGS, MAX_FINDINGS + 1]);
  const last = { after: MAX_FINDINGS - 1, limit: 5 };
  expect(await listDifferences(database, 'a', last)).toHaveLength(1);
  expect(await listDifferences(database, 'b', last)).toMatchObject([
    { number: MAX_FINDINGS, rating_before: 4, rating_after: null, about: null },
    { number: MAX_FINDINGS + 1 },
  ]);
});
