import { describe, expect, it } from 'vitest';
import { createAccount } from '../../account/register.ts';
import { readConfiguration } from '../../platform/configuration/configuration.ts';
import { createTestDatabase, databases } from '../../testing/test-database.ts';
import { testSecretsKey } from '../../testing/test-service.ts';
import { hashPassword } from './check-password.ts';
import { attemptLogIn, createLogInTools } from './log-in.ts';
import type { PostedForm } from './posted-form.ts';
import { players } from './realms.ts';
import { findAccount, replacePassword } from './store/accounts.ts';

const now = new Date('2026-09-12T18:00:00Z');
const email = 'mike.brennan@example.com';

describe.each(databases)('a log-in on %s', (kind) => {
  it('begins no session if the password changes while it is verified', async () => {
    const database = await createTestDatabase(kind);
    const dependencies = {
      database,
      clock: () => now,
      configuration: readConfiguration({ SECRETS_KEY: testSecretsKey }),
      publicUrl: 'http://localhost:3001',
    };
    const { memberId } = await createAccount(dependencies, {
      email,
      password: 'the old one, now known',
      firstName: 'Mike',
      lastName: 'Brennan',
      isDiscoverable: true,
    });
    const fields: Record<string, string> = { email, password: 'the old one, now known' };
    const form = {
      field: (name: string) => fields[name] ?? '',
      cookies: { realm: players, session: null, visit: null, device: null },
      raw: { ip: '192.0.2.1', headers: {} },
    } as unknown as PostedForm;
    const newHash = await hashPassword('the new one, not known');
    const { passwordHash: oldHash = '' } = (await findAccount(database, memberId)) ?? {};

    // The log-in has read the old hash and verifies it. The change is committed during that.
    const throttles = { logIn: async () => null, code: async () => null };
    const attempt = attemptLogIn(dependencies, createLogInTools(dependencies, throttles), form);
    await database
      .transaction()
      .execute((transaction) =>
        replacePassword(transaction, { accountId: memberId, oldHash, newHash, now }),
      );
    expect(await attempt).toMatchObject({ status: 422 });
    expect(await database.selectFrom('account_session').selectAll().execute()).toEqual([]);
  });
});
