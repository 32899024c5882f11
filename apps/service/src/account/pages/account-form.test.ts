import type { LightMyRequestResponse } from 'fastify';
import { describe, expect, it } from 'vitest';
import { BrowserSession, formFields } from '../../connect/testing/browser-session.ts';
import { useConnectFlow } from '../../connect/testing/connect-flow.ts';
import { connect, offeredSession, openAccount, openDisconnect } from '../testing/account.ts';

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

  /** A browser showing the page with the form, and what is to be filled in. */
  async function at(step: Step) {
    if (step === '/account/log-in') {
      const browser = new BrowserSession(flow().app);
      const { email, password } = flow().player;
      return { browser, page: await browser.open('/account'), values: { email, password } };
    }
    await openAccount(flow());
    await connect(flow());
    const { browser, page } = await openAccount(flow());
    switch (step) {
      case '/account/disconnect':
        return { browser, page: await openDisconnect(browser), values: {} };
      case '/account/password': {
        const { password } = flow().player;
        const values = { password, new_password: newPassword, again: newPassword };
        return { browser, page: await browser.open('/account/password'), values };
      }
      case '/account/erase': {
        const values = { password: flow().player.password, confirm: 'yes' };
        return { browser, page: await browser.open('/account/erase'), values };
      }
      case '/account/sessions/end':
        return { browser, page, values: { session: offeredSession(page) } };
      case '/account/discovery':
        return { browser, page, values: { discoverable: 'off' } };
      default:
        return { browser, page, values: {} };
    }
  }

  /** All that a form of these pages can change. */
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

  /** That the player sees the page again, and why; gives that page. */
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
    it.each([
      ['without a form token', { form_token: [] }, {}],
      ['with an empty form token', { form_token: '' }, {}],
      ['with a form token of its own making', { form_token: 'abc.def' }, {}],
      ['with two form tokens', { form_token: ['a.b', 'c.d'] }, {}],
    ])('does nothing %s, and the player goes on', async (_what, changes, headers) => {
      const { browser, page, values } = await at(step);
      const before = await state();
      const answer = await browser.submit(page, step, { ...values, ...changes }, headers);
      await expectToGoOn(step, browser, answer);
      expect(await state()).toEqual(before);
    });

    it.each([
      ['from another origin', {}, { origin: 'https://evil.example' }],
      ['from another site', {}, { 'sec-fetch-site': 'cross-site' }],
      ['from another subdomain', {}, { 'sec-fetch-site': 'same-site' }],
      [
        'from a frame without origin on another site',
        {},
        { origin: 'null', 'sec-fetch-site': 'cross-site' },
      ],
    ])('403 %s, and nothing happens', async (_what, changes, headers) => {
      const { browser, page, values } = await at(step);
      const before = await state();
      const answer = await browser.submit(page, step, { ...values, ...changes }, headers);
      expect(answer.statusCode).toBe(403);
      expect(answer.headers.location).toBeUndefined();
      expect(answer.cookies).toEqual([]);
      expect(answer.body).toContain('href="/account"');
      expect(await state()).toEqual(before);
    });

    it('does nothing with the form token of another session', async () => {
      const [mine, theirs] = [await at(step), await at(step)];
      const before = await state();
      const form_token = formFields(theirs.page.body, step).get('form_token') ?? '';
      const answer = await mine.browser.submit(mine.page, step, { ...mine.values, form_token });
      await expectToGoOn(step, mine.browser, answer);
      expect(await state()).toEqual(before);
    });

    it('leads to the log-in page without the cookie that its token is bound to', async () => {
      const { browser, page, values } = await at(step);
      browser.cookies.clear();
      const answer = await browser.submit(page, step, values);
      const shown = await expectToGoOn(step, browser, answer);
      expect(shown.body).toContain('action="/account/log-in"');
    });

    it.each([
      ['415 for JSON', 415, { 'content-type': 'application/json' }],
      ['415 for a file upload', 415, { 'content-type': 'multipart/form-data; boundary=x' }],
      ['415 for plain text', 415, { 'content-type': 'text/plain' }],
    ])('%s, as a page', async (_what, status, headers) => {
      const { browser, page, values } = await at(step);
      const answer = await browser.submit(page, step, values, headers);
      expect(answer.statusCode).toBe(status);
      expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    });

    it('413 for more than a form of ours holds', async () => {
      const { browser, page } = await at(step);
      const answer = await browser.submit(page, step, { password: 'a'.repeat(70_000) });
      expect(answer.statusCode).toBe(413);
    });
  });

  it.each(steps.slice(1))(
    '%s asks to log in where the session has ended meanwhile',
    async (step) => {
      const { browser, page, values } = await at(step);
      await flow().database.deleteFrom('account_session').execute();
      const before = await state();
      const answer = await browser.submit(page, step, values);
      expect([answer.statusCode, answer.headers.location]).toEqual([303, '/account']);
      expect(await state()).toEqual(before);
    },
  );

  it('cannot be posted with the token of the log-in form', async () => {
    const browser = new BrowserSession(flow().app);
    const logInPage = await browser.open('/account');
    const form_token = formFields(logInPage.body, '/account/log-in').get('form_token') ?? '';
    const { email, password } = flow().player;
    const redirect = await browser.submit(logInPage, '/account/log-in', { email, password });
    const page = await browser.follow(redirect);
    const answer = await browser.submit(page, '/account/log-out', { form_token });
    await expectToGoOn('/account/log-out', browser, answer);
  });

  // Last: it changes the password that the others log in with. Erasing is tried by itself.
  it.each(steps.filter((step) => step !== '/account/erase'))(
    '%s is taken from our own page',
    async (step) => {
      const { browser, page, values } = await at(step);
      const headers = { origin: 'null', 'sec-fetch-site': 'same-origin' };
      const { statusCode } = await browser.submit(page, step, values, headers);
      expect(statusCode).toBe(step === '/account/export' ? 200 : 303);
    },
  );
});
