import { describe, expect, it } from 'vitest';
import { createTestDatabase } from '../../testing/test-database.ts';
import { answerOffer } from '../claims/answer-offer.ts';
import { email, openOffered } from '../claims/testing/offered-player.ts';
import { bring, called, finalOf, importOf } from './testing/tournament.ts';

/** Lena's ghost, made by its address in one match and named by a reference of its own in the next. */
async function openClaimed(named: 'id' | 'number', claimed: 'whole' | 'one match') {
  const opened = await openOffered(await createTestDatabase('postgres'));
  const { database, club, dependencies, priya, play, register, offered } = opened;
  const { ghostId } = await play('one', called('Lena Hoffmann', { email }));
  const ghost = await database
    .selectFrom('member')
    .select('member_number')
    .where('id', '=', ghostId)
    .executeTakeFirstOrThrow();
  const reference = named === 'id' ? ghostId : String(ghost.member_number);
  const lena = called('Lena Hoffmann', { memberId: reference });
  const partner = called('Priya Natarajan', { memberId: priya.id });
  const second = finalOf('two', [[lena], [partner]]);
  const send = async (rest = {}) => await bring(club, importOf([second], rest));
  const first = await send();
  expect(first.participants[0]).toMatchObject({ id: ghostId, isGhost: true });
  const participation = `${first.matches[0]?.id} ${ghostId}`;

  const memberId = await register();
  await database
    .updateTable('member')
    .set({ is_discoverable: false })
    .where('id', '=', memberId)
    .execute();
  const shown = await offered(memberId);
  const mine = claimed === 'whole' ? shown : [participation];
  expect(await answerOffer(dependencies, { memberId, shown, mine })).toBe(mine.length);
  const member = await database
    .selectFrom('member')
    .select(['id', 'member_number'])
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow();
  return { member, send };
}

describe.each(['id', 'number'] as const)('a match that named a ghost by its %s', (named) => {
  it.each(['whole', 'one match'] as const)(
    'does not reveal the hidden member who claimed the ghost, %s',
    async (claimed) => {
      const { member, send } = await openClaimed(named, claimed);
      for (const rest of [{}, { dryRun: true }]) {
        const again = await send(rest);
        expect(again.matches).toMatchObject([{ status: 'duplicate', duplicateOf: 'own' }]);
        expect(again.participants[0]).toMatchObject({
          ...{ id: null, memberId: null, displayName: 'Lena H.' },
          ...{ isNew: false, reason: 'imported_before' },
        });
        const text = JSON.stringify(again);
        expect(text).not.toContain(member.id);
        expect(text).not.toMatch(new RegExp(`\\b${member.member_number}\\b`));
      }
    },
  );
});
