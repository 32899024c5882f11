import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import {
  changePassword,
  confirmEmail,
  requestEmailLink,
  requestPasswordLink,
  resetPassword,
} from '../../account/change-password.ts';
import { register } from '../../account/register.ts';
import { mailboxOf } from '../../account/testing/mails.ts';
import type { AccountMail } from '../../connect/login/domain/account-mail.ts';
import { createLink } from '../../connect/login/links.ts';
import type { PostedForm } from '../../connect/login/posted-form.ts';
import { wrongPassword } from '../../connect/login/prove-owner.ts';
import { players } from '../../connect/login/realms.ts';
import { findAccount, lockAccount, setAccountLock } from '../../connect/login/store/accounts.ts';
import { type ConnectFlow, useConnectFlow } from '../../connect/testing/connect-flow.ts';
import { newId } from '../../platform/database/identifiers.ts';
import { queueMail } from '../../platform/mail/outbox.ts';
import { databases } from '../../testing/test-database.ts';
import { untilBlocked } from '../../testing/until-blocked.ts';
import { adminSender } from '../testing/admin.ts';
import { lockAccess } from './member-access.ts';

const thief = 'thief@example.com';

const chosen = 'a password of their own choice';

const tokenIn = (link: string) => new URL(link).searchParams.get('token') ?? '';

describe.each(databases)('an account that is locked on %s', (kind) => {
  const flow = useConnectFlow({ kind, withMailbox: true });
  const account = async () => await findAccount(flow().database, flow().player.memberId);
  let before: Awaited<ReturnType<typeof account>>;
  beforeAll(async () => {
    await lockAccess(flow().dependencies, { memberId: flow().player.memberId });
    before = await account();
  });

  it('sends no mail with a link, of any kind', async () => {
    const { database, dependencies, player } = flow();
    const { email, memberId } = player;
    const names = { firstName: 'Mike', lastName: 'Brennan' };
    const typed = { ...names, birthDate: '1988-03-04', isDiscoverable: true };
    await requestPasswordLink(dependencies, 'player', email);
    await register(dependencies, { of: 'player', ...typed, email, password: chosen });
    await database.transaction().execute(async (transaction) => {
      const mail = { kind: 'email-link', email: thief, memberId } as const;
      await queueMail<AccountMail>(transaction, dependencies, mail);
    });
    const waiting = () => database.selectFrom('mail').selectAll().execute();
    await expect.poll(waiting).toEqual([]);
    expect(mailboxOf(flow()).received).toEqual([]);
    expect(await database.selectFrom('account_link').selectAll().execute()).toEqual([]);
  });

  it('begins no change of its address', async () => {
    const { memberId } = flow().player;
    const proof = { accountId: memberId, passwordHash: before?.passwordHash ?? '' };
    expect(await requestEmailLink(flow().dependencies, proof, thief)).toEqual(wrongPassword());
  });

  it('changes neither address nor password by the link of a mail', async () => {
    const { database, dependencies, player } = flow();
    const { memberId, email } = player;
    const mailed = { registrationId: null, accountId: memberId, mailId: newId('mai') };
    const link = async (request: { purpose: 'email' | 'password'; email: string }) =>
      tokenIn(await createLink(database, dependencies, { of: 'player', ...mailed, ...request }));
    const toThief = await link({ purpose: 'email', email: thief });
    expect(await confirmEmail(dependencies, toThief)).toBe(false);
    const toPassword = await link({ purpose: 'password', email });
    expect(await resetPassword(dependencies, browser, toPassword, chosen)).toBeNull();
    expect(await account()).toEqual(before);
  });

  it('gets a new password by the link of an operator, which does not prove the address', async () => {
    const { dependencies, player } = flow();
    const send = adminSender(dependencies);
    const verify = { email: player.email, purpose: 'verify' };
    expect(await send('POST /account-links', { body: verify })).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '/email', detail: expect.stringContaining('is locked') }] },
    });
    const { link } = (await send(`POST /members/${player.memberId}/reset`, { body: {} })).body;
    expect(await resetPassword(dependencies, browser, tokenIn(link), chosen)).not.toBeNull();
    expect((await account())?.email).toBe(player.email);
  });
});

const browser = { realm: players, device: null };

const form = {
  field: (name: string) => (name === 'password' ? 'the old one' : chosen),
  cookies: { ...browser, session: null, visit: null },
  raw: { ip: '192.0.2.1', headers: {} },
} as unknown as PostedForm;

/** Changes a password. Another event happens after the player began to prove the old password, and before the change. */
async function changeAfter({ database, dependencies, player }: ConnectFlow, event: () => unknown) {
  const { memberId, email } = player;
  const { passwordHash = '' } = (await findAccount(database, memberId)) ?? {};
  const prove = async () => {
    await event();
    return { accountId: memberId, passwordHash };
  };
  const loggedIn = {
    of: 'player',
    accountId: memberId,
    memberId,
    email,
    name: 'Mike Brennan',
    session: 'their own',
    isProtected: false,
  } as const;
  const outcome = await changePassword(dependencies, prove, loggedIn, form);
  const sessions = await database.selectFrom('account_session').selectAll().execute();
  return { outcome, sessions: sessions.length };
}

const refused = { outcome: { status: 422 }, sessions: 0 };

describe.each(databases)('a change of the password on %s', (kind) => {
  const flow = useConnectFlow({ kind });

  it('is refused without a session if the account was locked after the proof', async () => {
    const { dependencies, player } = flow();
    const lock = () => lockAccess(dependencies, { memberId: player.memberId });
    expect(await changeAfter(flow(), lock)).toMatchObject(refused);
  });
});

describe('a change of the password that waits while the account is being locked', () => {
  const flow = useConnectFlow({ kind: 'postgres' });

  it('is refused, and begins no session', async () => {
    const { database, dependencies, player } = flow();
    const locking = await database.startTransaction().execute();
    onTestFinished(async () => {
      if (!locking.isCommitted) await locking.rollback().execute();
    });
    await lockAccount(locking, player.memberId);
    await setAccountLock(locking, player.memberId, dependencies.clock());
    const change = changeAfter(flow(), () => {});
    await untilBlocked(database);
    await locking.commit().execute();
    expect(await change).toMatchObject(refused);
  });
});
