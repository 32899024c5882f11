import { createHash } from 'node:crypto';
import { testRows } from '@partner-rating/table-tests';
import type { LightMyRequestResponse } from 'fastify';
import { describe, expect, it } from 'vitest';
import { BrowserSession } from '../../src/connect/testing/browser-session.ts';
import { useConnectFlow } from '../../src/connect/testing/connect-flow.ts';
import { logInAt, validQuery } from '../../src/connect/testing/journeys.ts';
import { pages } from './support/pages.ts';

/** The browser itself stores a refused log-in, because it could not show it after Back otherwise. */
function expectProtected({ headers, statusCode }: LightMyRequestResponse): void {
  expect(headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': [422, 429].includes(statusCode) ? 'private, no-cache' : 'private, no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'x-request-id': expect.stringMatching(/^req_/),
  });
  expect(Object.keys(headers)).not.toContain('access-control-allow-origin');
  expect(Object.keys(headers)).not.toContain('server');
}

function policyOf({ headers }: LightMyRequestResponse): Map<string, string> {
  const directives = String(headers['content-security-policy']).split('; ');
  return new Map(
    directives.map((directive) => {
      const [name = '', ...sources] = directive.split(' ');
      return [name, sources.join(' ')];
    }),
  );
}

/** The icons and the manifest of the service itself. */
const OWN_LINKS = /<link rel="(?:icon|apple-touch-icon|manifest)" href="\/[a-z0-9./-]+"[^>]*>/g;

/**
 * Expects that the policy allows only the page's own style, icons, and the script of password fields, and that the page
 * needs no more.
 */
function expectSelfContained(page: LightMyRequestResponse): void {
  const [, style = ''] = /<style>([\s\S]*?)<\/style>/.exec(page.body) ?? [];
  expect(style).not.toBe('');
  expect(policyOf(page).get('default-src')).toBe("'none'");
  expect(policyOf(page).get('style-src')).toBe(sourceOf(style));
  expect(policyOf(page).get('img-src')).toBe("'self'");
  expect(policyOf(page).get('manifest-src')).toBe("'self'");
  const [element = '', script] = /<script>([\s\S]*?)<\/script>/.exec(page.body) ?? [];
  expect(script !== undefined).toBe(page.body.includes('type="password"'));
  expect(policyOf(page).get('script-src')).toBe(script && sourceOf(script));
  const rest = page.body.replace(style, '').replace(element, '').replaceAll(OWN_LINKS, '');
  expect(rest).not.toMatch(
    /<(script|link|img|iframe|object|embed|base|meta http-equiv)|\son\w+=|\sstyle=|\ssrc=|\shref="(https?:|\/\/|javascript:)/i,
  );
}

const sourceOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

describe('the pages of the connect flow', () => {
  const flow = useConnectFlow();

  testRows(pages)(
    'RFC 9700 §4.2.4, §4.11, §4.16: cannot be framed, cached, or sniffed, load nothing, and link only here or to the partner',
    async (_name, status, load) => {
      const page = await load(flow());
      expect(page.statusCode).toBe(status);
      expectProtected(page);
      expectSelfContained(page);
      expect(policyOf(page).get('frame-ancestors')).toBe("'none'");
      expect(policyOf(page).get('base-uri')).toBe("'none'");
      const leadsOut = page.body.includes('action="/connect/consent"');
      expect(leadsOut && page.body.includes('type="password"')).toBe(false);
      const inside = page.body.includes('<form') ? "'self'" : "'none'";
      expect(policyOf(page).get('form-action')).toBe(leadsOut ? undefined : inside);
    },
  );

  testRows(['allow', 'deny'])(
    'RFC 9700 §4.2.4: redirect without caching and without a referrer',
    async (decision) => {
      const { browser, page } = await logInAt(flow(), validQuery(flow()));
      const answer = await browser.submit(page, '/connect/consent', { decision });
      expect(answer.headers).toMatchObject({
        'cache-control': 'private, no-store',
        'referrer-policy': 'no-referrer',
      });
      expect(answer.headers).not.toHaveProperty('set-cookie');
    },
  );

  it('RFC 9700 §4.2.4: redirect after log-in and log-out without caching and without a referrer', async () => {
    const browser = new BrowserSession(flow().app);
    const { email, password } = flow().player;
    const page = await browser.authorize(validQuery(flow()));
    const logIn = await browser.submit(page, '/connect/log-in', { email, password });
    const consentPage = await browser.follow(logIn);
    const logOut = await browser.submit(consentPage, '/connect/log-out', {});
    for (const { statusCode, headers } of [logIn, logOut]) {
      expect(statusCode).toBe(303);
      expect(headers).toMatchObject({
        'cache-control': 'private, no-store',
        'referrer-policy': 'no-referrer',
        location: expect.stringMatching(/^\/api\/v1\/partner\/oauth\/authorize\?/),
      });
    }
  });

  it('RFC 9700 §4.16: the page for an error of the service has the same protection', async () => {
    const { database } = flow();
    await database.schema.alterTable('application').renameTo('gone').execute();
    const page = await new BrowserSession(flow().app).authorize(validQuery(flow()));
    await database.schema.alterTable('gone').renameTo('application').execute();
    expect(page.statusCode).toBe(500);
    expectProtected(page);
    expectSelfContained(page);
  });
});

describe('the pages for a player above the limit', () => {
  const flow = useConnectFlow({ environment: { LOG_IN_RATE_LIMIT: '1' } });

  it('RFC 6585 §4: report it, with the same protection', async () => {
    const browser = new BrowserSession(flow().app);
    const values = { email: flow().player.email, password: 'wrong' };
    const first = await browser.authorize(validQuery(flow()));
    const second = await browser.submit(first, '/connect/log-in', values);
    const page = await browser.submit(second, '/connect/log-in', values);
    expect(page.statusCode).toBe(429);
    expectProtected(page);
    expectSelfContained(page);
  });
});

describe.each([
  ['http://localhost:3001', 'partner-rating-', false],
  ['https://ratings.example', '__Host-partner-rating-', true],
])('the cookies at %s', (publicUrl, prefix, secure) => {
  const flow = useConnectFlow({ publicUrl });

  it('RFC 6265 §4.1.2: of a visit, before a log-in, are for this host and this browser, and not for scripts', async () => {
    const page = await new BrowserSession(flow().app).authorize(validQuery(flow()));
    expect(page.cookies).toEqual([
      {
        name: `${prefix}visit`,
        value: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
        path: '/',
        httpOnly: true,
        sameSite: 'Lax',
        ...(secure && { secure }),
      },
    ]);
  });

  it('RFC 6265 §4.1.2: of a session are valid for two weeks, next to the cookie of the visit', async () => {
    const browser = new BrowserSession(flow().app);
    const { email, password } = flow().player;
    const page = await browser.authorize(validQuery(flow()));
    const { cookies } = await browser.submit(page, '/connect/log-in', { email, password });
    const common = { path: '/', httpOnly: true, sameSite: 'Lax', ...(secure && { secure }) };
    const value = expect.stringMatching(/^[A-Za-z0-9_-]{43}$/);
    expect(cookies.toSorted((one, other) => one.name.localeCompare(other.name))).toEqual([
      // Of a browser that logged in before, which has its own throttle.
      { name: `${prefix}device`, value, maxAge: 34_560_000, ...common },
      { name: `${prefix}session`, value, maxAge: 1_209_600, ...common },
    ]);
  });
});
