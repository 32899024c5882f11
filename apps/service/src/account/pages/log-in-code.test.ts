import { beforeEach, describe, expect, it } from 'vitest';
import { codeAt } from '../../connect/login/testing/second-factor.ts';
import { BrowserSession, formFields } from '../../connect/testing/browser-session.ts';
import { type TestPlayer, useConnectFlow } from '../../connect/testing/connect-flow.ts';
import { requestPasswordLink } from '../change-password.ts';
import { makePlayer, openAccount, sessionCookie, textOf } from '../testing/account.ts';
import { followLink, mailboxOf } from '../testing/mails.ts';
import { askedForCode, turnOnByPages } from '../testing/second-factor.ts';

const CODE = '/account/log-in/code';
const wrongCode = '000000';

describe('POST /account/log-in/code', () => {
  const flow = useConnectFlow({ withMailbox: true });
  let player: TestPlayer;
  let key: string;
  let recoveryCodes: string[];
  let count = 0;
  const nextCode = () => {
    flow().advance(30);
    return codeAt(key, flow().dependencies.clock());
  };
  const hasSession = (browser: BrowserSession) => browser.cookies.has(sessionCookie);
  const actions = async () => {
    const entries = flow().database.selectFrom('audit_entry').select('action');
    const own = entries.where('member_id', '=', player.memberId).orderBy('audit_order');
    return (await own.execute()).map(({ action }) => action);
  };

  beforeEach(async () => {
    count += 1;
    player = await makePlayer(flow(), `lena.${count}@example.com`);
    ({ key, recoveryCodes } = await turnOnByPages(flow(), player));
  });

  it('303 to the account, while the right password alone gives neither a session nor a known browser', async () => {
    const { browser, page } = await askedForCode(flow(), player);
    expect([page.statusCode, hasSession(browser)]).toEqual([200, false]);
    expect(browser.cookies.has('partner-rating-device')).toBe(false);
    expect(textOf(page)).toContain('Enter your code');
    expect((await browser.open('/account')).body).toContain('<title>Log in');
    const done = await browser.submit(page, CODE, { code: nextCode() });
    expect([done.statusCode, done.headers.location]).toEqual([303, '/account']);
    expect(browser.cookies.has('partner-rating-device')).toBe(true);
    expect((await browser.follow(done)).body).toContain('<title>Your ratings');
    expect((await actions()).slice(-2)).toEqual(['log_in.code_asked', 'log_in.succeeded']);
  });

  it('continues after Back to the form for the code, without another code', async () => {
    const { browser, page } = await askedForCode(flow(), player);
    expect(page.headers['cache-control']).toBe('private, no-cache');
    const values = { code: nextCode() };
    await browser.submit(page, CODE, values);
    const session = browser.cookies.get(sessionCookie);
    const before = await actions();
    const again = await browser.submit(page, CODE, values);
    expect([again.statusCode, again.headers.location]).toEqual([303, '/account']);
    expect(browser.cookies.get(sessionCookie)).toBe(session);
    expect(await actions()).toEqual(before);
    // The session of another player proves nothing here: the code is tried, and was used.
    const other = await openAccount(flow());
    browser.cookies.set(sessionCookie, other.browser.cookies.get(sessionCookie) ?? '');
    expect((await browser.submit(page, CODE, values)).statusCode).toBe(422);
  });

  it('303 for a recovery code with any spaces, once, and mails the player', async () => {
    const [code = ''] = recoveryCodes;
    const first = await askedForCode(flow(), player);
    const done = await first.browser.submit(first.page, CODE, { code: code.replace(/ /g, '-') });
    expect(done.statusCode).toBe(303);
    const mail = await mailboxOf(flow()).next(player.email, 'A recovery code was used');
    expect(mail.text).toContain('9 are left.');
    const second = await askedForCode(flow(), player);
    const again = await second.browser.submit(second.page, CODE, { code });
    expect([again.statusCode, hasSession(second.browser)]).toEqual([422, false]);
    expect(await actions()).toContain('recovery_code.used');
  });

  describe('422', () => {
    it('for a wrong code, and the player may try again', async () => {
      const { browser, page } = await askedForCode(flow(), player);
      const refused = await browser.submit(page, CODE, { code: wrongCode });
      expect([refused.statusCode, hasSession(browser)]).toEqual([422, false]);
      expect(refused.body).toContain('<title>Error: Enter your code');
      expect(refused.body).toContain('<a href="#code">This code is wrong');
      const done = await browser.submit(refused, CODE, { code: nextCode() });
      expect(done.statusCode).toBe(303);
    });

    it('for a code that was used before, in any browser, without a warning', async () => {
      const code = nextCode();
      const [first, second] = [
        await askedForCode(flow(), player),
        await askedForCode(flow(), player),
      ];
      await first.browser.submit(first.page, CODE, { code });
      const replayed = await second.browser.submit(second.page, CODE, { code });
      expect([replayed.statusCode, hasSession(second.browser)]).toEqual([422, false]);
      expect(replayed.body).toContain('This code was used already.');
      expect(await actions()).not.toContain('second_factor.refused');
      // Only the mails of this player, because those of earlier tests may still wait.
      const waiting = flow().database.selectFrom('mail').select('kind');
      const own = await waiting.where('member_id', '=', player.memberId).execute();
      expect(own).not.toContainEqual({ kind: 'second-factor-refused' });
      const sent = mailboxOf(flow()).received.filter(({ to }) => to === player.email);
      expect(sent.map(({ subject }) => subject)).not.toContain('A wrong code after your password');
    });

    it('warns at the current address of the account, if it changed since the password', async () => {
      const { browser, page } = await askedForCode(flow(), player);
      const email = `new.${player.email}`;
      const members = flow().database.updateTable('member').set({ email });
      await members.where('id', '=', player.memberId).execute();
      await browser.submit(page, CODE, { code: wrongCode });
      await mailboxOf(flow()).next(email, 'A wrong code after your password');
    });

    it('warns the player with one mail a day about somebody who has the password', async () => {
      const guess = async () => {
        const { browser, page } = await askedForCode(flow(), player);
        await browser.submit(page, CODE, { code: wrongCode });
      };
      const warnings = () => {
        const mails = mailboxOf(flow()).received.filter(({ to }) => to === player.email);
        return mails.filter(({ subject }) => subject === 'A wrong code after your password').length;
      };
      await guess();
      await guess();
      await mailboxOf(flow()).next(player.email, 'A wrong code after your password');
      flow().advance(24 * 60 * 60 + 1);
      await guess();
      await mailboxOf(flow()).next(player.email, 'A wrong code after your password');
      expect(warnings()).toBe(2);
    });
  });

  describe('does not log in, and the player can continue', () => {
    /** Sends the form with the right code and this ticket, which proves that the browser has entered the password. */
    const refusalOf = async (browser: BrowserSession, fields: URLSearchParams, ticket?: string) => {
      if (ticket !== undefined) fields.set('ticket', ticket);
      fields.set('code', nextCode());
      const answer = await browser.post(CODE, fields);
      expect(hasSession(browser)).toBe(false);
      return answer.statusCode;
    };

    it('in another browser than the one with the password', async () => {
      const { page } = await askedForCode(flow(), player);
      const other = await askedForCode(flow(), flow().otherPlayer);
      const fields = formFields(
        (await new BrowserSession(flow().app).open('/account')).body,
        '/account/log-in',
      );
      const stolen = formFields(page.body, CODE).get('ticket') ?? '';
      other.browser.cookies.delete(sessionCookie);
      expect(await refusalOf(other.browser, fields, stolen)).toBe(422);
      const own = await other.browser.open('/account');
      const bound = formFields(own.body, '/account/log-in');
      expect(await refusalOf(other.browser, bound, stolen)).toBe(303);
    });

    it('after ten minutes, and if the ticket was changed', async () => {
      const { browser, page } = await askedForCode(flow(), player);
      const fields = formFields(page.body, CODE);
      const ticket = fields.get('ticket') ?? '';
      expect(await refusalOf(browser, fields, ticket.slice(4))).toBe(303);
      flow().advance(600);
      expect(await refusalOf(browser, fields, ticket)).toBe(303);
    });

    it('if two-step verification was turned off, or the password was changed, after the password was checked', async () => {
      const { browser, page } = await askedForCode(flow(), player);
      await requestPasswordLink(flow().dependencies, 'player', player.email);
      const mail = await mailboxOf(flow()).next(player.email, 'Choose a new password');
      const other = new BrowserSession(flow().app);
      const chosen = 'nets and lines at dawn';
      const form = await followLink(other, mail);
      await other.submit(form, '/account/password/new', { new_password: chosen, again: chosen });
      expect(await refusalOf(browser, formFields(page.body, CODE))).toBe(303);

      // The new password still needs a code.
      const asked = await askedForCode(flow(), { ...player, password: chosen }, browser);
      expect(textOf(asked.page)).toContain('Enter your code');
      await flow().database.deleteFrom('account_second_factor').execute();
      const stale = await browser.submit(asked.page, CODE, { code: nextCode() });
      expect([stale.statusCode, stale.headers.location]).toEqual([303, '/account']);
    });
  });
});

