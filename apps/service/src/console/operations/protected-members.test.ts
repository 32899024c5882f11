import { describe, expect, it } from 'vitest';
import { changeDiscovery } from '../../members/change-discovery.ts';
import { insertKnownMember } from '../../members/testing/seen-players.ts';
import { databases } from '../../testing/test-database.ts';
import { adminSender } from '../testing/admin.ts';
import { operatorDependencies } from '../testing/operator.ts';

const year = new Date().getUTCFullYear();
const child = `${year - 15}-12-31`;
const younger = `${year - 14}-12-31`;
const grownUp = `${year - 30}-06-15`;

describe.each(databases)('a player under 16 on %s', (kind) => {
  async function open(birth_date: string) {
    const dependencies = { ...(await operatorDependencies({ kind })), clock: () => new Date() };
    const { database } = dependencies;
    const { id } = await insertKnownMember(database, { birth_date });
    const state = async () =>
      await database
        .selectFrom('member')
        .select(['is_discoverable as isFound', 'protected_until as until'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
    const correct = async (corrected: string | null) =>
      await database
        .updateTable('member')
        .set({ birth_date: corrected })
        .where('id', '=', id)
        .execute();
    const choose = async () =>
      await changeDiscovery(dependencies, { memberId: id, isDiscoverable: true, actor: 'player' });
    const send = adminSender(dependencies);
    const confirm = async () => (await send(`PUT /members/${id}/birth-date-confirmation`)).body;
    const show = async () => await send(`PUT /members/${id}/discovery`);
    return { database, id, state, correct, choose, confirm, show };
  }

  it('is not found, and cannot choose to be found', async () => {
    const { state, choose, show } = await open(child);
    expect(await choose()).toBe(false);
    expect(await show()).toMatchObject({
      status: 400,
      body: { errors: [{ detail: expect.stringContaining(`until ${year + 1}-12-31`) }] },
    });
    expect(await state()).toEqual({ isFound: false, until: `${year + 1}-12-31` });
  });

  it('stays hidden at 16 until they choose otherwise', async () => {
    const { database, id, state, choose } = await open(child);
    // Simulates the 16th birthday.
    await database
      .updateTable('member')
      .set({ birth_date: grownUp, protected_until: `${year - 1}-01-01` })
      .where('id', '=', id)
      .execute();
    expect(await state()).toMatchObject({ isFound: false });
    expect(await choose()).toBe(true);
    expect(await state()).toMatchObject({ isFound: true });
  });

  it('is not released by a corrected birth date, only by an operator who confirms it', async () => {
    const { database, state, correct, choose, confirm } = await open(child);
    for (const corrected of [grownUp, null]) {
      await correct(corrected);
      expect(await choose()).toBe(false);
      expect(await state()).toEqual({ isFound: false, until: `${year + 1}-12-31` });
    }
    await correct(younger);
    expect(await confirm()).toMatchObject({ protectedUntil: `${year + 2}-12-31` });
    await correct(grownUp);
    expect(await confirm()).toMatchObject({ birthDate: grownUp, protectedUntil: null });
    expect(await state()).toEqual({ isFound: false, until: null });
    expect(await choose()).toBe(true);
    const entries = database.selectFrom('audit_entry').select(['actor', 'action']);
    expect(await entries.execute()).toEqual([
      { actor: 'operator', action: 'birth_date.confirmed' },
      { actor: 'operator', action: 'birth_date.confirmed' },
      { actor: 'player', action: 'discovery.changed' },
    ]);
  });

  it('is protected as soon as a birth date says so', async () => {
    const { state, correct } = await open(grownUp);
    expect(await state()).toEqual({ isFound: true, until: null });
    await correct(child);
    expect(await state()).toMatchObject({ isFound: false });
  });
});
