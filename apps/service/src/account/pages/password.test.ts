import { testRows } from '@partner-rating/table-tests';
import { describe, expect, it } from 'vitest';
import { BrowserSession, formFields } from '../../connect/testing/browser-session.ts';
import {
  type ConnectFlow,
  type TestPlayer,
  useConnectFlow,
} from '../../connect/testing/connect-flow.ts';
import { statusOfToken } from '../../connect/testing/journeys.ts';
import { databases } from '../../testing/test-database.ts';
import {
  auditOf,
  connect,
  fillIn,
  logIn,
  noticeOn,
  openAccount,
  openSettings,
  sessionCookie,
  textOf,
} from '../testing/account.ts';
import { allMailsSent, followLink, mailboxOf } from '../testing/mails.ts';

const forgottenPath = '/account/password/forgotten';

const newPath = '/account/password/new';

const chosen = { new_password: 'nets and lines at dawn', again: 'nets and lines at dawn' };

async function countMailsBesideLogIns(flow: ConnectFlow): Promise<number> {
  await allMailsSent(flow);
  const isAboutLogIn = ({ subject }: { subject: string }) =>
    subject === 'New log-in to your account';
  return mailboxOf(flow).received.filter((mail) => !isAboutLogIn(mail)).length;
}

describe('a forgotten password', () => {
  const flow = useConnectFlow({ withMailbox: true });
  const mailsBesideLogIns = () => countMailsBesideLogIns(flow());
  const newBrowser = () => new BrowserSession(flow().app);

  async function ask(email: string) {
    return await fillIn(newBrowser(), forgottenPath, { email });
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

    const { page: account } = await openSettings(flow(), { ...player, password: chosen.again });
    expect(textOf(account)).toContain('Confirmed 12 September 2026');
    await mailboxOf(flow()).next(player.email, 'Your password was changed');
    expect((await followLink(newBrowser(), mail)).statusCode).toBe(410);
    expect((await browser.submit(page, newPath, chosen)).statusCode).toBe(410);
  });

  it('gets the same response for an address without an account, which gets no mail', async () => {
    const before = await mailsBesideLogIns();
    const [known, unknown] = [await ask(flow().otherPlayer.email), await ask('nobody@example.com')];
    const wordsOf = ({ body }: typeof known) => body.replace(/[\w.]+@example\.com|req_\w+/g, '…');
    expect(wordsOf(known)).toBe(wordsOf(unknown));
    await mailboxOf(flow()).next(flow().otherPlayer.email, 'Choose a new password');
    expect(await mailsBesideLogIns()).toBe(before + 1);
  });

  it('keeps earlier links valid when somebody asks again, and the use of one link ends all others', async () => {
    const [one, other] = [await linkFor(flow().otherPlayer), await linkFor(flow().otherPlayer)];
    const browser = newBrowser();
    const page = await followLink(browser, one);
    expect(page.statusCode).toBe(200);
    await browser.submit(page, newPath, chosen);
    expect((await followLink(newBrowser(), other)).statusCode).toBe(410);
  });

  it('422 refuses a short new password and a repetition that differs, and the link stays valid', async () => {
    flow().advance(2 * 60 * 60);
    const browser = newBrowser();
    const page = await followLink(browser, await linkFor(flow().player));
    for (const [field, changes] of [
      ['new_password', { new_password: 'short', again: 'short' }],
      ['again', { again: 'another one entirely' }],
    ] as const) {
      const refused = await browser.submit(page, newPath, { ...chosen, ...changes });
      expect(refused.statusCode).toBe(422);
      expect(refused.body).toContain(`<a href="#${field}">`);
    }
    expect((await browser.submit(page, newPath, chosen)).statusCode).toBe(303);
  });

  it('410 after an hour, and the token of a link is not stored as plain text', async () => {
    flow().advance(2 * 60 * 60);
    const mail = await linkFor(flow().player);
    const [, token = ''] = /token=(\S+)/.exec(mail.text) ?? [];
    const rows = await flow().database.selectFrom('account_link').selectAll().execute();
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(JSON.stringify(rows)).not.toContain(token);
    flow().advance(60 * 60);
    expect((await followLink(newBrowser(), mail)).statusCode).toBe(410);
  });
});

