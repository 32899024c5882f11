import { testRows } from '@partner-rating/table-tests';
import { describe, expect, it } from 'vitest';
import { BrowserSession } from '../../connect/testing/browser-session.ts';
import { type ConnectFlow, useConnectFlow } from '../../connect/testing/connect-flow.ts';
import { allowAll, statusOfToken, validQuery } from '../../connect/testing/journeys.ts';
import { lockAccess, unlockAccess } from '../../console/operations/member-access.ts';
import { databases } from '../../testing/test-database.ts';
import {
  connect,
  noticeOn,
  openAccount,
  openDisconnect,
  openSettings,
  textOf,
} from '../testing/account.ts';

const everyScope =
  'user:profile:read user:profile:email user:rating:read user:rating:history user:match:submit user:webhook:subscribe';

const readWithKey = ({ app, partner, player }: ConnectFlow) =>
  app.inject({
    url: `/api/v1/partner/member?memberId=${player.memberId}`,
    headers: { 'x-api-key': partner.apiKey },
  });

describe('GET /account/settings', () => {
  const flow = useConnectFlow();

  describe('200 without a session', () => {
    testRows([
      ['/account', null],
      ['/account/password', null],
      ['/account/disconnect?application=courtside-club', null],
      ['/account/activity', null],
      ['/account', 'nonsense'],
      ['/account', 'p'.repeat(43)],
    ])('is the log-in page on every page, and for every invalid session', async (path, token) => {
      const browser = new BrowserSession(flow().app);
      if (token !== null) browser.cookies.set('partner-rating-session', token);
      const page = await browser.open(path);
      expect(page.statusCode).toBe(200);
      expect(page.body).toContain('<title>Log in – Partner Rating</title>');
      expect(page.body).toContain('action="/account/log-in"');
    });
  });

  describe('200 with a session', () => {
    it('names the player, and says if nothing is connected', async () => {
      const { page } = await openSettings(flow(), flow().otherPlayer);
      expect(page.body).toContain('<bdi>Priya Natarajan</bdi>');
      const text = textOf(page);
      expect(text).toContain('priya.natarajan@example.com');
      expect(text).toContain('No application is connected to your account.');
    });

    it('needs no other log-in after the connect flow', async () => {
      const browser = new BrowserSession(flow().app);
      const { email, password } = flow().otherPlayer;
      const logInPage = await browser.authorize(validQuery(flow()));
      await browser.submit(logInPage, '/connect/log-in', { email, password });
      expect((await browser.open('/account')).body).toContain('Priya Natarajan');
    });
  });

  describe('every answer', () => {
    testRows([
      [true, '/account', "'self'"],
      [false, '/account', "'self'"],
      [false, '/account/settings', "'self'"],
      [false, '/account/password', "'self'"],
      [false, '/account/disconnect?application=courtside-club', "'self'"],
      // This is not a page.
      [false, '/account/log-out', "'none'"],
    ])('has its security headers', async (isLoggedOut, path, formAction) => {
      const { browser } = await openAccount(flow());
      await connect(flow());
      if (isLoggedOut) browser.cookies.clear();
      const { headers } = await browser.open(path);
      expect(headers['content-security-policy']).toMatch(
        /^default-src 'none'; style-src 'sha256-[A-Za-z0-9+/=]+'; (script-src 'sha256-[A-Za-z0-9+/=]+'; )?img-src 'self'; manifest-src 'self'; form-action [^;]+; frame-ancestors 'none'; base-uri 'none'$/,
      );
      expect(headers['content-security-policy']).toContain(`form-action ${formAction};`);
      expect(headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'referrer-policy': 'no-referrer',
        'cache-control': 'private, no-store',
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'x-request-id': expect.stringMatching(/^req_/),
      });
    });
  });

  describe('405', () => {
    testRows([
      '/account/log-in',
      '/account/log-in/code',
      '/account/log-out',
      '/account/sessions/end',
      '/account/sessions/end-others',
      '/account/second-factor/on',
      '/account/second-factor/off',
    ])('for the address of a form, as a page that links to the account', async (path) => {
      const { browser } = await openAccount(flow());
      const page = await browser.open(path);
      expect([page.statusCode, page.headers.allow]).toEqual([405, 'POST']);
      expect(page.body).toContain('href="/account"');
    });
  });
});

