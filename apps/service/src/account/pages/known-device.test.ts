import { describe, expect, it } from 'vitest';
import { BrowserSession } from '../../connect/testing/browser-session.ts';
import { useConnectFlow } from '../../connect/testing/connect-flow.ts';
import { fillIn, logIn, logOut, openAccount } from '../testing/account.ts';
import { allMailsSent, mailboxOf } from '../testing/mails.ts';

const firefox = 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0';

describe('a log-in', () => {
  const flow = useConnectFlow({ withMailbox: true, environment: { LOG_IN_RATE_LIMIT: '3' } });

  it('is mailed to the player if the browser is new, except at the first log-in', async () => {
    const { browser } = await openAccount(flow());
    await logOut(browser);
    await logIn(browser, flow().player);
    await openAccount(flow(), flow().player, firefox);
    const mail = await mailboxOf(flow()).next(flow().player.email);
    expect(mail.subject).toBe('New log-in to your account');
    expect(mail.text).toContain('Firefox on Windows');
    expect(mailboxOf(flow()).received).toHaveLength(1);
  });

  it('with a known browser is not throttled by the attempts of others', async () => {
    const { otherPlayer } = flow();
    const { browser } = await openAccount(flow(), otherPlayer);
    await logOut(browser);
    const other = new BrowserSession(flow().app);
    const guess = { ...otherPlayer, password: 'guess' };
    while ((await logIn(other, guess)).statusCode !== 429);
    const done = await logIn(browser, otherPlayer);
    expect(done.statusCode).toBe(303);
    expect((await browser.follow(done)).body).toContain('<title>Your ratings');
  });
});

describe('a log-in after the password was changed', () => {
  const flow = useConnectFlow({ withMailbox: true });

  it('is mailed as one with a new browser, unless the password was changed in this browser', async () => {
    const { player } = flow();
    const mails = () =>
      mailboxOf(flow()).received.filter(({ subject }) => subject === 'New log-in to your account');
    const { browser: owner } = await openAccount(flow(), player);
    const { browser: thief } = await openAccount(flow(), player, firefox);
    await mailboxOf(flow()).next(player.email, 'New log-in to your account');
    const password = 'battery staple';
    const form = { password: player.password, new_password: password, again: password };
    await fillIn(owner, '/account/password', form);

    await logOut(owner);
    for (const browser of [owner, thief]) {
      const done = await logIn(browser, { ...player, password }, { 'user-agent': firefox });
      expect(done.statusCode).toBe(303);
    }
    await mailboxOf(flow()).next(player.email, 'New log-in to your account');
    await allMailsSent(flow());
    expect(mails()).toHaveLength(2);
  });
});
