import { testRows } from '@partner-rating/table-tests';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAccount } from '../../account/register.ts';
import { type OpenTestDatabase, openTestDatabase } from '../../testing/test-database.ts';
import { checkPassword, decoyHash, hashPassword, verifyPassword } from './check-password.ts';
import { readLogInName } from './realms.ts';

const clock = () => new Date('2026-09-12T12:00:00Z');

const password = 'correct horse';

describe('checkPassword', () => {
  let opened: OpenTestDatabase;
  let memberId: string;
  beforeAll(async () => {
    opened = await openTestDatabase('pglite');
    const { database } = opened;
    const account = { firstName: 'Mike', lastName: 'Brennan', email: 'mike@example.com', password };
    const found = { ...account, isDiscoverable: true };
    ({ memberId } = await createAccount({ database, clock }, found));
  });
  afterAll(() => opened.close());

  const check = (email: string, attempt: string) =>
    checkPassword(
      { database: opened.database },
      { named: readLogInName('player', email), password: attempt },
    );

  testRows(['mike@example.com', 'MIKE@example.COM', '  mike@example.com '])(
    'finds the member by any spelling of the address',
    async (email) => {
      expect(await check(email, password)).toMatchObject({
        accountId: memberId,
        account: { accountId: memberId },
      });
    },
  );

  testRows([
    ['a wrong password', 'mike@example.com', 'wrong'],
    ['an empty password', 'mike@example.com', ''],
    ['a password with something added', 'mike@example.com', `${password} `],
    ['a very long password', 'mike@example.com', password.repeat(5_000)],
    ['an unknown account', 'nobody@example.com', password],
    ['a text that is not an email address', 'mike', password],
    ['a NUL in the email address', 'mike\u0000@example.com', password],
    ['a lone surrogate', 'mike\ud800@example.com', '\udfff'],
    ['a pattern of SQL', "' or '1'='1", password],
  ])('finds nobody with a wrong address or password', async (_what, email, attempt) => {
    expect((await check(email, attempt)).account).toBeNull();
  });
});

describe('hashPassword', () => {
  it('is argon2id and contains its cost', async () => {
    expect(await hashPassword('correct horse')).toMatch(
      /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/,
    );
  });

  it('has a different hash each time', async () => {
    expect(await hashPassword('correct horse')).not.toBe(await hashPassword('correct horse'));
  });
});

describe('verifyPassword', () => {
  it('matches only its own password', async () => {
    const hash = await hashPassword('correct horse');
    expect(await verifyPassword('correct horse', hash)).toBe(true);
    expect(await verifyPassword('Correct horse', hash)).toBe(false);
    expect(await verifyPassword('', hash)).toBe(false);
  });

  it('matches a password in any Unicode composition', async () => {
    const hash = await hashPassword('pâté-Ａ１');
    expect(await verifyPassword('pa\u0302te\u0301-A1', hash)).toBe(true);
  });

  it('verifies a hash made by another implementation at another cost', async () => {
    // From the reference implementation's own tests: m=65536, t=2, p=1, password "password".
    const hash =
      '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc';
    expect(await verifyPassword('password', hash)).toBe(true);
  });

  it('refuses a stored hash of another algorithm', async () => {
    await expect(verifyPassword('a', '$2b$10$abc')).rejects.toThrow('argon2id');
  });
});

describe('decoyHash', () => {
  it('costs as much as every hash, and no password matches it', async () => {
    const cost = (hash: string) => hash.split('$').slice(1, 4);
    expect(cost(decoyHash)).toEqual(cost(await hashPassword('a')));
    expect(await verifyPassword('', decoyHash)).toBe(false);
  });
});
