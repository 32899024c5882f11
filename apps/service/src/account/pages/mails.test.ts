import { testRows } from '@partner-rating/table-tests';
import { describe, expect, it } from 'vitest';
import { BrowserSession } from '../../connect/testing/browser-session.ts';
import { useConnectFlow } from '../../connect/testing/connect-flow.ts';
import { databases } from '../../testing/test-database.ts';
import { type PlayerMailKind, storeToken } from '../store/player-mails.ts';
import { auditOf, noticeOn, openSettings, textOf } from '../testing/account.ts';

const path = '/account/mails/stop';
const oneClick = 'List-Unsubscribe=One-Click';
const multipart =
  '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n';

describe.each(databases)('mails about matches on %s', (kind) => {
  const flow = useConnectFlow({ kind, withMailbox: true });
  const tokenOf = async (mail: PlayerMailKind) => {
    const key = { memberId: flow().player.memberId, kind: mail };
    return await storeToken(flow().database, key, `${mail}${'x'.repeat(43)}`.slice(0, 43));
  };
  const choices = async () =>
    Object.fromEntries(
      (await flow().database.selectFrom('player_mail').selectAll().execute()).map((row) => [
        row.kind,
        row.is_wanted,
      ]),
    );
  const post = async (token: string, payload: string, type: string) =>
    await flow().app.inject({
      method: 'POST',
      url: `${path}?token=${token}`,
      headers: { 'content-type': type },
      payload,
    });

  it('are switched on and off in the settings, with a notice and an audit entry each', async () => {
    const { browser, page } = await openSettings(flow());
    expect(page.body).toMatch(/aria-checked="true"[^>]*>.*A result is waiting for your answer/);
    const off = await browser.submit(page, '/account/mails', {
      mail: 'results-waiting',
      wanted: 'off',
    });
    const changed = await browser.follow(off);
    expect(noticeOn(changed)).toBe('You get no more of these emails.');
    expect(changed.body).toMatch(/aria-checked="false"[^>]*>.*A result is waiting for your answer/);
    await browser.submit(changed, '/account/mails', { mail: 'results-waiting', wanted: 'on' });
    expect(await choices()).toEqual({ 'results-waiting': true });
    const details = (await auditOf(flow(), 'mails.changed')).map((entry) => entry.details);
    expect(details).toEqual([
      { kind: 'results-waiting', isWanted: false },
      { kind: 'results-waiting', isWanted: true },
    ]);
  });

  testRows([
    ['password-changed', 'off'],
    ['results-waiting', 'maybe'],
  ])('are not changed by a form with other values', async (mail, wanted) => {
    const { browser, page } = await openSettings(flow());
    const before = await choices();
    const answer = await browser.submit(page, '/account/mails', { mail, wanted });
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/account/settings']);
    expect(await choices()).toEqual(before);
  });

  testRows<[PlayerMailKind, string, string]>([
    ['weekly-recap', oneClick, 'application/x-www-form-urlencoded'],
    ['results-waiting', multipart, 'multipart/form-data; boundary=x'],
  ])('end after one request of a mail program, without a cookie', async (mail, payload, type) => {
    const token = await tokenOf(mail);
    expect((await post(token, payload, type)).statusCode).toBe(200);
    expect(await choices()).toMatchObject({ [mail]: false });
    // It is repeated if the response is lost.
    expect((await post(token, payload, type)).statusCode).toBe(200);
  });

  it('do not end when somebody opens the link, but after its form is sent', async () => {
    const token = await tokenOf('dispute-answered');
    const browser = new BrowserSession(flow().app);
    const page = await browser.open(`${path}?token=${token}`);
    expect(textOf(page)).toContain('Emails about results that you disputed end at once.');
    expect(await choices()).toMatchObject({ 'dispute-answered': null });
    const done = await post(token, oneClick, 'application/x-www-form-urlencoded');
    expect(textOf(done)).toContain('You get no more of these emails');
    expect(await choices()).toMatchObject({ 'dispute-answered': false });
  });

  it('do not change after a request with another token or none, whose response is the same', async () => {
    const before = await choices();
    const known = await post(await tokenOf('weekly-recap'), oneClick, 'text/plain');
    const withoutId = ({ body }: { body: string }) => body.replace(/<code>.*?<\/code>/, '');
    for (const token of ['y'.repeat(43), '', 'a', "' or true --"]) {
      const answer = await post(encodeURIComponent(token), oneClick, 'text/plain');
      expect(answer.statusCode).toBe(200);
      expect(withoutId(answer)).toBe(withoutId(known));
    }
    expect(await choices()).toEqual({ ...before, 'weekly-recap': false });
    expect((await post(await tokenOf('weekly-recap'), 'x=y', 'text/plain')).statusCode).toBe(400);
  });
});
