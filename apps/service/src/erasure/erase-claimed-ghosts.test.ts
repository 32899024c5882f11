import { describe, expect, it } from 'vitest';
import { answerOffer } from '../claims/answer-offer.ts';
import { email, openOffered } from '../claims/testing/offered-player.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import { called } from '../tournaments/testing/tournament.ts';
import { forgetPeople } from './clear-remains.ts';
import { eraseMember } from './erase-member.ts';
import { findValues } from './testing/find-values.ts';

describe('a ghost whose matches an erased member claimed in part', () => {
  it('says nothing any more of who it may have been', async () => {
    const { database, dependencies, play, register, offered } = await openOffered(
      await createTestDatabase('postgres'),
    );
    const lena = called('Lena Zaphira', { email, birthYear: 1987, city: 'Berlin' });
    const [one] = [await play('one', lena), await play('two', lena)];
    const memberId = await register();
    const shown = await offered(memberId);
    await answerOffer(dependencies, { memberId, shown, mine: [one.participation] });
    const values = ['Zaphira', 'Berlin', '1987'];
    const found = (await findValues(database, values)).join();
    for (const value of values) expect(found).toContain(value);
    const erasure = await eraseMember(dependencies, { memberId, actor: 'player' });
    if (erasure === null) throw new Error('There was nobody to erase.');
    await forgetPeople(database, erasure);
    expect(await findValues(database, values)).toEqual([]);
  });
});

describe('a ghost under the address of an erased member', () => {
  it('is the tournament’s as before, and is offered to nobody who has the address later', async () => {
    const { dependencies, play, register, offered } = await openOffered(
      await createTestDatabase('postgres'),
    );
    await play('one', called('Lena Hoffmann', { email }));
    await eraseMember(dependencies, { memberId: await register(), actor: 'player' });
    expect(await offered(await register())).toEqual([]);
  });
});
