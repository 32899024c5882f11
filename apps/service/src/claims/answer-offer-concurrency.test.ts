import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { createTestDatabase } from '../testing/test-database.ts';
import { called } from '../tournaments/testing/tournament.ts';
import { answerOffer } from './answer-offer.ts';
import { email, openOffered } from './testing/offered-player.ts';

it('an answer that nothing is the player’s is recorded again where a deadlock broke it off', async () => {
  const database = await createTestDatabase('postgres');
  const { dependencies, play, register, offered } = await openOffered(database);
  await play('one', called('Lena Hoffmann', { email }));
  const memberId = await register();
  const shown = await offered(memberId);
  // A sequence keeps its place when a transaction is rolled back.
  await sql`create sequence attempt`.execute(database);
  await sql`
    create function break_off_once() returns trigger language plpgsql as $$
    begin
      if nextval('attempt') = 1 then
        raise exception 'deadlock detected' using errcode = 'deadlock_detected';
      end if;
      return null;
    end $$
  `.execute(database);
  await sql`
    create trigger break_off_once after insert on declined_claim
    for each statement execute function break_off_once()
  `.execute(database);
  expect(await answerOffer(dependencies, { memberId, shown, mine: [] })).toBe(0);
  expect(await offered(memberId)).toEqual([]);
});
