import { beforeEach, describe, expect, it } from 'vitest';
import { createAccount } from '../../account/register.ts';
import { findSecondFactor } from '../../connect/login/store/second-factors.ts';
import { turnOn } from '../../connect/login/testing/second-factor.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import { databases } from '../../testing/test-database.ts';
import { operatorDependencies } from '../testing/operator-dependencies.ts';
import { runOperator } from '../testing/run-operator.ts';

const email = 'lena.vogt@example.com';

describe.each(databases)('operator member second-factor remove on %s', (kind) => {
  let dependencies: Dependencies;
  let player: { memberId: string; email: string };
  beforeEach(async () => {
    dependencies = await operatorDependencies({
      kind,
      environment: { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'ratings@example.com' },
    });
    const account = { firstName: 'Lena', lastName: 'Vogt', password: 'racket strings at noon' };
    player = { ...(await createAccount(dependencies, { ...account, email })), email };
    await turnOn(dependencies, player);
  });

  async function remove(...words: string[]): Promise<string> {
    const command = ['member', 'second-factor', 'remove', ...words];
    return (await runOperator(dependencies, command)).join('\n');
  }

  it('turns it off by e-mail address, in words', async () => {
    expect(await remove('--email', email.toUpperCase())).toBe(
      `Lena V. (${player.memberId}) logs in with the password alone from now on.`,
    );
    expect(await findSecondFactor(dependencies.database, player.memberId)).toBeNull();
  });

  it('turns it off by member, as JSON', async () => {
    const printed = await remove('--member', player.memberId, '--json');
    expect(JSON.parse(printed)).toEqual({ memberId: player.memberId, secondFactor: 'removed' });
  });

  it('is audited as the operator’s, and mailed to the player', async () => {
    await remove('--email', email);
    const { database } = dependencies;
    const entries = database.selectFrom('audit_entry').select(['actor', 'action']);
    expect(await entries.where('action', '=', 'second_factor.removed').execute()).toEqual([
      { actor: 'operator', action: 'second_factor.removed' },
    ]);
    const mails = database.selectFrom('mail').select(['kind', 'email']);
    expect(await mails.execute()).toContainEqual({ kind: 'second-factor-removed', email });
  });

  it('says so where there is none, and where there is nobody', async () => {
    await remove('--email', email);
    await expect(remove('--email', email)).rejects.toThrow('has no second factor');
    await expect(remove('--email', 'nobody@example.com')).rejects.toThrow('There is no member');
    await expect(remove()).rejects.toThrow('--member or by --email');
  });
});