describe('an email address', () => {
  const flow = useConnectFlow({ withMailbox: true });
  const mailsBesideLogIns = () => countMailsBesideLogIns(flow());
  const path = '/account/email';
  const confirmPath = '/account/email/confirm';

  async function ask(email: string, password = flow().player.password) {
    const { browser } = await openAccount(flow(), flow().player);
    return { browser, answer: await fillIn(browser, path, { email, password }) };
  }

  it('422 needs the password', async () => {
    const { answer } = await ask('new.mike@example.com', 'wrong');
    expect(answer.statusCode).toBe(422);
  });

  it('is proven by the link of a mail, and stays the same', async () => {
    const { email } = flow().player;
    const { browser, answer } = await ask(email);
    expect(noticeOn(await browser.follow(answer))).toContain(`We sent a link to ${email}.`);
    const mail = await mailboxOf(flow()).next(email, 'Confirm your email address');
    const page = await followLink(browser, mail);
    const done = await browser.submit(page, confirmPath, {});
    expect(noticeOn(await browser.follow(done))).toBe('Your email address is confirmed.');
  });

  it('of another person gets the same response, and cannot be used', async () => {
    const before = await mailsBesideLogIns();
    const { answer } = await ask(flow().otherPlayer.email);
    expect(answer.statusCode).toBe(303);
    expect(await mailsBesideLogIns()).toBe(before);
  });

  it('changes after the new one is proven, and the old one gets a mail', async () => {
    const email = 'new.mike@example.com';
    const { browser } = await ask(email);
    const page = await followLink(browser, await mailboxOf(flow()).next(email));
    await browser.submit(page, confirmPath, {});
    await mailboxOf(flow()).next(flow().player.email, 'Your email address was changed');
    const { page: account } = await openAccount(flow(), { ...flow().player, email });
    expect(account.body).toContain('<title>Your ratings');
  });
});

const newPassword = 'battery staple';

const path = '/account/password';

describe.each(databases)('POST /account/password on %s', (kind) => {
  const flow = useConnectFlow({ kind });
  const open = async () => {
    const { browser } = await openAccount(flow());
    return { browser, page: await browser.open(path) };
  };
  const values = (changes: Record<string, string> = {}) => ({
    password: flow().player.password,
    new_password: newPassword,
    again: newPassword,
    ...changes,
  });
  const account = () =>
    flow()
      .database.selectFrom('account')
      .selectAll()
      .where('member_id', '=', flow().player.memberId)
      .executeTakeFirstOrThrow();
  const audit = () => auditOf(flow(), 'password.changed');

  describe('422', () => {
    const old = 'correct horse Mike';
    testRows<[field: string, Record<string, string>]>([
      ['password', { password: 'wrong' }],
      ['password', { password: `${old} ` }],
      ['password', { password: '' }],
      ['password', { password: 'a'.repeat(5_000) }],
      ['new_password', { new_password: 'short', again: 'short' }],
      ['again', { again: 'battery stapler' }],
      ['new_password', { new_password: old, again: old }],
    ])('for a wrong value, at its field, and nothing changes', async (field, changes) => {
      const { browser, page } = await open();
      const before = [await account(), browser.cookies.get(sessionCookie)];
      const answer = await browser.submit(page, path, values(changes));
      expect(answer.statusCode).toBe(422);
      expect(answer.body).toContain('<title>Error: Change password');
      expect(answer.body).toContain(`<a href="#${field}">`);
      expect(answer.body).toMatch(new RegExp(`<input id="${field}"[^>]*aria-invalid="true"`));
      expect([await account(), browser.cookies.get(sessionCookie)]).toEqual(before);
    });

    it('repeats no typed password, and lets the player try again', async () => {
      const { browser, page } = await open();
      const typed = { password: 'typed-one', new_password: 'typed-two!', again: 'typed-three' };
      const again = await browser.submit(page, path, typed);
      expect(again.body).not.toContain('typed-');
      expect(formFields(again.body, path).has('form_token')).toBe(true);
      expect((await browser.submit(again, path, values({ again: 'x' }))).statusCode).toBe(422);
    });
  });

  it('succeeds once of ten simultaneous changes', async () => {
    const { browser, page } = await open();
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => {
        const new_password = `battery staple ${index}`;
        return browser.submit(page, path, values({ new_password, again: new_password }));
      }),
    );
    // A late request finds that its session has ended, and is sent to the log-in page instead.
    const isChange = (answer: (typeof answers)[number]) =>
      answer.statusCode === 303 && answer.headers.location === '/account/settings';
    expect(answers.filter(isChange)).toHaveLength(1);
    expect(await audit()).toHaveLength(1);
    const won = answers.findIndex(isChange);
    const password = `battery staple ${won}`;
    const { email } = flow().player;
    const opened = await openAccount(flow(), { email, password });
    const back = { password, new_password: flow().player.password, again: flow().player.password };
    expect((await fillIn(opened.browser, path, back)).statusCode).toBe(303);
  });

  describe('303', () => {
    it('changes the password, ends the other sessions, renews this one, and shows a notice', async () => {
      await flow().database.deleteFrom('account_session').execute();
      const { access_token } = await connect(flow());
      await flow().database.deleteFrom('account_session').execute();
      const { browser: other } = await openAccount(flow());
      const { browser: stranger } = await openAccount(flow(), flow().otherPlayer);
      const { browser, page } = await open();
      const old = browser.cookies.get(sessionCookie) ?? '';
      const lines = (await audit()).length;
      flow().advance(60);

      const answer = await browser.submit(page, path, values());
      expect([answer.statusCode, answer.headers.location]).toEqual([303, '/account/settings']);
      const cookie = answer.cookies.find(({ name }) => name === sessionCookie);
      expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' });
      expect(cookie?.value).not.toBe(old);
      const after = await browser.follow(answer);
      expect(noticeOn(after)).toBe('Your password is changed. One other browser was logged out.');
      expect(after.body).toContain('<title>Settings');

      expect((await other.open('/account')).body).toContain('<title>Log in');
      expect((await stranger.open('/account')).body).toContain('<title>Your ratings');
      browser.cookies.set(sessionCookie, old);
      expect((await browser.open('/account')).body).toContain('<title>Log in');
      expect((await account()).password_changed_at).toEqual(flow().dependencies.clock());
      const line = { actor: 'player', application_id: null, details: null };
      expect((await audit()).slice(lines)).toEqual([
        { ...line, member_id: flow().player.memberId },
      ]);
      // The player connected the applications, not the password.
      expect(await statusOfToken(flow(), access_token)).toBe(200);
    });

    it('accepts only the new password', async () => {
      const { player, app } = flow();
      const browser = new BrowserSession(app);
      expect((await logIn(browser, player)).statusCode).toBe(422);
      expect((await logIn(browser, { ...player, password: newPassword })).statusCode).toBe(303);
    });
  });
});