describe.each(databases)('a connected application on %s', (kind) => {
  const flow = useConnectFlow({ kind });
  const shown = async () => textOf((await openSettings(flow())).page);

  it('is listed with its scopes in words, before it has read anything', async () => {
    await connect(flow(), flow().player, everyScope);
    const text = await shown();
    for (const words of [
      'Courtside Club',
      'See your profile',
      'See your email address',
      'See your ratings',
      'See your rating history and matches',
      'Submit match results for you',
      'Be notified when your rating changes',
      'Connected 12 September 2026',
      'Has not read your data yet',
    ]) {
      expect(text).toContain(words);
    }
    expect(text).not.toContain('user:');
  });

  it('is listed with the minute in which its token last read data', async () => {
    const { access_token } = await connect(flow());
    await statusOfToken(flow(), access_token);
    await expect.poll(shown).toContain('Last read your data just now');
    flow().advance(3_600);
    expect(await shown()).toContain('Last read your data 1 hour ago');
    await statusOfToken(flow(), access_token);
    expect(await shown()).toContain('Last read your data 1 hour ago');
  });

  it('is listed with the time at which its API key last read data of the player', async () => {
    flow().advance(7_200);
    expect((await readWithKey(flow())).statusCode).toBe(200);
    await expect.poll(shown).toContain('Last read your data just now');
  });

  it('is listed with the time at which its scopes changed', async () => {
    expect(await shown()).not.toContain('Allowed again');
    flow().advance(86_400);
    await connect(flow(), flow().player, 'user:profile:read');
    const text = await shown();
    expect(text).toContain('Connected 12 September 2026');
    expect(text).toContain('Allowed again 13 September 2026');
    expect(text).not.toMatch(/See your ratings(?! sees none)/);
  });

  it('adds an audit entry only when it is connected and when that changes', async () => {
    const lines = () =>
      flow()
        .database.selectFrom('audit_entry')
        .select(['actor', 'action', 'member_id', 'details'])
        .where('member_id', '=', flow().otherPlayer.memberId)
        .where('action', 'like', 'connection.%')
        .orderBy('audit_order')
        .execute();
    const line = (action: string, scopes: string[]) => ({
      actor: 'player',
      action,
      member_id: flow().otherPlayer.memberId,
      details: { scopes },
    });
    for (const scope of ['user:profile:read', 'user:profile:read', everyScope]) {
      await allowAll(flow(), { ...validQuery(flow()), scope }, flow().otherPlayer);
    }
    expect(await lines()).toEqual([
      line('connection.created', ['user:profile:read']),
      line('connection.changed', everyScope.split(' ')),
    ]);
  });

  it('counts as new after it was disconnected and connected again', async () => {
    const { browser } = await openAccount(flow());
    await browser.submit(await openDisconnect(browser), '/account/disconnect', {});
    flow().advance(86_400);
    await connect(flow());
    const text = await shown();
    expect(text).toContain('Connected 14 September 2026');
    expect(text).toContain('Has not read your data yet');
    expect(text).not.toContain('Allowed again');
  });

  it('is not visible to others', async () => {
    await flow().database.updateTable('connection').set({ revoked_at: new Date() }).execute();
    await connect(flow());
    const { page, browser } = await openSettings(flow(), flow().otherPlayer);
    expect(page.body).not.toContain('Courtside Club');
    expect((await openDisconnect(browser)).statusCode).toBe(303);
  });

  it('is listed, and can be disconnected, after the operator has disabled it', async () => {
    const disable = (disabled_at: Date | null) =>
      flow().database.updateTable('application').set({ disabled_at }).execute();
    await disable(new Date());
    const { browser } = await openAccount(flow());
    expect((await browser.open('/account/settings')).body).toContain('Courtside Club');
    const confirm = await openDisconnect(browser);
    await browser.submit(confirm, '/account/disconnect', {});
    expect(noticeOn(await browser.open('/account/settings'))).toContain(
      'Courtside Club is disconnected.',
    );
    await disable(null);
  });
});

