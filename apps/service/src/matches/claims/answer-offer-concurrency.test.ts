import { expect, it } from 'vitest';
import { createTestDatabase } from '../../testing/test-database.ts';
import { called } from '../import/testing/tournament.ts';
import { answerOffer } from './answer-offer.ts';
import { breakOffOnce } from './testing/break-off-once.ts';
import { email, openOffered } from './testing/offered-player.ts';

it('an answer that nothing is the player’s is retried where a deadlock broke it off', async () => {
  const database = await createTestDatabase('postgres');
  const { dependencies, play, register, offered } = await openOffered(database);
  await play('one', called('Lena Hoffmann', { email }));
  const memberId = await register();
  const shown = await offered(memberId);
  await breakOffOnce(database, 'insert on declined_claim');
  expect(await answerOffer(dependencies, { memberId, shown, mine: [] })).toBe(0);
  expect(await offered(memberId)).toEqual([]);
});
