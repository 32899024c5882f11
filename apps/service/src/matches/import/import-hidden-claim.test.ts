import { testRows } from '@partner-rating/table-tests';
import { expect } from 'vitest';
import { createTestDatabase } from '../../testing/test-database.ts';
import { email, openOffered } from '../claims/testing/offered-player.ts';
import { bring, called, finalOf, importOf } from './testing/tournament.ts';

/** Lena's ghost (a member without an account), created by its address in one match and named by a reference in the next. */
async function openClaimed(named: 'id' | 'number', claimed: 'whole' | 'one match') {
  const opened = await openOffered(await createTestDatabase('postgres'));
  const { database, club, priya, play, register, offered, answer } = opened;
  const { ghostId } = await play('one', called('Lena Hoffmann', { email }));
  const numberOf = async (id: string) => {
    const member = database.selectFrom('member').select('member_number').where('id', '=', id);
    return (await member.executeTakeFirstOrThrow()).member_number;
  };
  const memberId = named === 'id' ? ghostId : String(await numberOf(ghostId));
  const lena = called('Lena Hoffmann', { memberId });
  const partner = called('Priya Natarajan', { memberId: priya.id });
  const second = finalOf('two', [[lena], [partner]]);
  const send = async (rest = {}) => await bring(club, importOf([second], rest));
  const first = await send();
  expect(first.participants[0]).toMatchObject({ id: ghostId, isGhost: true });

  const id = await register();
  const members = database.updateTable('member').set({ is_discoverable: false });
  await members.where('id', '=', id).execute();
  const mine = [`${first.matches[0]?.id} ${ghostId}`];
  const all = claimed === 'whole' ? await offered(id) : mine;
  expect(await answer(id, all)).toBe(all.length);
  return { id, number: await numberOf(id), send };
}

testRows([
  ['id', 'whole'],
  ['id', 'one match'],
  ['number', 'whole'],
  ['number', 'one match'],
] as const)(
  'a match that named a ghost does not reveal the hidden member who claimed it',
  async (named, claimed) => {
    const { id, number, send } = await openClaimed(named, claimed);
    for (const rest of [{}, { dryRun: true }]) {
      const again = await send(rest);
      expect(again.matches).toMatchObject([{ status: 'duplicate', duplicateOf: 'own' }]);
      expect(again.participants[0]).toMatchObject({
        ...{ id: null, memberId: null, displayName: 'Lena H.' },
        ...{ isNew: false, reason: 'imported_before' },
      });
      const text = JSON.stringify(again);
      expect(text).not.toContain(id);
      expect(text).not.toMatch(new RegExp(`\\b${number}\\b`));
    }
  },
);