describe('GET /account/settings if the database fails', () => {
  const flow = useConnectFlow();

  it('500 is a page without a trace of the failure', async () => {
    const { browser } = await openAccount(flow());
    await flow().database.schema.alterTable('connection').renameTo('gone').execute();
    const page = await browser.open('/account/settings');
    expect(page.statusCode).toBe(500);
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.body).toContain('Something went wrong on our side');
    expect(page.body).not.toMatch(/relation| at \//);
  });
});

const firefox = 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0';

describe('without a mail server', () => {
  const flow = useConnectFlow();

  it('200 the settings name who changes the address, and link to no form for it', async () => {
    const page = (await openSettings(flow())).page;
    expect(textOf(page)).toContain('Ask the operator of this service to confirm or change it.');
    expect(page.body).not.toContain('href="/account/email"');
  });

  it.each(['/account/register', '/console/sign-up'])('200 %s promises no email', async (path) => {
    const page = await new BrowserSession(flow().app).open(path);
    expect(textOf(page)).toContain('Its operator gives you a link to confirm it.');
    expect(textOf(page)).not.toContain('We send you a link');
  });
});

describe('GET /account/activity', () => {
  const flow = useConnectFlow();

  it('200 shows log-ins, refusals, and connections of only this player', async () => {
    const { player, otherPlayer } = flow();
    await connect(flow());
    await openAccount(flow(), { ...player, password: 'wrong' }, firefox).catch(() => {});
    const { browser } = await openAccount(flow(), player, firefox);
    const text = textOf(await browser.open('/account/activity'));
    expect(text).toContain('Log-in with Firefox on Windows By you just now');
    expect(text).toContain(
      'Log-in refused: wrong password, with Firefox on Windows By you or somebody else',
    );
    expect(text).toContain('Courtside Club connected');
    expect(text).toContain('Your account was created By an operator of the service');

    const { browser: theirs } = await openAccount(flow(), otherPlayer);
    expect(textOf(await theirs.open('/account/activity'))).not.toContain('Courtside Club');
  });

  it('200 says that an operator locked the account, but not why', async () => {
    const { dependencies, player } = flow();
    const { memberId } = player;
    await lockAccess(dependencies, { memberId, reason: 'suspected of fraud' });
    await unlockAccess(dependencies, memberId);
    const { browser } = await openAccount(flow());
    const page = await browser.open('/account/activity');
    expect(textOf(page)).toContain('Your account was locked By an operator of the service');
    expect(page.body).not.toContain('suspected');
  });

  it('200 has pages without a gap', async () => {
    const { database, dependencies, otherPlayer } = flow();
    const entry = {
      occurred_at: dependencies.clock(),
      actor: 'player' as const,
      action: 'discovery.changed',
      member_id: otherPlayer.memberId,
      details: JSON.stringify({ isDiscoverable: true }),
    };
    await database.insertInto('audit_entry').values(Array(70).fill(entry)).execute();
    const { browser } = await openAccount(flow(), flow().otherPlayer);
    let entries = 0;
    let next: string | undefined = '/account/activity';
    while (next !== undefined) {
      const { body } = await browser.open(next);
      entries += body.match(/You are shown in search/g)?.length ?? 0;
      next = /href="(\/account\/activity\?before=\d+)"/.exec(body)?.[1];
    }
    expect(entries).toBe(70);
  });
});
