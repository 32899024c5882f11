import { testRows } from '@partner-rating/table-tests';
import type { LightMyRequestResponse } from 'fastify';
import { describe, expect, it } from 'vitest';
import {
  BrowserSession,
  formFields,
  unescapeHtml,
} from '../../src/connect/testing/browser-session.ts';
import { useConnectFlow } from '../../src/connect/testing/connect-flow.ts';
import { logInAt, startAuthorization, validQuery } from '../../src/connect/testing/journeys.ts';

const session = 'partner-rating-session';
const hostile = '"><script>alert(document.domain)</script><a href="https://evil.example">';

describe('a hostile form', () => {
  const flow = useConnectFlow();
  const connections = () => flow().database.selectFrom('connection').selectAll().execute();
  const tokenOf = (body: string) => formFields(body, '/connect/consent').get('form_token') ?? '';

  /** Expects that a post changed nothing, and that the response asks again. */
  async function expectNothing(post: () => Promise<LightMyRequestResponse>) {
    const before = await connections();
    const answer = await post();
    expect([403, 303]).toContain(answer.statusCode);
    const { location } = answer.headers;
    if (answer.statusCode === 403) expect(location).toBeUndefined();
    else expect(location).toMatch(/^\/api\/v1\/partner\/oauth\/authorize\?/);
    expect(await connections()).toEqual(before);
  }

  it('RFC 6749 §10.12: grants nothing with the token of another player’s session', async () => {
    const victim = await logInAt(flow(), validQuery(flow()));
    const attacker = await logInAt(flow(), validQuery(flow()), flow().otherPlayer);
    const form_token = tokenOf(attacker.page.body);
    const values = { decision: 'allow', form_token };
    await expectNothing(() => victim.browser.submit(victim.page, '/connect/consent', values));
  });

  it('RFC 6749 §10.12: grants nothing with the token of a renewed session', async () => {
    const { browser, page } = await logInAt(flow(), validQuery(flow()));
    const logInPage = await browser.follow(await browser.submit(page, '/connect/log-out', {}));
    const { email, password } = flow().player;
    await browser.submit(logInPage, '/connect/log-in', { email, password });
    await expectNothing(() => browser.submit(page, '/connect/consent', { decision: 'allow' }));
  });

  it('RFC 6749 §10.12: grants nothing with its token in the address', async () => {
    const { browser, page } = await logInAt(flow(), validQuery(flow()));
    const fields = formFields(page.body, '/connect/consent');
    const query = new URLSearchParams({ form_token: fields.get('form_token') ?? '' });
    fields.delete('form_token');
    fields.set('decision', 'allow');
    await expectNothing(() => browser.post(`/connect/consent?${query}`, fields));
  });

  it('RFC 6749 §10.12: grants nothing with an invented session cookie and its token', async () => {
    const { browser, page } = await logInAt(flow(), validQuery(flow()));
    browser.cookies.set(session, 'A'.repeat(43));
    await expectNothing(() => browser.submit(page, '/connect/consent', { decision: 'allow' }));
  });

  testRows([
    ['an origin that begins like ours', { origin: 'http://localhost:3001.evil.example' }],
    ['our host on another port', { origin: 'http://localhost:3002' }],
    ['our host on another scheme', { origin: 'https://localhost:3001' }],
    ['a sibling site', { origin: 'null', 'sec-fetch-site': 'same-site' }],
    ['the address bar', { 'sec-fetch-site': 'none' }],
    ['an invented origin and host', { origin: 'http://evil.example', host: 'x.example' }],
  ])('RFC 6749 §10.12: grants nothing from another site', async (_what, headers) => {
    const { browser, page } = await logInAt(flow(), validQuery(flow()));
    const values = { decision: 'allow' };
    await expectNothing(() => browser.submit(page, '/connect/consent', values, headers));
  });

  it('RFC 6749 §10.12: cannot log a player in as somebody else with a form token of another browser', async () => {
    const attacker = new BrowserSession(flow().app);
    const attackerPage = await attacker.authorize(validQuery(flow()));
    const victim = new BrowserSession(flow().app);
    const victimPage = await victim.authorize(validQuery(flow()));
    const form_token = formFields(attackerPage.body, '/connect/log-in').get('form_token') ?? '';
    const { email, password } = flow().otherPlayer;
    const values = { email, password, form_token };
    const answer = await victim.submit(victimPage, '/connect/log-in', values);
    expect(answer.statusCode).toBe(422);
    expect(victim.cookies.has(session)).toBe(false);
  });

  testRows(['email', 'password'])(
    'RFC 6749 §3.1: logs nobody in with a repeated field',
    async (name) => {
      const browser = new BrowserSession(flow().app);
      const page = await browser.authorize(validQuery(flow()));
      const { email, password } = flow().player;
      const right = { email, password }[name] ?? '';
      const values = { email, password, [name]: [right, right] };
      const answer = await browser.submit(page, '/connect/log-in', values);
      expect(answer.statusCode).toBe(422);
      expect(browser.cookies.has(session)).toBe(false);
    },
  );

  it('RFC 6749 §3.1: decides nothing with two requests in it', async () => {
    const { browser, page } = await logInAt(flow(), validQuery(flow()));
    const authorization = formFields(page.body, '/connect/consent').get('authorization') ?? '';
    const before = await connections();
    const values = { decision: 'allow', authorization: [authorization, authorization] };
    const answer = await browser.submit(page, '/connect/consent', values);
    expect(answer.statusCode).toBe(400);
    expect(await connections()).toEqual(before);
  });
});

describe('a hostile address', () => {
  const flow = useConnectFlow();

  testRows(['client_id', 'redirect_uri', 'request_uri'])(
    'RFC 6749 §10.14: is not repeated on the page that refuses it',
    async (name) => {
      const query = { ...validQuery(flow()), [name]: hostile };
      const { body, statusCode } = await new BrowserSession(flow().app).authorize(query);
      expect(statusCode).toBe(400);
      expect(body).not.toMatch(/alert|evil/);
    },
  );

  it('RFC 6749 §10.14: has its state only as text on the pages, and gets it back unchanged', async () => {
    const query = { ...validQuery(flow()), state: hostile };
    const logInPage = await new BrowserSession(flow().app).authorize(query);
    const { page: consentPage } = await logInAt(flow(), query);
    for (const { body } of [logInPage, consentPage]) {
      // A page with a password field has a script that shows the password.
      const scripts = body.includes('type="password"') ? 1 : 0;
      expect(body.match(/<script/g) ?? []).toHaveLength(scripts);
      const [, authorization = ''] = /name="authorization" value="([^"]*)"/.exec(body) ?? [];
      expect(new URLSearchParams(unescapeHtml(authorization)).get('state')).toBe(hostile);
    }
  });

  it('RFC 6749 §10.14: cannot add a header with its state', async () => {
    const state = 'a\u2028set-cookie: a=b\u0085';
    const query = { ...validQuery(flow()), state, scope: 'nonsense' };
    const { headers } = await new BrowserSession(flow().app).authorize(query);
    expect(headers['set-cookie']).toBeUndefined();
    expect(headers.location).toMatch(/^[\x21-\x7e]+$/);
  });

  testRows(['\r\nset-cookie: a=b', '<b>', '"', 'ä'])(
    'RFC 6749 §5.2: with hostile characters from a partner’s server breaks nothing',
    async (text) => {
      const redirect_uri = `https://courtside.example/callback${text}`;
      const answer = await startAuthorization(flow(), { redirect_uri });
      expect(answer.statusCode).toBe(400);
      expect(answer.json().error_description).toMatch(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/);
    },
  );
});
