import { beforeEach, describe, expect, it } from 'vitest';
import { findSecondFactor } from '../../connect/login/store/second-factors.ts';
import { turnOn } from '../../connect/login/testing/second-factor.ts';
import { databases } from '../../testing/test-database.ts';
import { useOperator } from '../testing/operator.ts';

const email = 'lena.vogt@example.com';

describe.each(databases)('operator member second-factor remove on %s', (kind) => {
  const { dependencies, database, run, createMember } = useOperator({
    kind,
    environment: { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'ratings@example.com' },
  });
  let memberId: string;
  beforeEach(async () => {
    ({ memberId } = await createMember(email));
    await turnOn(dependencies(), { memberId, email });
  });
  const remove = async (...words: string[]) =>
    await run('member', 'second-factor', 'remove', ...words);

  it('turns it off by e-mail address, in words', async () => {
    expect(await remove('--email', email.toUpperCase())).toBe(
      `Mike B. (${memberId}) logs in with the password alone from now on.`,
    );
    expect(await findSecondFactor(database(), memberId)).toBeNull();
  });

  it('turns it off by member, as JSON', async () => {
    const printed = await remove('--member', memberId, '--json');
    expect(JSON.parse(printed)).toEqual({ memberId, secondFactor: 'removed' });
  });

  it('is audited as the operator’s, and mailed to the player', async () => {
    await remove('--email', email);
    const entries = database().selectFrom('audit_entry').select(['actor', 'action']);
    expect(await entries.where('action', '=', 'second_factor.removed').execute()).toEqual([
      { actor: 'operator', action: 'second_factor.removed' },
    ]);
    const mails = database().selectFrom('mail').select(['kind', 'email']);
    expect(await mails.execute()).toContainEqual({ kind: 'second-factor-removed', email });
  });

  it('says so where there is none, and where there is nobody', async () => {
    await remove('--email', email);
    await expect(remove('--email', email)).rejects.toThrow('has no second factor');
    await expect(remove('--email', 'nobody@example.com')).rejects.toThrow('There is no member');
    await expect(remove()).rejects.toThrow('--member or by --email');
  });
});
