import { describe, expect, it, onTestFinished } from 'vitest';
import { wrongPassword } from '../../connect/login/prove-owner.ts';
import { findAccount } from '../../connect/login/store/accounts.ts';
import { BrowserSession } from '../../connect/testing/browser-session.ts';
import { useConnectFlow } from '../../connect/testing/connect-flow.ts';
import { lockAccess, unlockAccess } from '../../console/operations/member-access.ts';
import { claimMails } from '../../platform/mail/store/mails.ts';
import type { ReceivedMail } from '../../testing/mailbox.ts';
import { requestEmailLink } from '../change-password.ts';
import { createMailComposer } from '../compose-mail.ts';
import { fillIn, openAccount } from '../testing/account.ts';
import { followLink, mailboxOf } from '../testing/mails.ts';

const emailPath = '/account/email';
const confirmPath = '/account/email/confirm';
const passwordPath = '/account/password';
const forgottenPath = '/account/password/forgotten';
const thief = 'thief@example.com';
const DAY_SECONDS = 24 * 60 * 60;

describe('a link to another address that somebody with the password asked for', () => {
  const flow = useConnectFlow({ withMailbox: true });
  let password = '';
  const owner = () => ({ ...flow().player, password: password || flow().player.password });

  async function askFor(email: string) {
    const { browser } = await openAccount(flow(), owner());
    await fillIn(browser, emailPath, { email, password: owner().password });
  }
  async function linkTo(email: string) {
    await askFor(email);
    return await mailboxOf(flow()).next(email, 'Confirm your email address');
  }
  async function changePassword() {
    const { browser } = await openAccount(flow(), owner());
    const next = `${owner().password}!`;
    const form = { password: owner().password, new_password: next, again: next };
    expect((await fillIn(browser, passwordPath, form)).statusCode).toBe(303);
    password = next;
  }
  async function forgetPassword() {
    const browser = new BrowserSession(flow().app);
    const { email } = owner();
    await fillIn(browser, forgottenPath, { email });
    const mail = await mailboxOf(flow()).next(email, 'Choose a new password');
    const next = `${owner().password}?`;
    const form = { new_password: next, again: next };
    await browser.submit(await followLink(browser, mail), '/account/password/new', form);
    password = next;
  }
  async function lockAccount() {
    const { dependencies, player } = flow();
    await lockAccess(dependencies, { memberId: player.memberId });
    onTestFinished(async () => void (await unlockAccess(dependencies, player.memberId)));
  }
  const addressOf = async () => (await findAccount(flow().database, flow().player.memberId))?.email;
  const statusOf = async (mail: ReceivedMail) =>
    (await followLink(new BrowserSession(flow().app), mail)).statusCode;

  it.each([
    ['the password is changed', changePassword],
    ['a forgotten password is replaced', forgetPassword],
    ['the account is locked', lockAccount],
  ])('is invalid after %s', async (_what, change) => {
    flow().advance(DAY_SECONDS);
    const mail = await linkTo(thief);
    const browser = new BrowserSession(flow().app);
    const page = await followLink(browser, mail);
    expect(page.statusCode).toBe(200);
    await change();
    expect(await statusOf(mail)).toBe(410);
    expect((await browser.submit(page, confirmPath, {})).statusCode).toBe(410);
    expect(await addressOf()).toBe(owner().email);
  });

  it('is not sent if the password changes during the request', async () => {
    const { passwordHash = '' } =
      (await findAccount(flow().database, flow().player.memberId)) ?? {};
    const { memberId } = flow().player;
    await changePassword();
    expect(
      await requestEmailLink(flow().dependencies, { accountId: memberId, passwordHash }, thief),
    ).toEqual(wrongPassword());
  });

  it('is invalid after the address changed, but not after another link proved the same address', async () => {
    flow().advance(DAY_SECONDS);
    const mistyped = await linkTo(thief);
    const browser = new BrowserSession(flow().app);
    const same = await linkTo(owner().email);
    await browser.submit(await followLink(browser, same), confirmPath, {});
    expect(await statusOf(mistyped)).toBe(200);

    const meant = await linkTo('mike.b@example.com');
    await browser.submit(await followLink(browser, meant), confirmPath, {});
    expect(await statusOf(mistyped)).toBe(410);
    const back = await openAccount(flow(), { ...owner(), email: 'mike.b@example.com' });
    const form = { email: owner().email, password: owner().password };
    await fillIn(back.browser, emailPath, form);
    const again = await mailboxOf(flow()).next(owner().email, 'Confirm your email address');
    await browser.submit(await followLink(browser, again), confirmPath, {});
  });

  it('is not sent if its mail waits or is being written', async () => {
    flow().advance(DAY_SECONDS);
    const { database, dependencies } = flow();
    const mailbox = mailboxOf(flow());
    const waiting = async () =>
      await database.selectFrom('mail').selectAll().where('kind', '=', 'email-link').execute();
    mailbox.refuseWith(451);
    await askFor(thief);
    await expect.poll(async () => (await waiting())[0]?.attempts).toBe(1);
    // Due at another time than by the clock of the flow, so that nobody else claims it.
    const later = new Date(dependencies.clock().getTime() + 60_000);
    const claimed = await claimMails(database, { now: later, leasedUntil: later, limit: 10 });
    const mail = claimed.find(({ kind }) => kind === 'email-link');
    if (mail === undefined) throw new Error('The mail is not in the queue.');
    await changePassword();
    mailbox.refuseWith(null);

    expect(await waiting()).toEqual([]);
    expect(await createMailComposer(dependencies)(mail)).toBeNull();
    const open = database.selectFrom('account_link').where('used_at', 'is', null);
    expect(await open.select('email').where('email', '=', thief).execute()).toEqual([]);
  });
});
