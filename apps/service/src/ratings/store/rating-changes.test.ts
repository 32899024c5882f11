import { expect, it } from 'vitest';
import { insertMember } from '../../testing/builders.ts';
import { createTestDatabase } from '../../testing/test-database.ts';
import { addParts } from './parts.ts';
import { appendRatingSteps } from './rating-changes.ts';
import { ratingHistory } from './rating-history.ts';

const STEPS = 20_003;
const at = new Date('2026-09-12T15:30:00Z');

it('appends more steps than fit in a statement, in order', async () => {
  const database = await createTestDatabase('postgres');
  await addParts(database, ['padel'], at);
  const { id: memberId, member_number } = await insertMember(database);
  const numbers = Array.from({ length: STEPS }, (_, index) => index + 1);
  const steps = numbers.map((number) => ({
    memberId,
    sport: 'padel',
    bracket: 'overall-open',
    matchId: `mat_${number}`,
    previousRating: null,
    rating: 3.5,
    reliability: 0.1,
    games: number,
  }));
  const arrivals = new Map(steps.map(({ matchId }, index) => [matchId, index]));
  const memberNumbers = new Map([[memberId, member_number]]);
  const batch = { changedAt: at, memberNumbers, arrivals };
  await database.transaction().execute(async (transaction) => {
    await appendRatingSteps(transaction, batch, steps);
  });
  const rows = await database
    .selectFrom(ratingHistory)
    .select(['games', 'cause'])
    .orderBy('change_order')
    .execute();
  expect(rows).toEqual(numbers.map((number) => ({ games: number, cause: 'match' })));
});
