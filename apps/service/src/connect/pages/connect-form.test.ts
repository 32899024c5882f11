import type { LightMyRequestResponse } from 'fastify';
import { describe, expect, it } from 'vitest';
import { BrowserSession, formFields } from '../testing/browser-session.ts';
import { useConnectFlow } from '../testing/connect-flow.ts';
import { logInAt, validQuery } from '../testing/journeys.ts';

describe('a form of the connect flow', () => {
  const flow = useConnectFlow();
  const steps = ['/connect/log-in', '/connect/consent', '/connect/log-out'] as const;

  /** A browser with the page of the form, and the fields to fill in. */
  async function at(step: (typeof steps)[number]) {
    if (step === '/connect/log-in') {
      const browser = new BrowserSession(flow().app);
      const { email, password } = flow().player;
      const page = await browser.authorize(validQuery(flow()));
      return { browser, page, values: { email, password } };
    }
    const { browser, page } = await logInAt(flow(), validQuery(flow()));
    return { browser, page, values: { decision: 'allow' } };
  }
  const connections = () => flow().database.selectFrom('connection').selectAll().execute();
  const sessions = () => flow().database.selectFrom('account_session').selectAll().execute();

  describe.each(steps)('%s', (step) => {
    it('is accepted from our own page', async () => {
      const { browser, page, values } = await at(step);
      const headers = { origin: 'null', 'sec-fetch-site': 'same-origin' };
      expect((await browser.submit(page, step, values, headers)).statusCode).toBe(303);
    });

    /** Expects that nothing was done, and that the player sees the page again with the reason. Returns that page. */
    async function expectToGoOn(browser: BrowserSession, answer: LightMyRequestResponse) {
      if (step === '/connect/log-in') {
        expect(answer.statusCode).toBe(422);
        expect(answer.body).toContain('This page was open for too long');
        return answer;
      }
      expect(answer.statusCode).toBe(303);
      const page = await browser.follow(answer);
      expect(page.statusCode).toBe(200);
      expect(page.body).toContain('That page was out of date');
      return page;
    }

    it.each([
      ['without a form token', { form_token: [] }],
      ['with an invented form token', { form_token: 'abc.def' }],
    ])('does nothing %s, and the player can continue', async (_what, changes) => {
      const { browser, page, values } = await at(step);
      const before = [await connections(), await sessions()];
      const answer = await browser.submit(page, step, { ...values, ...changes });
      await expectToGoOn(browser, answer);
      expect([await connections(), await sessions()]).toEqual(before);
    });

    it('403 from another origin, and nothing happens', async () => {
      const headers = { origin: 'https://evil.example' };
      const { browser, page, values } = await at(step);
      const before = [await connections(), await sessions()];
      const answer = await browser.submit(page, step, values, headers);
      expect(answer.statusCode).toBe(403);
      expect(answer.headers.location).toBeUndefined();
      expect(answer.cookies).toEqual([]);
      expect([await connections(), await sessions()]).toEqual(before);
      const [, address = ''] = /<a class="button primary" href="([^"]+)"/.exec(answer.body) ?? [];
      expect((await browser.open(address.replaceAll('&amp;', '&'))).statusCode).toBe(200);
    });

    it('does nothing with the form token of another browser', async () => {
      const [mine, theirs] = [await at(step), await at(step)];
      const form_token = formFields(theirs.page.body, step).get('form_token') ?? '';
      const before = [await connections(), await sessions()];
      const answer = await mine.browser.submit(mine.page, step, { ...mine.values, form_token });
      await expectToGoOn(mine.browser, answer);
      expect([await connections(), await sessions()]).toEqual(before);
    });

    it('redirects to the log-in page if the browser has lost the cookie to which the form is bound', async () => {
      const { browser, page, values } = await at(step);
      browser.cookies.clear();
      const answer = await browser.submit(page, step, values);
      const shown = await expectToGoOn(browser, answer);
      expect(shown.body).toContain('action="/connect/log-in"');
      const { email, password } = flow().player;
      const loggedIn = await browser.submit(shown, '/connect/log-in', { email, password });
      expect((await browser.follow(loggedIn)).body).toContain('name="decision"');
    });

    it('403, and no redirect, for a forged form with an invalid request', async () => {
      const { browser } = await at(step);
      const authorization = String(
        new URLSearchParams({ ...validQuery(flow()), response_type: 'token' }),
      );
      const answer = await browser.post(step, new URLSearchParams({ authorization }));
      expect(answer.statusCode).toBe(403);
      // The logo links to the home page, and nothing links to the partner.
      expect(answer.body).not.toMatch(/<main[\s\S]*<a /);
    });

    it('415 for a file upload, as a page', async () => {
      const { browser, page, values } = await at(step);
      const headers = { 'content-type': 'multipart/form-data; boundary=x' };
      const answer = await browser.submit(page, step, values, headers);
      expect(answer.statusCode).toBe(415);
      expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    });

    it('413 for more than a form of ours contains', async () => {
      const { browser, page } = await at(step);
      const answer = await browser.submit(page, step, { email: 'a'.repeat(70_000) });
      expect(answer.statusCode).toBe(413);
    });

    it('405 for GET, as a page that says what to do', async () => {
      const answer = await new BrowserSession(flow().app).open(step);
      expect(answer.statusCode).toBe(405);
      expect(answer.headers.allow).toBe('POST');
      expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    });
  });

  it('cannot use the log-in form’s token for consent', async () => {
    const { browser, page } = await at('/connect/log-in');
    const form_token = formFields(page.body, '/connect/log-in').get('form_token') ?? '';
    const { email, password } = flow().player;
    const consentPage = await browser.follow(
      await browser.submit(page, '/connect/log-in', { email, password }),
    );
    const values = { decision: 'allow', form_token };
    const before = await connections();
    const answer = await browser.submit(consentPage, '/connect/consent', values);
    expect(answer.headers.location).toMatch(/^\/api\/v1\/partner\/oauth\/authorize\?/);
    expect(await connections()).toEqual(before);
  });
});
