import { describe, expect, it } from 'vitest';
import { useConnectFlow } from './testing/connect-flow.ts';
import { logInAt, validQuery } from './testing/journeys.ts';

describe('POST /connect/log-out', () => {
  const flow = useConnectFlow();

  it('303 ends the session and shows the log-in page of the same request', async () => {
    const { browser, page } = await logInAt(flow(), validQuery(flow()));
    const token = browser.cookies.get('partner-rating-session') ?? '';
    const redirect = await browser.submit(page, '/connect/log-out', {});
    expect(redirect.statusCode).toBe(303);
    expect(browser.cookies.has('partner-rating-session')).toBe(false);
    expect((await browser.follow(redirect)).body).toContain('Courtside Club');

    browser.cookies.set('partner-rating-session', token);
    const page2 = await browser.authorize(validQuery(flow()));
    expect(page2.body).toContain('<title>Log in');
  });
});
