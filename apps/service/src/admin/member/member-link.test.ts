import { beforeEach, describe, expect, it } from 'vitest';
import { isLogInLink } from '../../accounts/allow-browser.ts';
import { createAccount } from '../../accounts/create-account.ts';
import { findRegistrationByLink, register } from '../../accounts/register.ts';
import { isPasswordLink } from '../../accounts/reset-password.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import { databases } from '../../testing/test-database.ts';
import { operatorDependencies } from '../testing/operator-dependencies.ts';
import { runOperator } from '../testing/run-operator.ts';

const email = 'lena.vogt@example.com';
const person = { email, firstName: 'Lena', lastName: 'Vogt', birthDate: '1991-04-02' };
const password = 'racket strings at noon';

describe.each(databases)('operator member link on %s', (kind) => {
  let dependencies: Dependencies;
  beforeEach(async () => {
    dependencies = await operatorDependencies({ kind });
  });

  async function link(purpose: string, address = email): Promise<string> {
    const words = ['member', 'link', '--email', address, '--purpose', purpose];
    const [printed = ''] = await runOperator(dependencies, words);
    return printed;
  }
  const tokenIn = (address: string) => new URL(address).searchParams.get('token') ?? '';

  it('proves the address of somebody who registered', async () => {
    await register(dependencies, { ...person, password }, null);
    const address = await link('verify', email.toUpperCase());
    expect(address).toMatch(/^https:\/\/ratings\.example\/account\/register\/confirm\?token=/);
    expect(await findRegistrationByLink(dependencies, tokenIn(address))).toMatchObject({ email });
  });

  it('lets a player with an account choose a new password, and is audited without the link', async () => {
    await createAccount(dependencies, { ...person, password });
    const address = await link('reset');
    expect(await isPasswordLink(dependencies, tokenIn(address))).toBe(true);
    const entries = dependencies.database.selectFrom('audit_entry').selectAll();
    const [entry] = await entries.where('action', '=', 'link.created').execute();
    expect(entry).toMatchObject({ actor: 'operator', details: { purpose: 'reset' } });
  });

  it('lets a player log in with a new browser', async () => {
    await createAccount(dependencies, { ...person, password });
    const address = await link('log-in');
    expect(address).toMatch(/^https:\/\/ratings\.example\/account\/log-in\/allow\?token=/);
    expect(await isLogInLink(dependencies, tokenIn(address))).toBe(true);
  });

  it('says so where there is nobody', async () => {
    await expect(link('verify')).rejects.toThrow('registered in the last 24 hours');
    await expect(link('reset')).rejects.toThrow('There is no account');
    await expect(link('log-in')).rejects.toThrow('There is no account');
    await expect(link('reset', 'nobody')).rejects.toThrow('not an e-mail address');
  });
});
