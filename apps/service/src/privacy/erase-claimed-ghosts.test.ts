import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { findReported } from '../matches/claims/find-offered.ts';
import {
  email,
  insertReported,
  openOffered,
  proveEmail,
} from '../matches/claims/testing/offered-player.ts';
import { called } from '../matches/import/testing/tournament.ts';
import { expectExact } from '../matches/testing/compare-ratings.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import type { MemberExport } from './domain/member-export.ts';
import { eraseMember } from './erase-member.ts';
import { exportMember } from './export-member.ts';
import { findValues } from './testing/find-values.ts';

/** Creates Lena and her ghost, a member without an account that a tournament created. Returns a function that erases a member. */
async function openErasable() {
  const opened = await openOffered(await createTestDatabase('postgres'));
  const { dependencies } = opened;
  const erase = async (memberId: string, selected: string[] = []) => {
    const erasure = await eraseMember(dependencies, { memberId, actor: 'player', selected });
    if (erasure === null) throw new Error('The member does not exist.');
  };
  return { ...opened, erase };
}

it('an erasure includes the data of a ghost if the member claimed some of its matches', async () => {
  const { database, play, register, answer, erase } = await openErasable();
  const lena = called('Lena Zaphira', { email, birthYear: 1987, city: 'Berlin' });
  const { participation } = await play('one', lena);
  await play('two', lena);
  const memberId = await register();
  await answer(memberId, [participation]);
  const values = ['Zaphira', 'Berlin', '1987'];
  const found = (await findValues(database, values)).join();
  for (const value of values) expect(found).toContain(value);
  await erase(memberId);
  expect(await findValues(database, values)).toEqual([]);
});

describe('a ghost under the confirmed address of an erased member', () => {
  const own = called('Magdalena Weiß Hoffmann', { email, birthYear: 1987, city: 'Berlin' });
  const ben = { first_name: 'Ben', last_name: 'Zaphira', birth_year: 2014, city: 'Potsdam' };
  const ofBen = ['Zaphira', 'Potsdam', '2014'];

  async function open() {
    const opened = await openErasable();
    await opened.play('one', own);
    const benId = await insertReported(opened.dependencies, email, ben);
    return { ...opened, benId, memberId: await opened.register() };
  }

  it('is erased too if it has their name, or if they select it', async () => {
    const { database, dependencies, erase, memberId } = await open();
    const stranger = await insertReported(dependencies, 'somebody.else@example.com', {
      first_name: 'Quillon',
    });
    await erase(memberId, [stranger]);
    const ofOwn = ['Magdalena', 'Berlin', '1987'];
    expect(await findValues(database, ofOwn)).toEqual([]);
    expect((await findValues(database, [...ofBen, 'Quillon'])).join()).toMatch(
      /Zaphira.*Potsdam.*2014.*Quillon|Quillon.*Zaphira/s,
    );
    expect(await findReported(dependencies, memberId)).toEqual([]);
    await expectExact(database);

    const again = await open();
    await again.erase(again.memberId, [again.benId]);
    expect(await findValues(again.database, [...ofOwn, ...ofBen])).toEqual([]);
    await expectExact(again.database);
  });

  it('is neither erased nor exported if the address is not confirmed, or if they declined it', async () => {
    const { dependencies, play, register, answer } = await openErasable();
    const { ghostId } = await play('one', own);
    const memberId = await register({ isProven: false });
    expect(await findReported(dependencies, memberId)).toEqual([]);
    await proveEmail(dependencies.database, memberId);
    expect(await findReported(dependencies, memberId)).toEqual([
      { id: ghostId, displayName: 'Magdalena W.', matches: 1, isOwnName: true },
    ]);
    await answer(memberId, []);
    expect(await findReported(dependencies, memberId)).toEqual([]);
  });

  it('is in an export if it has their name, or if they select it', async () => {
    const { dependencies, benId, memberId } = await open();
    const exported = async (selected: string[]): Promise<MemberExport> => {
      const service = { ...dependencies, publicUrl: 'https://ratings.example' };
      const parts = await exportMember(service, memberId, selected);
      return JSON.parse(await text(Readable.from(parts ?? [])));
    };
    const mine = await exported([]);
    expect(mine.profile.reportedGhosts).toMatchObject([
      { lastName: 'Weiß Hoffmann', city: 'Berlin' },
    ]);
    expect(mine.matches).toMatchObject([{ teams: [[{ isYou: true }], [{ isYou: false }]] }]);
    const both = await exported([benId]);
    expect(both.profile.reportedGhosts.map(({ firstName }) => firstName).sort()).toEqual([
      ...['Ben', 'Magdalena'],
    ]);
  });

  it('stays with the application, and is not offered to a later owner of the address', async () => {
    const { play, register, offered, erase } = await openErasable();
    await play('one', called('Lena Hoffmann', { email }));
    await erase(await register());
    expect(await offered(await register())).toEqual([]);
  });
});
