import { describe, expect, it } from 'vitest';
import { BrowserSession } from '../../connect/testing/browser-session.ts';
import { useConnectFlow } from '../../connect/testing/connect-flow.ts';
import { openAccount, textOf } from '../testing/account.ts';
import { mailboxOf } from '../testing/mails.ts';

const firefox = 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0';

describe('a log-in', () => {
  const flow = useConnectFlow({ withMailbox: true, environment: { LOG_IN_RATE_LIMIT: '3' } });
  const form = () => {
    const { email, password } = flow().player;
    return { email, password };
  };

  it('is mailed to the player where the browser is new, but for the first one', async () => {
    const { browser } = await openAccount(flow());
    const logOut = async () => {
      const page = await browser.open('/account');
      await browser.submit(page, '/account/log-out', {});
    };
    await logOut();
    await browser.submit(await browser.open('/account'), '/account/log-in', form());
    await openAccount(flow(), flow().player, firefox);
    const mail = await mailboxOf(flow()).next(flow().player.email);
    expect(mail.subject).toBe('New log-in to your account');
    expect(mail.text).toContain('Firefox on Windows');
    expect(mailboxOf(flow()).received).toHaveLength(1);
  });

  it('of a browser that logged in before is not throttled by the attempts of others', async () => {
    const { browser } = await openAccount(flow(), flow().otherPlayer);
    await browser.submit(await browser.open('/account'), '/account/log-out', {});
    const { email, password } = flow().otherPlayer;
    const other = new BrowserSession(flow().app);
    let last = await other.open('/account');
    while (last.statusCode !== 429) {
      last = await other.submit(await other.open('/account'), '/account/log-in', {
        email,
        password: 'guess',
      });
    }
    const page = await browser.open('/account');
    const done = await browser.submit(page, '/account/log-in', { email, password });
    expect(done.statusCode).toBe(303);
    expect(textOf(await browser.follow(done))).toContain('Your account');
  });
});

describe('a log-in after the password was changed', () => {
  const flow = useConnectFlow({ withMailbox: true });
  const path = '/account/password';

  it('is mailed as that of a new browser, but for the one that changed it', async () => {
    const { player } = flow();
    const mails = () =>
      mailboxOf(flow()).received.filter(({ subject }) => subject === 'New log-in to your account');
    const { browser: owner } = await openAccount(flow(), player);
    const { browser: thief } = await openAccount(flow(), player, firefox);
    await mailboxOf(flow()).next(player.email, 'New log-in to your account');
    const password = 'battery staple';
    const form = { password: player.password, new_password: password, again: password };
    await owner.submit(await owner.open(path), path, form);

    await owner.submit(await owner.open('/account'), '/account/log-out', {});
    for (const browser of [owner, thief]) {
      const page = await browser.open('/account');
      const values = { email: player.email, password };
      const headers = { 'user-agent': firefox };
      expect((await browser.submit(page, '/account/log-in', values, headers)).statusCode).toBe(303);
    }
    await mailboxOf(flow()).next(player.email, 'New log-in to your account');
    const pending = flow().database.selectFrom('mail').selectAll();
    await expect.poll(() => pending.execute(), { timeout: 60_000 }).toEqual([]);
    expect(mails()).toHaveLength(2);
  });
});