describe('POST /account/password if the database fails half-way', () => {
  const flow = useConnectFlow();

  it('500, and the password and the sessions are unchanged', async () => {
    const { browser } = await openAccount(flow());
    const page = await browser.open(path);
    await flow().database.schema.alterTable('audit_entry').renameTo('gone').execute();
    const { password, email } = flow().player;
    const values = { password, new_password: newPassword, again: newPassword };
    expect((await browser.submit(page, path, values)).statusCode).toBe(500);
    expect((await browser.open('/account')).body).toContain('<title>Your ratings');
    await flow().database.schema.alterTable('gone').renameTo('audit_entry').execute();
    expect((await openAccount(flow(), { email, password })).page.statusCode).toBe(200);
  });
});

describe('POST /account/password over the limit', () => {
  const flow = useConnectFlow({ environment: { LOG_IN_RATE_LIMIT: '2' } });

  it('429 after too many wrong old passwords, even with the right one', async () => {
    const { player } = flow();
    const { browser } = await openAccount(flow());
    const page = await browser.open(path);
    const values = { password: 'wrong', new_password: newPassword, again: newPassword };
    for (const _attempt of [1, 2]) {
      const answer = await browser.submit(page, path, values);
      expect(answer.statusCode).toBe(422);
    }
    const refusal = await browser.submit(page, path, { ...values, password: player.password });
    expect(refusal.statusCode).toBe(429);
    expect(Number(refusal.headers['retry-after'])).toBeGreaterThan(0);
    expect(refusal.body).toContain('There were too many attempts.');
  });
});

describe('POST /account/password while others try to log in', () => {
  const flow = useConnectFlow({ environment: { LOG_IN_RATE_LIMIT: '2' } });

  it('does not throttle the player because of refused log-ins', async () => {
    const { player, app } = flow();
    const { browser } = await openAccount(flow());
    const stranger = new BrowserSession(app);
    for (const expected of [422, 429]) {
      const answer = await logIn(stranger, { ...player, password: 'wrong' });
      expect(answer.statusCode).toBe(expected);
    }
    const values = { password: player.password, new_password: newPassword, again: newPassword };
    expect((await fillIn(browser, path, values)).statusCode).toBe(303);
  });
});
