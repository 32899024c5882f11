import { describe, expect, it } from 'vitest';
import { BrowserSession } from '../oauth/testing/browser-session.ts';
import {
  type ConnectFlow,
  type TestPlayer,
  useConnectFlow,
} from '../oauth/testing/connect-flow.ts';
import { statusOfToken } from '../oauth/testing/journeys.ts';
import { connect, noticeOn, openAccount, textOf } from './testing/account.ts';
import { followLink, mailboxOf } from './testing/mails.ts';

const forgottenPath = '/account/password/forgotten';
const newPath = '/account/password/new';
const chosen = { new_password: 'nets and lines at dawn', again: 'nets and lines at dawn' };

function countMailsBesideLogIns(flow: ConnectFlow): number {
  const isAboutLogIn = ({ subject }: { subject: string }) =>
    subject === 'New log-in to your account';
  return mailboxOf(flow).received.filter((mail) => !isAboutLogIn(mail)).length;
}

describe('a forgotten password', () => {
  const flow = useConnectFlow({ withMailbox: true });
  const mailsBesideLogIns = () => countMailsBesideLogIns(flow());
  const newBrowser = () => new BrowserSession(flow().app);

  async function ask(email: string) {
    const browser = newBrowser();
    return await browser.submit(await browser.open(forgottenPath), forgottenPath, { email });
  }
  async function linkFor({ email }: TestPlayer) {
    await ask(email);
    return await mailboxOf(flow()).next(email, 'Choose a new password');
  }

  it('is replaced by the link of a mail, which ends every session and works once', async () => {
    const { player } = flow();
    const { access_token } = await connect(flow());
    const { browser: attacker } = await openAccount(flow());
    const mail = await linkFor(player);
    expect(mail.subject).toBe('Choose a new password');

    const browser = newBrowser();
    const page = await followLink(browser, mail);
    const done = await browser.submit(page, newPath, chosen);
    expect([done.statusCode, done.headers.location]).toEqual([303, '/account']);
    const logIn = await browser.follow(done);
    expect(noticeOn(logIn)).toBe('Your password is changed. Log in with the new one.');
    expect(logIn.body).toContain('name="password"');
    expect(textOf(await attacker.open('/account'))).toMatch(/^Log in/);
    expect(await statusOfToken(flow(), access_token)).toBe(200);

    const { page: account } = await openAccount(flow(), { ...player, password: chosen.again });
    expect(textOf(account)).toContain('Proven 12 September 2026');
    await mailboxOf(flow()).next(player.email, 'Your password was changed');
    expect((await followLink(newBrowser(), mail)).statusCode).toBe(410);
    expect((await browser.submit(page, newPath, chosen)).statusCode).toBe(410);
  });

  it('is answered alike for an address without an account, which is sent nothing', async () => {
    const before = mailsBesideLogIns();
    const [known, unknown] = [await ask(flow().otherPlayer.email), await ask('nobody@example.com')];
    const wordsOf = ({ body }: typeof known) => body.replace(/[\w.]+@example\.com|req_\w+/g, '…');
    expect(wordsOf(known)).toBe(wordsOf(unknown));
    await mailboxOf(flow()).next(flow().otherPlayer.email, 'Choose a new password');
    const pending = () => flow().database.selectFrom('mail').selectAll().execute();
    await expect.poll(pending, { timeout: 60_000 }).toEqual([]);
    expect(mailsBesideLogIns()).toBe(before + 1);
  });

  it('leaves earlier links as they are, so that nobody ends them by asking again', async () => {
    const first = await linkFor(flow().otherPlayer);
    await linkFor(flow().otherPlayer);
    expect((await followLink(newBrowser(), first)).statusCode).toBe(200);
  });

  it('ends all links with one of them', async () => {
    const [one, other] = [await linkFor(flow().otherPlayer), await linkFor(flow().otherPlayer)];
    const browser = newBrowser();
    await browser.submit(await followLink(browser, one), newPath, chosen);
    expect((await followLink(newBrowser(), other)).statusCode).toBe(410);
  });

  it.each([
    ['a short one', { new_password: 'short', again: 'short' }, 'new_password'],
    ['one typed otherwise the second time', { again: 'another one entirely' }, 'again'],
  ])('422 refuses %s, and the link can still be used', async (_what, changes, field) => {
    flow().advance(2 * 60 * 60);
    const mail = await linkFor(flow().player);
    const browser = newBrowser();
    const page = await followLink(browser, mail);
    const refused = await browser.submit(page, newPath, { ...chosen, ...changes });
    expect(refused.statusCode).toBe(422);
    expect(refused.body).toContain(`<a href="#${field}">`);
    expect((await browser.submit(refused, newPath, chosen)).statusCode).toBe(303);
  });

  it('410 after an hour', async () => {
    flow().advance(2 * 60 * 60);
    const mail = await linkFor(flow().player);
    flow().advance(60 * 60);
    expect((await followLink(newBrowser(), mail)).statusCode).toBe(410);
  });

  it('stores no token in the clear', async () => {
    flow().advance(2 * 60 * 60);
    const mail = await linkFor(flow().player);
    const [, token = ''] = /token=(\S+)/.exec(mail.text) ?? [];
    const rows = await flow().database.selectFrom('account_link').selectAll().execute();
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(JSON.stringify(rows)).not.toContain(token);
  });
});

describe('an e-mail address', () => {
  const flow = useConnectFlow({ withMailbox: true });
  const mailsBesideLogIns = () => countMailsBesideLogIns(flow());
  const path = '/account/email';
  const confirmPath = '/account/email/confirm';

  async function ask(email: string, password = flow().player.password) {
    const { browser } = await openAccount(flow(), flow().player);
    const answer = await browser.submit(await browser.open(path), path, { email, password });
    return { browser, answer };
  }

  it('422 needs the password', async () => {
    const { answer } = await ask('new.mike@example.com', 'wrong');
    expect(answer.statusCode).toBe(422);
  });

  it('is proven by the link of a mail, and stays the same', async () => {
    const { email } = flow().player;
    const { browser, answer } = await ask(email);
    expect(noticeOn(await browser.follow(answer))).toContain(`${email} is sent a link.`);
    const page = await followLink(
      browser,
      await mailboxOf(flow()).next(email, 'Prove your e-mail address'),
    );
    const done = await browser.submit(page, confirmPath, {});
    expect(noticeOn(await browser.follow(done))).toBe('Your e-mail address is proven.');
  });

  it('of somebody else is answered alike, and cannot be taken', async () => {
    const before = mailsBesideLogIns();
    const { answer } = await ask(flow().otherPlayer.email);
    expect(answer.statusCode).toBe(303);
    const pending = () => flow().database.selectFrom('mail').selectAll().execute();
    await expect.poll(pending, { timeout: 60_000 }).toEqual([]);
    expect(mailsBesideLogIns()).toBe(before);
  });

  it('is changed once the new one is proven, and the old one is sent a mail', async () => {
    const { browser } = await ask('new.mike@example.com');
    const page = await followLink(browser, await mailboxOf(flow()).next('new.mike@example.com'));
    await browser.submit(page, confirmPath, {});
    await mailboxOf(flow()).next(flow().player.email, 'Your e-mail address was changed');
    const { page: account } = await openAccount(flow(), {
      ...flow().player,
      email: 'new.mike@example.com',
    });
    expect(textOf(account)).toContain('Your account');
  });
});
