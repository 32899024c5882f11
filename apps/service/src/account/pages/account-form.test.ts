import type { LightMyRequestResponse } from 'fastify';
import { describe, expect, it } from 'vitest';
import { BrowserSession, formFields } from '../../connect/testing/browser-session.ts';
import { useConnectFlow } from '../../connect/testing/connect-flow.ts';
import {
  connect,
  logIn,
  offeredSession,
  openAccount,
  openDisconnect,
  openSettings,
} from '../testing/account.ts';

const steps = [
  '/account/log-in',
  '/account/log-out',
  '/account/disconnect',
  '/account/sessions/end',
  '/account/sessions/end-others',
  '/account/discovery',
  '/account/export',
  '/account/password',
  '/account/erase',
] as const;
type Step = (typeof steps)[number];

describe('a form of the account pages', () => {
  const flow = useConnectFlow();
  const newPassword = 'battery staple Mike';

  /** A browser with the page of the form, and the fields to fill in. */
  async function at(step: Step) {
    const { email, password } = flow().player;
    if (step === '/account/log-in') {
      const browser = new BrowserSession(flow().app);
      return { browser, page: await browser.open('/account'), values: { email, password } };
    }
    await openAccount(flow());
    await connect(flow());
    const { browser, page } = await openSettings(flow());
    switch (step) {
      case '/account/disconnect':
        return { browser, page: await openDisconnect(browser), values: {} };
      case '/account/password': {
        const values = { password, new_password: newPassword, again: newPassword };
        return { browser, page: await browser.open(step), values };
      }
      case '/account/erase':
        return { browser, page: await browser.open(step), values: { password, confirm: 'yes' } };
      case '/account/sessions/end':
        return { browser, page, values: { session: offeredSession(page) } };
      case '/account/discovery':
        return { browser, page, values: { discoverable: 'off' } };
      default:
        return { browser, page, values: {} };
    }
  }

  /** Everything that a form of these pages can change. */
  async function state() {
    const { database } = flow();
    return {
      connections: await database.selectFrom('connection').selectAll().orderBy('id').execute(),
      tokens: await database.selectFrom('access_token').selectAll().orderBy('token_hash').execute(),
      sessions: await database.selectFrom('account_session').selectAll().orderBy('id').execute(),
      members: await database.selectFrom('member').selectAll().orderBy('id').execute(),
      accounts: await database.selectFrom('account').selectAll().orderBy('member_id').execute(),
      audit: await database.selectFrom('audit_entry').selectAll().execute(),
    };
  }

  /** Expects that the player sees the page again with the reason. Returns that page. */
  async function expectToGoOn(
    step: Step,
    browser: BrowserSession,
    answer: LightMyRequestResponse,
  ): Promise<LightMyRequestResponse> {
    if (step === '/account/log-in') {
      expect(answer.statusCode).toBe(422);
      expect(answer.body).toContain('This page was open for too long');
      return answer;
    }
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/account']);
    const page = await browser.follow(answer);
    expect(page.body).toContain('That page was out of date');
    return page;
  }

  describe.each(steps)('%s', (step) => {
    it('does nothing without a form token of its session, and the player can continue', async () => {
      const { browser, page, values } = await at(step);
      const theirs = formFields((await at(step)).page.body, step).get('form_token') ?? '';
      const before = await state();
      for (const form_token of [[], '', 'abc.def', ['a.b', 'c.d'], theirs]) {
        const answer = await browser.submit(page, step, { ...values, form_token });
        await expectToGoOn(step, browser, answer);
        expect(await state()).toEqual(before);
      }
    });

    it('403 from another origin, site, subdomain, or frame, and nothing happens', async () => {
      const { browser, page, values } = await at(step);
      const before = await state();
      for (const headers of [
        { origin: 'https://evil.example' },
        { 'sec-fetch-site': 'cross-site' },
        { 'sec-fetch-site': 'same-site' },
        { origin: 'null', 'sec-fetch-site': 'cross-site' },
      ]) {
        const answer = await browser.submit(page, step, values, headers);
        expect([answer.statusCode, answer.headers.location]).toEqual([403, undefined]);
        expect(answer.cookies).toEqual([]);
        expect(answer.body).toContain('href="/account"');
        expect(await state()).toEqual(before);
      }
    });

    it('redirects to the log-in page if the browser has lost the cookie to which the form is bound', async () => {
      const { browser, page, values } = await at(step);
      browser.cookies.clear();
      const answer = await browser.submit(page, step, values);
      const shown = await expectToGoOn(step, browser, answer);
      expect(shown.body).toContain('action="/account/log-in"');
    });

    it('415 for JSON, a file, or plain text, as a page, and 413 for more than the form contains', async () => {
      const { browser, page, values } = await at(step);
      for (const type of ['application/json', 'multipart/form-data; boundary=x', 'text/plain']) {
        const answer = await browser.submit(page, step, values, { 'content-type': type });
        expect(answer.statusCode).toBe(415);
        expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
      }
      const large = await browser.submit(page, step, { password: 'a'.repeat(70_000) });
      expect(large.statusCode).toBe(413);
    });
  });

  it.each(steps.slice(1))('%s asks to log in if the session has ended', async (step) => {
    const { browser, page, values } = await at(step);
    await flow().database.deleteFrom('account_session').execute();
    const before = await state();
    const answer = await browser.submit(page, step, values);
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/account']);
    expect(await state()).toEqual(before);
  });

  it('cannot be posted with the token of the log-in form', async () => {
    const browser = new BrowserSession(flow().app);
    const logInPage = await browser.open('/account');
    const form_token = formFields(logInPage.body, '/account/log-in').get('form_token') ?? '';
    const page = await browser.follow(await logIn(browser, flow().player));
    const answer = await browser.submit(page, '/account/log-out', { form_token });
    await expectToGoOn('/account/log-out', browser, answer);
  });

  // Last, because it changes the password with which the others log in. Another test erases the account.
  it.each(steps.filter((step) => step !== '/account/erase'))(
    '%s is accepted from our own page',
    async (step) => {
      const { browser, page, values } = await at(step);
      const headers = { origin: 'null', 'sec-fetch-site': 'same-origin' };
      const { statusCode } = await browser.submit(page, step, values, headers);
      expect(statusCode).toBe(step === '/account/export' ? 200 : 303);
    },
  );
});
