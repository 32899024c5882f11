import { expect, it } from 'vitest';
import { createTestDatabase } from '../../testing/test-database.ts';
import { appendRatingSteps } from './rating-changes.ts';
import { ratingHistory } from './rating-history.ts';

const STEPS = 20_003;
const at = new Date('2026-09-12T15:30:00Z');

it('appends more steps than fit in a statement, in order', async () => {
  const database = await createTestDatabase('postgres');
  const numbers = Array.from({ length: STEPS }, (_, index) => index + 1);
  const steps = numbers.map((number) => ({
    memberId: 'mem',
    sport: 'padel',
    bracket: 'overall-open',
    matchId: `mat_${number}`,
    matchDate: at,
    previousRating: null,
    rating: 3.5,
    reliability: 0.1,
    games: number,
  }));
  await database.transaction().execute(async (transaction) => {
    await appendRatingSteps(transaction, at, steps);
  });
  const rows = await database
    .selectFrom(ratingHistory)
    .select(['games', 'cause'])
    .orderBy('change_order')
    .execute();
  expect(rows).toEqual(numbers.map((number) => ({ games: number, cause: 'match' })));
});
