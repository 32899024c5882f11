import { describe, expect, it } from 'vitest';
import { BrowserSession, formFields, unescapeHtml } from '../testing/browser-session.ts';
import { useConnectFlow } from '../testing/connect-flow.ts';
import { startedQuery, validQuery } from '../testing/journeys.ts';

const session = 'partner-rating-session';

describe('POST /connect/log-in', () => {
  const flow = useConnectFlow();
  const open = async () => {
    const browser = new BrowserSession(flow().app);
    return { browser, page: await browser.authorize(validQuery(flow())) };
  };
  /** Submits the log-in form in a new browser. */
  const logInWith = async (values: Record<string, string>) => {
    const { browser, page } = await open();
    return { browser, answer: await browser.submit(page, '/connect/log-in', values) };
  };
  const credentials = () => ({ email: flow().player.email, password: flow().player.password });

  describe('303', () => {
    it('continues to consent for the same request', async () => {
      const { browser, answer: redirect } = await logInWith(credentials());
      expect(redirect.statusCode).toBe(303);
      const query = new URLSearchParams(String(redirect.headers.location).split('?')[1]);
      expect(Object.fromEntries(query)).toEqual(validQuery(flow()));
      expect((await browser.follow(redirect)).body).toContain('name="decision"');
    });

    it('contains only the reference of a request of the partner’s server', async () => {
      const query = await startedQuery(flow(), { state: 'stored' });
      const browser = new BrowserSession(flow().app);
      const page = await browser.authorize(`${query}&state=added&scope=user:profile:email`);
      const carried = new URLSearchParams(
        formFields(page.body, '/connect/log-in').get('authorization') ?? '',
      );
      expect([...carried.keys()]).toEqual(['client_id', 'request_uri']);
      const redirect = await browser.submit(page, '/connect/log-in', credentials());
      expect(redirect.headers.location).not.toContain('added');
    });

    it('continues in a second tab as the same player, and the first tab can still decide', async () => {
      const { browser, page } = await open();
      const secondTab = await browser.authorize(validQuery(flow()));
      const first = await browser.follow(
        await browser.submit(page, '/connect/log-in', credentials()),
      );
      const email = ` ${flow().player.email.toUpperCase()}`;
      const second = await browser.submit(secondTab, '/connect/log-in', {
        email,
        password: 'typo',
      });
      expect((await browser.follow(second)).body).toContain('name="decision"');
      const back = await browser.submit(first, '/connect/consent', { decision: 'allow' });
      expect(back.headers.location).toContain('code=');
    });

    it('logs in another player in a second tab', async () => {
      const { browser, page } = await open();
      const secondTab = await browser.authorize(validQuery(flow()));
      await browser.submit(page, '/connect/log-in', credentials());
      const { email, password } = flow().otherPlayer;
      const wrong = await browser.submit(secondTab, '/connect/log-in', {
        email,
        password: 'wrong',
      });
      expect(wrong.statusCode).toBe(422);
      const second = await browser.submit(secondTab, '/connect/log-in', { email, password });
      expect((await browser.follow(second)).body).toContain('Priya Natarajan');
    });
  });

  describe('422', () => {
    it('links the error summary to the field', async () => {
      const { body } = (await logInWith({ email: '', password: '' })).answer;
      expect(body).toContain('<title>Error: Log in');
      expect(body).toContain('<a href="#email">Enter your email address.</a>');
      expect(body).toContain('<a href="#password">Enter your password.</a>');
      expect(body).toMatch(
        /<input id="email"[^>]*aria-invalid="true" aria-describedby="email-error"/,
      );
    });

    it('keeps the email address, escaped, but never the password', async () => {
      const values = { email: '"><script>alert(1)</script>', password: 'secret words' };
      const { body } = (await logInWith(values)).answer;
      expect(body).not.toContain('<script>alert');
      expect(
        unescapeHtml(/value="([^"]*)" aria|name="email"[^>]*value="([^"]*)"/.exec(body)?.[2] ?? ''),
      ).toBe(values.email);
      expect(body).not.toContain('secret words');
    });
  });

  describe('400 and 303, the request validated again', () => {
    it('400 if the form was changed to another redirect address', async () => {
      const authorization = String(
        new URLSearchParams({ ...validQuery(flow()), redirect_uri: 'https://evil.example/' }),
      );
      const { browser, answer } = await logInWith({ ...credentials(), authorization });
      expect(answer.statusCode).toBe(400);
      expect(answer.headers.location).toBeUndefined();
      expect(browser.cookies.has(session)).toBe(false);
    });

    it('303 with the error if the form was changed to an unknown scope', async () => {
      const authorization = String(new URLSearchParams({ ...validQuery(flow()), scope: 'all' }));
      const { browser, answer } = await logInWith({ ...credentials(), authorization });
      expect(answer.headers.location).toContain('error=invalid_scope');
      expect(browser.cookies.has(session)).toBe(false);
    });
  });
});
