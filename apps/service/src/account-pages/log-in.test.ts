import { describe, expect, it } from 'vitest';
import { BrowserSession, unescapeHtml } from '../oauth/testing/browser-session.ts';
import { useConnectFlow } from '../oauth/testing/connect-flow.ts';
import { validQuery } from '../oauth/testing/journeys.ts';
import { openAccount, sessionCookie } from './testing/account.ts';

describe('POST /account/log-in', () => {
  const flow = useConnectFlow();
  const open = async () => {
    const browser = new BrowserSession(flow().app);
    return { browser, page: await browser.open('/account') };
  };
  const credentials = () => ({ email: flow().player.email, password: flow().player.password });

  describe('303', () => {
    it('goes to the account, with a new session', async () => {
      const { browser, page } = await open();
      browser.cookies.set(sessionCookie, 'p'.repeat(43));
      const answer = await browser.submit(page, '/account/log-in', credentials());
      expect([answer.statusCode, answer.headers.location]).toEqual([303, '/account']);
      expect([...browser.cookies.keys()].toSorted()).toEqual([
        'partner-rating-device',
        sessionCookie,
        'partner-rating-visit',
      ]);
      expect(browser.cookies.get(sessionCookie)).not.toBe('p'.repeat(43));
    });

    it('goes on in a second tab, logged in as the same player', async () => {
      const { browser, page } = await open();
      const secondTab = await browser.open('/account');
      await browser.submit(page, '/account/log-in', credentials());
      const token = browser.cookies.get(sessionCookie);
      const second = await browser.submit(secondTab, '/account/log-in', credentials());
      expect([second.statusCode, second.headers.location]).toEqual([303, '/account']);
      expect(browser.cookies.get(sessionCookie)).toBe(token);
    });

    it('logs in for the connect flow too', async () => {
      const { browser } = await openAccount(flow());
      const page = await browser.authorize(validQuery(flow()));
      expect(page.body).toContain('name="decision"');
    });
  });

  describe('422', () => {
    it('says the same to an unknown account and a wrong password', async () => {
      const bodies: string[] = [];
      for (const email of [flow().player.email, 'nobody.at.all@example.com']) {
        const { browser, page } = await open();
        const answer = await browser.submit(page, '/account/log-in', { email, password: 'wrong' });
        expect(answer.statusCode).toBe(422);
        // A browser that may not keep it shows an error after Back.
        expect(answer.headers['cache-control']).toBe('private, no-cache');
        expect(browser.cookies.has(sessionCookie)).toBe(false);
        bodies.push(
          answer.body
            .replaceAll(email, 'EMAIL')
            .replace(/name="form_token" value="[^"]*"/, 'name="form_token"'),
        );
      }
      expect(bodies[0]).toContain('The e-mail address or the password is wrong.');
      expect(bodies[0]).toBe(bodies[1]);
    });

    it('keeps the e-mail address, escaped, and never the password', async () => {
      const { browser, page } = await open();
      const values = { email: '"><script>alert(1)</script>', password: 'secret words' };
      const { body } = await browser.submit(page, '/account/log-in', values);
      expect(body).not.toContain('<script');
      expect(unescapeHtml(body)).toContain(values.email);
      expect(body).not.toContain('secret words');
    });

    it('links the summary of what is missing to the fields', async () => {
      const { browser, page } = await open();
      const { body } = await browser.submit(page, '/account/log-in', { email: '', password: '' });
      expect(body).toContain('<title>Error: Log in');
      expect(body).toContain('<a href="#email">Enter your e-mail address.</a>');
      expect(body).toContain('<a href="#password">Enter your password.</a>');
    });
  });
});

describe('POST /account/log-in on HTTPS', () => {
  const flow = useConnectFlow({ publicUrl: 'https://rating.example' });

  it('sets its cookies Secure and bound to the host', async () => {
    const { browser, page } = await openAccount(flow());
    expect([...browser.cookies.keys()].toSorted()).toEqual([
      '__Host-partner-rating-device',
      `__Host-${sessionCookie}`,
      '__Host-partner-rating-visit',
    ]);
    const answer = await browser.submit(page, '/account/log-out', {});
    expect(answer.cookies).toMatchObject([
      { name: `__Host-${sessionCookie}`, maxAge: 0 },
      { name: '__Host-partner-rating-notice', secure: true, httpOnly: true, path: '/' },
    ]);
  });
});

describe('passwords tried over the limit', () => {
  const flow = useConnectFlow({ environment: { LOG_IN_RATE_LIMIT: '2' } });

  it('429 wherever they are tried: the log-in forms share one throttle', async () => {
    const { email } = flow().player;
    const values = { email, password: 'wrong' };
    const browser = new BrowserSession(flow().app);
    const logInPage = await browser.open('/account');
    const atAccount = await browser.submit(logInPage, '/account/log-in', values);
    const connectPage = await browser.authorize(validQuery(flow()));
    const atConnect = await browser.submit(connectPage, '/connect/log-in', values);
    expect([atAccount.statusCode, atConnect.statusCode]).toEqual([422, 422]);

    const right = { email, password: flow().player.password };
    const refusals = [
      await browser.submit(logInPage, '/account/log-in', right),
      await browser.submit(connectPage, '/connect/log-in', right),
    ];
    for (const refusal of refusals) {
      expect(refusal.statusCode).toBe(429);
      expect(Number(refusal.headers['retry-after'])).toBeGreaterThan(0);
      expect(refusal.body).toContain('There were too many attempts.');
      expect(refusal.cookies).toEqual([]);
    }
  });
});
