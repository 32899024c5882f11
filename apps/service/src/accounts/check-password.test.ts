import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenTestDatabase, openTestDatabase } from '../testing/test-database.ts';
import { checkPassword } from './check-password.ts';
import { createAccount } from './create-account.ts';

const clock = () => new Date('2026-09-12T12:00:00Z');
const password = 'correct horse';

describe('checkPassword', () => {
  let opened: OpenTestDatabase;
  let memberId: string;
  beforeAll(async () => {
    opened = await openTestDatabase('pglite');
    const { database } = opened;
    const account = { firstName: 'Mike', lastName: 'Brennan', email: 'mike@example.com', password };
    ({ memberId } = await createAccount({ database, clock }, account));
  });
  afterAll(() => opened.close());

  const check = (email: string, attempt: string) =>
    checkPassword({ database: opened.database }, { email, password: attempt });

  it.each(['mike@example.com', 'MIKE@example.COM', '  mike@example.com '])(
    'knows the member by %j',
    async (email) => {
      expect(await check(email, password)).toMatchObject({ memberId, account: { memberId } });
    },
  );

  it.each([
    ['a wrong password', 'mike@example.com', 'wrong'],
    ['an empty password', 'mike@example.com', ''],
    ['a password with something added', 'mike@example.com', `${password} `],
    ['a very long password', 'mike@example.com', password.repeat(5_000)],
    ['an unknown account', 'nobody@example.com', password],
    ['what is no e-mail address', 'mike', password],
    ['a NUL in the e-mail address', 'mike\u0000@example.com', password],
    ['a lone surrogate', 'mike\ud800@example.com', '\udfff'],
    ['a pattern of SQL', "' or '1'='1", password],
  ])('knows nobody by %s', async (_what, email, attempt) => {
    expect((await check(email, attempt)).account).toBeNull();
  });
});