describe('codes tried over the limit', () => {
  const environment = { LOG_IN_RATE_LIMIT: '6', TRUSTED_PROXIES: '127.0.0.1' };
  const flow = useConnectFlow({ environment });

  it('429 for an hour from all networks, but not for the owner', async () => {
    const { browser: owner, key, recoveryCodes } = await turnOnByPages(flow());
    const { browser, page } = await askedForCode(flow());
    let address = 0;
    const guess = async (code: string) => {
      address += 1;
      const headers = { 'x-forwarded-for': `192.0.2.${address}` };
      return await browser.submit(page, CODE, { code }, headers);
    };
    for (let guesses = 0; guesses < 6; guesses += 1) {
      expect((await guess(wrongCode)).statusCode).toBe(422);
    }
    flow().advance(30);
    const right = codeAt(key, flow().dependencies.clock());
    const refused = await guess(right);
    expect(refused.statusCode).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(60);
    expect(refused.body).toMatch(/There were too many attempts\. Wait \d\d minutes\./);
    expect(refused.body).toContain('Or enter a recovery code');
    expect(browser.cookies.has(sessionCookie)).toBe(false);

    const known = await askedForCode(flow(), flow().player, owner);
    const byCode = await known.browser.submit(known.page, CODE, { code: right });
    const byRecovery = await guess(recoveryCodes[0] ?? '');
    expect([byCode.statusCode, byRecovery.statusCode]).toEqual([303, 303]);
  });
});
