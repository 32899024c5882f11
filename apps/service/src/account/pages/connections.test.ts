import { testRows } from '@partner-rating/table-tests';
import { describe, expect, it } from 'vitest';
import type { BrowserSession } from '../../connect/testing/browser-session.ts';
import { type ConnectFlow, useConnectFlow } from '../../connect/testing/connect-flow.ts';
import {
  exchangeForm,
  logInAt,
  statusOfToken,
  validQuery,
} from '../../connect/testing/journeys.ts';
import { databases } from '../../testing/test-database.ts';
import {
  auditOf,
  connect,
  logOut,
  noticeOn,
  offeredSession,
  openDisconnect,
  openSettings,
  sessionCookie,
  textOf,
} from '../testing/account.ts';

const revocations = (flow: ConnectFlow) => auditOf(flow, 'connection.revoked');

describe('GET /account/disconnect', () => {
  const flow = useConnectFlow();

  it('200 names the application and the access that it loses, and changes nothing', async () => {
    const { access_token } = await connect(flow());
    const { browser, page } = await openSettings(flow());
    expect(page.body).toContain('href="/account/disconnect?application=courtside-club"');
    const text = textOf(await openDisconnect(browser));
    expect(text).toMatch(/^Disconnect Courtside Club \?|^C .*Disconnect Courtside Club \?/);
    expect(text).toContain('See your ratings');
    expect(await statusOfToken(flow(), access_token)).toBe(200);
  });

  testRows([
    ['is not connected', 'rally-league'],
    ['does not exist', 'nobody'],
    ['is not named', ''],
    ['contains a NUL', '%00'],
    ['is named twice', 'nobody&application=courtside-club'],
  ])('303 back to the account without a connected application', async (_, application) => {
    const { browser } = await openSettings(flow(), flow().otherPlayer);
    const answer = await openDisconnect(browser, application);
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/account/settings']);
    expect(noticeOn(await browser.follow(answer))).toBe('This application is no longer connected.');
  });
});

describe.each(databases)('POST /account/disconnect on %s', (kind) => {
  const flow = useConnectFlow({ kind });

  describe('303', () => {
    it('revokes tokens at once, adds an audit entry, and shows one notice', async () => {
      const { access_token, refresh_token } = await connect(flow());
      const { browser } = await openSettings(flow());
      const page = await openDisconnect(browser);
      const answer = await browser.submit(page, '/account/disconnect', {});
      expect([answer.statusCode, answer.headers.location]).toEqual([303, '/account/settings']);

      expect(await statusOfToken(flow(), access_token)).toBe(401);
      const form = { grant_type: 'refresh_token', refresh_token };
      expect((await exchangeForm(flow(), form)).json().error).toBe('invalid_grant');
      const [revocation, ...more] = await revocations(flow());
      expect(revocation).toMatchObject({
        actor: 'player',
        application_id: flow().partner.applicationId,
        member_id: flow().player.memberId,
      });
      expect(more).toEqual([]);

      const after = await browser.follow(answer);
      expect(noticeOn(after)).toBe('Courtside Club is disconnected. Its access ended at once.');
      expect(after.body).toContain('No application is connected to your account.');
      expect(noticeOn(await browser.open('/account'))).toBeNull();

      const again = await browser.submit(page, '/account/disconnect', {});
      expect(noticeOn(await browser.follow(again))).toBe(
        'This application is no longer connected.',
      );
      expect(await revocations(flow())).toHaveLength(1);
    });

    it("cannot end another player's connection", async () => {
      const { access_token } = await connect(flow());
      await connect(flow(), flow().otherPlayer);
      const { browser } = await openSettings(flow(), flow().otherPlayer);
      const page = await openDisconnect(browser);
      const connection = await flow()
        .database.selectFrom('connection')
        .select('id')
        .where('member_id', '=', flow().player.memberId)
        .executeTakeFirstOrThrow();
      for (const values of [
        { application: connection.id },
        { application: flow().partner.applicationId },
        { application: 'courtside-club', member: flow().player.memberId },
        { application: ['rally-league', 'courtside-club'] },
        { application: 'courtside-club\u0000' },
        { application: [] },
      ]) {
        const answer = await browser.submit(page, '/account/disconnect', values);
        expect(answer.statusCode).toBe(303);
      }
      expect(await statusOfToken(flow(), access_token)).toBe(200);
    });
  });

  it('500 if it fails half-way, and nothing has changed', async () => {
    const { access_token } = await connect(flow());
    const { browser } = await openSettings(flow());
    const page = await openDisconnect(browser);
    const before = await revocations(flow());
    await flow().database.schema.alterTable('refresh_token').renameTo('gone').execute();
    const answer = await browser.submit(page, '/account/disconnect', {});
    await flow().database.schema.alterTable('gone').renameTo('refresh_token').execute();
    expect(answer.statusCode).toBe(500);
    expect(await statusOfToken(flow(), access_token)).toBe(200);
    expect(await revocations(flow())).toEqual(before);
  });
});

