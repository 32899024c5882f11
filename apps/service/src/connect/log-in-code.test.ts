import { describe, expect, it } from 'vitest';
import { codeAt, turnOn } from './login/testing/second-factor.ts';
import { BrowserSession, formFields } from './testing/browser-session.ts';
import { useConnectFlow } from './testing/connect-flow.ts';
import { returned, validQuery } from './testing/journeys.ts';

const CODE = '/connect/log-in/code';
const session = 'partner-rating-session';

describe('POST /connect/log-in/code', () => {
  const flow = useConnectFlow();
  let key = '';
  const code = async () => {
    if (key === '') ({ key } = await turnOn(flow().dependencies, flow().player));
    flow().advance(30);
    return codeAt(key, flow().dependencies.clock());
  };
  const asked = async () => {
    await code();
    const browser = new BrowserSession(flow().app);
    const logIn = await browser.authorize(validQuery(flow()));
    const { email, password } = flow().player;
    const page = await browser.submit(logIn, '/connect/log-in', { email, password });
    return { browser, page };
  };

  it('303 to consent for the same request, and then back to the partner', async () => {
    const { browser, page } = await asked();
    expect([page.statusCode, browser.cookies.has(session)]).toEqual([200, false]);
    expect(page.headers['content-security-policy']).toContain("form-action 'self';");
    expect((await browser.authorize(validQuery(flow()))).body).toContain('<title>Log in');
    const done = await browser.submit(page, CODE, { code: await code() });
    expect(done.statusCode).toBe(303);
    const consent = await browser.follow(done);
    const allowed = await browser.submit(consent, '/connect/consent', { decision: 'allow' });
    expect(returned(allowed).get('state')).toBe(validQuery(flow()).state);
    expect(returned(allowed).get('code')).toMatch(/^prc_/);
  });

  it('422 for a wrong code, and the player may try again', async () => {
    const { browser, page } = await asked();
    const refused = await browser.submit(page, CODE, { code: '000000' });
    expect([refused.statusCode, browser.cookies.has(session)]).toEqual([422, false]);
    const done = await browser.submit(refused, CODE, { code: await code() });
    expect(done.statusCode).toBe(303);
  });

  it('continues to consent after Back to the form for the code', async () => {
    const { browser, page } = await asked();
    expect(page.headers['cache-control']).toBe('private, no-cache');
    const values = { code: await code() };
    await browser.submit(page, CODE, values);
    const again = await browser.submit(page, CODE, values);
    expect((await browser.follow(again)).body).toContain('name="decision"');
  });

  it('redirects to the log-in page of the request after ten minutes', async () => {
    const { browser, page } = await asked();
    flow().advance(600);
    const late = await browser.submit(page, CODE, { code: await code() });
    expect([late.statusCode, browser.cookies.has(session)]).toEqual([303, false]);
    const again = await browser.follow(late);
    expect(again.body).toContain('That page was out of date');
    expect(again.body).toContain('action="/connect/log-in"');
  });

  it('400 if the form was changed to another redirect address', async () => {
    const { browser, page } = await asked();
    const query = { ...validQuery(flow()), redirect_uri: 'https://evil.example/' };
    const authorization = new URLSearchParams(query).toString();
    const answer = await browser.submit(page, CODE, { authorization, code: await code() });
    expect([answer.statusCode, browser.cookies.has(session)]).toEqual([400, false]);
    expect(answer.headers.location).toBeUndefined();
  });

  it('accepts the ticket, which proves the password, on the account page in the same browser too', async () => {
    const { browser, page } = await asked();
    const ticket = formFields(page.body, CODE).get('ticket') ?? '';
    const account = formFields((await browser.open('/account')).body, '/account/log-in');
    account.set('ticket', ticket);
    account.set('code', await code());
    const done = await browser.post('/account/log-in/code', account);
    expect([done.statusCode, done.headers.location]).toEqual([303, '/account']);
  });
});
