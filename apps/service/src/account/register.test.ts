import { describe, expect, it } from 'vitest';
import { checkPassword } from '../connect/login/check-password.ts';
import { createTestDatabase, databases } from '../testing/test-database.ts';
import { createAccount } from './register.ts';

const clock = () => new Date('2026-09-12T12:00:00Z');
const mike = {
  email: 'Mike.Brennan@example.com',
  password: 'correct horse',
  firstName: 'Mike',
  lastName: 'Brennan',
  isDiscoverable: true,
};

describe.each(databases)('createAccount on %s', (kind) => {
  it('creates a member with a number, who can log in', async () => {
    const database = await createTestDatabase(kind);
    const created = await createAccount({ database, clock }, { ...mike, birthDate: '1986-04-30' });
    expect(created).toEqual({
      memberId: expect.stringMatching(/^mem_[0-7][0-9a-hjkmnp-tv-z]{25}$/),
      memberNumber: 10001,
    });
    const member = await database.selectFrom('member').selectAll().executeTakeFirstOrThrow();
    expect(member).toMatchObject({ birth_date: '1986-04-30', gender: 'UNKNOWN', is_ghost: false });
    expect(
      await checkPassword({ database }, { named: { of: 'player', name: mike.email }, ...mike }),
    ).toMatchObject({
      accountId: created.memberId,
    });
  });

  it('refuses an address of another member in any case, and a birth date in the future', async () => {
    const database = await createTestDatabase(kind);
    await createAccount({ database, clock }, mike);
    const again = { ...mike, email: 'MIKE.BRENNAN@EXAMPLE.COM' };
    await expect(createAccount({ database, clock }, again)).rejects.toThrow('exists already');
    const unborn = { ...mike, email: 'unborn@example.com', birthDate: '9999-01-01' };
    await expect(createAccount({ database, clock }, unborn)).rejects.toThrow('in the future');
    expect(await database.selectFrom('member').selectAll().execute()).toHaveLength(1);
  });
});