const firefox = 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0';

const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Version/18.5 Mobile/15E148 Safari/604.1';

describe.each(databases)('the sessions on %s', (kind) => {
  const flow = useConnectFlow({ kind });
  const isLoggedIn = async (browser: BrowserSession) =>
    (await browser.open('/account')).body.includes('<title>Your ratings');

  it('are listed, including those of the connect flow, with this one marked', async () => {
    await openSettings(flow(), flow().player, iphone);
    flow().advance(3_600);
    await logInAt(flow(), validQuery(flow()));
    const { page } = await openSettings(flow(), flow().player, firefox);
    const text = textOf(page);
    expect(text).toContain('Firefox on Windows This browser Logged in 12 September 2026');
    expect(text).toContain('Safari on iPhone Logged in 12 September 2026 Last used 1 hour ago');
    expect(text).toContain('Unknown browser Logged in 12 September 2026 Last used just now');
    expect(text.match(/This browser/g)).toHaveLength(1);
  });

  it('are not listed after they expire', async () => {
    flow().advance(flow().dependencies.configuration.sessionLifetime);
    const { page } = await openSettings(flow());
    expect(page.body.match(/This browser/g)).toHaveLength(1);
    expect(page.body).not.toContain('name="session"');
    expect(page.body).not.toContain('Log out everywhere else');
  });

  it('show neither their tokens nor the hashes', async () => {
    const { browser } = await openSettings(flow());
    const { page } = await openSettings(flow());
    expect(page.body).not.toContain(browser.cookies.get(sessionCookie) ?? 'no cookie');
    expect(page.body).not.toMatch(/[0-9a-f]{64}/);
  });

  describe('POST /account/sessions/end', () => {
    it('303 ends this session at once, and says so', async () => {
      await flow().database.deleteFrom('account_session').execute();
      const { browser: other } = await openSettings(flow());
      const { browser, page } = await openSettings(flow());
      const session = offeredSession(page);
      const answer = await browser.submit(page, '/account/sessions/end', { session });
      expect([answer.statusCode, answer.headers.location]).toEqual([303, '/account/settings']);
      expect(noticeOn(await browser.follow(answer))).toBe('That browser is logged out.');
      expect(await isLoggedIn(other)).toBe(false);
      expect(await isLoggedIn(browser)).toBe(true);

      const again = await browser.submit(page, '/account/sessions/end', { session });
      expect(noticeOn(await browser.follow(again))).toBe('That browser was logged out already.');
    });

    it("303 cannot end somebody else's", async () => {
      const { browser: victim } = await openSettings(flow(), flow().otherPlayer);
      const { id } = await flow()
        .database.selectFrom('account_session')
        .select('id')
        .where('account_id', '=', flow().otherPlayer.memberId)
        .executeTakeFirstOrThrow();
      await openSettings(flow());
      const { browser, page } = await openSettings(flow());
      for (const session of [id, [id, offeredSession(page)], '', 'ses_\u0000', []]) {
        const answer = await browser.submit(page, '/account/sessions/end', { session });
        expect(noticeOn(await browser.follow(answer))).toBe('That browser was logged out already.');
      }
      expect(await isLoggedIn(victim)).toBe(true);
    });
  });

  describe('POST /account/sessions/end-others', () => {
    it('303 ends all others of this player, and says how many', async () => {
      await flow().database.deleteFrom('account_session').execute();
      const { browser: stranger } = await openSettings(flow(), flow().otherPlayer);
      const others = [await openSettings(flow()), await openSettings(flow())];
      const { browser, page } = await openSettings(flow());
      const answer = await browser.submit(page, '/account/sessions/end-others', {});
      expect(noticeOn(await browser.follow(answer))).toBe('2 other browsers were logged out.');
      for (const other of others) expect(await isLoggedIn(other.browser)).toBe(false);
      expect(await isLoggedIn(browser)).toBe(true);
      expect(await isLoggedIn(stranger)).toBe(true);

      const again = await browser.submit(page, '/account/sessions/end-others', {});
      expect(noticeOn(await browser.follow(again))).toBe('You were logged in nowhere else.');
    });
  });

  describe('POST /account/log-out', () => {
    it('303 ends this session on the server too, and says so on the log-in page', async () => {
      const { browser } = await openSettings(flow());
      const token = browser.cookies.get(sessionCookie) ?? '';
      const answer = await logOut(browser);
      expect(browser.cookies.has(sessionCookie)).toBe(false);
      const after = await browser.follow(answer);
      expect(after.body).toContain('<title>Log in');
      expect(noticeOn(after)).toBe('You are logged out.');
      browser.cookies.set(sessionCookie, token);
      expect(await isLoggedIn(browser)).toBe(false);
    });
  });
});
