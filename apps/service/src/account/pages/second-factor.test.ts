import { beforeEach, describe, expect, it } from 'vitest';
import { keyAddress } from '../../connect/login/domain/passwords.ts';
import { codeAt } from '../../connect/login/testing/second-factor.ts';
import { formFields } from '../../connect/testing/browser-session.ts';
import { type TestPlayer, useConnectFlow } from '../../connect/testing/connect-flow.ts';
import { fillIn, makePlayer, noticeOn, openAccount, textOf } from '../testing/account.ts';
import { mailboxOf } from '../testing/mails.ts';
import { codesOn, keyOn, openSetUp, turnOnByPages } from '../testing/second-factor.ts';
import { qrCode } from './second-factor-page.ts';

const ON = '/account/second-factor/on';
const OFF = '/account/second-factor/off';
const RECOVERY = '/account/recovery-codes';

describe('two-step verification on the account pages', () => {
  const flow = useConnectFlow({ withMailbox: true });
  let player: TestPlayer;
  let count = 0;
  const now = () => flow().dependencies.clock();
  const nextCode = (key: string) => {
    flow().advance(30);
    return codeAt(key, now());
  };

  beforeEach(async () => {
    count += 1;
    player = await makePlayer(flow(), `lena.${count}@example.com`);
  });

  describe('turning it on', () => {
    it('shows key and codes once, and says so on the account page and by mail', async () => {
      const { browser, page, recoveryCodes } = await turnOnByPages(flow(), player);
      expect(page.statusCode).toBe(200);
      expect(page.headers['cache-control']).toBe('private, no-store');
      expect(noticeOn(page)).toBe('Two-step verification is on.');
      expect(new Set(recoveryCodes).size).toBe(10);
      const account = await browser.open('/account/settings');
      expect(textOf(account)).toContain('10 recovery codes are left');
      expect(textOf(await browser.open('/account/second-factor'))).toContain('Turn off two-step');
      const activity = textOf(await browser.open('/account/activity'));
      expect(activity).toContain('Two-step verification turned on By you');
      const mail = await mailboxOf(flow()).next(player.email);
      expect(mail.subject).toBe('Two-step verification is on');
      for (const code of recoveryCodes) expect(account.body + mail.text).not.toContain(code);
    });

    it('shows the same key as text, as a link, and as a picture', async () => {
      const { browser } = await openAccount(flow(), player);
      const page = await openSetUp(browser, player.password);
      const key = keyOn(page).replaceAll(' ', '');
      const address = keyAddress(key, player.email, 'Partner Rating');
      expect(page.body).toContain(`href="${address.replaceAll('&', '&amp;')}"`);
      expect(page.body).toContain(qrCode(address).path);
      expect(page.body).not.toContain('<script');
    });

    it('begins with the password, and is only on after a right code', async () => {
      const { browser } = await openAccount(flow(), player);
      for (const password of ['', 'wrong']) {
        const refused = await openSetUp(browser, password);
        expect(refused.statusCode).toBe(422);
        expect(refused.body).not.toContain('otpauth:');
      }
      const setUp = await openSetUp(browser, player.password);
      const wrong = await browser.submit(setUp, ON, { code: codeAt('A'.repeat(32), now()) });
      const none = await browser.submit(wrong, ON, { code: 'abc' });
      expect([wrong.statusCode, none.statusCode]).toEqual([422, 422]);
      expect(textOf(await browser.open('/account/settings'))).toContain('Off: a log-in asks');
      // The page of the error has the same key, because the app already has it.
      expect(keyOn(none)).toBe(keyOn(setUp));
      const on = await browser.submit(none, ON, { code: codeAt(keyOn(none), now()) });
      expect(on.statusCode).toBe(200);
    });

    it('asks for the password again after ten minutes, in another session, and with another key', async () => {
      const { browser } = await openAccount(flow(), player);
      const other = await openAccount(flow(), player);
      const setUp = await openSetUp(browser, player.password);
      const elsewhere = await openSetUp(other.browser, player.password);
      const ticketOf = (page: typeof setUp) => formFields(page.body, ON).get('ticket') ?? '';
      const code = codeAt(keyOn(setUp), now());
      const forged = { ticket: ticketOf(setUp).replace(/^..../, 'AAAA'), code };
      const answers = [
        await other.browser.submit(elsewhere, ON, { ticket: ticketOf(setUp), code }),
        await browser.submit(setUp, ON, forged),
      ];
      flow().advance(600);
      answers.push(await browser.submit(setUp, ON, { code: codeAt(keyOn(setUp), now()) }));
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([422, 422, 422]);
      for (const { body } of answers) expect(body).toContain('That took too long.');
      expect(textOf(await browser.open('/account/settings'))).toContain('Off: a log-in asks');
    });

    it('says that two-step verification is on and where to get codes, if the form is sent twice, as by a double click', async () => {
      const { browser } = await openAccount(flow(), player);
      const setUp = await openSetUp(browser, player.password);
      const code = codeAt(keyOn(setUp), now());
      await browser.submit(setUp, ON, { code });
      const again = await browser.follow(await browser.submit(setUp, ON, { code }));
      expect(noticeOn(again)).toContain('Two-step verification is on.');
      expect(again.body).toMatch(/class="notice".*<a href="\/account\/recovery-codes">/);
    });

    it('uses the first of two set-ups, and says that the other key does not work', async () => {
      const { browser } = await openAccount(flow(), player);
      const [first, second] = [
        await openSetUp(browser, player.password),
        await openSetUp(browser, player.password),
      ];
      await browser.submit(first, ON, { code: codeAt(keyOn(first), now()) });
      const late = await browser.submit(second, ON, { code: codeAt(keyOn(second), now()) });
      expect(late.statusCode).toBe(303);
      const account = await browser.follow(late);
      expect(codesOn(account)).toEqual([]);
      expect(noticeOn(account)).toContain('Two-step verification was on already. The key that you');
      expect(account.body).toMatch(/class="notice".*<a href="\/account\/recovery-codes">/);
    });
  });

  describe('turning it off', () => {
    it('needs password and code, and mails the player', async () => {
      const { browser, key } = await turnOnByPages(flow(), player);
      const page = await browser.open('/account/second-factor');
      const { password } = player;
      const code = nextCode(key);
      const refusals = [
        await browser.submit(page, OFF, { password: 'wrong', code }),
        await browser.submit(page, OFF, { password, code: '' }),
        await browser.submit(page, OFF, { password, code: codeAt(key, new Date(0)) }),
      ];
      expect(refusals.map(({ statusCode }) => statusCode)).toEqual([422, 422, 422]);
      expect(refusals[0]?.body).toContain('The password is wrong.');
      expect(refusals[2]?.body).toContain('This code is wrong, or was used before.');
      const off = await browser.follow(await browser.submit(page, OFF, { password, code }));
      expect(noticeOn(off)).toBe('Two-step verification is off.');
      await mailboxOf(flow()).next(player.email, 'Two-step verification is off');
      const again = await browser.submit(page, OFF, { password, code: nextCode(key) });
      expect(again.statusCode).toBe(303);
    });
  });

  describe('making new recovery codes', () => {
    it('needs password and code, and shows the new ones once', async () => {
      const { browser, key, recoveryCodes } = await turnOnByPages(flow(), player);
      const page = await browser.open(RECOVERY);
      const { password } = player;
      const wrong = await browser.submit(page, RECOVERY, { password, code: '000000' });
      expect(wrong.statusCode).toBe(422);
      const done = await browser.submit(page, RECOVERY, { password, code: nextCode(key) });
      expect(codesOn(done)).toHaveLength(10);
      expect(codesOn(done)).not.toContain(recoveryCodes[0]);
      await mailboxOf(flow()).next(player.email, 'You have new recovery codes');
    });

    it('303 to the account without two-step verification', async () => {
      const { browser } = await openAccount(flow(), player);
      expect((await browser.open(RECOVERY)).statusCode).toBe(303);
    });
  });

  describe('while it is on', () => {
    const newPassword = { new_password: 'battery staple', again: 'battery staple' };
    it.each([
      ['/account/erase', { confirm: 'yes' }, 'Nothing is erased'],
      ['/account/email', { email: 'lena.new@example.com' }, 'No link is sent'],
      ['/account/password', newPassword, 'Your password is not changed'],
    ])('%s needs a code next to the password', async (path, values, refusal) => {
      const { browser, key } = await turnOnByPages(flow(), player);
      const page = await browser.open(path);
      const { password } = player;
      const code = nextCode(key);
      const refusals = [
        await browser.submit(page, path, { ...values, password, code: '' }),
        await browser.submit(page, path, { ...values, password, code: codeAt(key, new Date(0)) }),
        await browser.submit(page, path, { ...values, password: 'wrong', code }),
      ];
      for (const refused of refusals) {
        expect(refused.statusCode).toBe(422);
        expect(refused.body).toContain(refusal);
        expect(formFields(refused.body, path).has('code')).toBe(true);
      }
      expect(refusals[2]?.body).toContain('The password is wrong.');
      const done = await browser.submit(page, path, { ...values, password, code });
      expect(done.statusCode).toBe(303);
    });

    it('a form with another error consumes no code', async () => {
      const { browser, key } = await turnOnByPages(flow(), player);
      const erase = async (values: Record<string, string>) =>
        (await fillIn(browser, '/account/erase', values)).statusCode;
      const values = { password: player.password, code: nextCode(key) };
      expect(await erase(values)).toBe(422);
      expect(await erase({ ...values, confirm: 'yes' })).toBe(303);
    });
  });

  it('303 to the account for a form that no page of this session created', async () => {
    const { browser } = await openAccount(flow(), player);
    for (const path of [ON, OFF, RECOVERY, '/account/second-factor']) {
      const answer = await browser.post(path, new URLSearchParams({ password: player.password }));
      expect([answer.statusCode, answer.headers.location]).toEqual([303, '/account']);
    }
  });
});

describe('passwords tried at the set-up over the limit', () => {
  const flow = useConnectFlow({ environment: { LOG_IN_RATE_LIMIT: '3' } });

  it('429, even with the right one', async () => {
    const { browser } = await openAccount(flow());
    for (const _ of [1, 2, 3]) {
      expect((await openSetUp(browser, 'wrong')).statusCode).toBe(422);
    }
    const refused = await openSetUp(browser, flow().player.password);
    expect(refused.statusCode).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  });
});
