import type { BrowserContextOptions, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { type TestPlayer, useConnectFlow } from '../../connect/testing/connect-flow.ts';
import { linkIn } from '../../testing/mailbox.ts';
import { makePlayer } from '../testing/account.ts';
import {
  expectAccessible,
  logInAtAccount,
  openSettings,
  useChromium,
} from '../testing/chromium.ts';
import { lena, mailboxOf } from '../testing/mails.ts';
import { importUnder, playSeason, reportResult } from '../testing/matches.ts';

describe('a player in Chromium', () => {
  const flow = useConnectFlow({ listens: true, withMailbox: true });
  const openPage = useChromium(flow);
  let count = 0;

  /** A new player who is logged in. */
  async function logIn(options: BrowserContextOptions = {}) {
    count += 1;
    const player = await makePlayer(flow(), `player.${count}@example.com`);
    const page = await openPage(options);
    await logInAtAccount(page, player);
    return { page, player };
  }

  async function register(page: Page, email: string): Promise<void> {
    await page.goto('/');
    await page.getByRole('link', { name: 'Create your account' }).click();
    await page.getByLabel('First name').fill(lena.first_name);
    await page.getByLabel('Last name').fill(lena.last_name);
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Date of birth').fill(lena.birth_date);
    await page.getByLabel('Show me in search and on leaderboards').check();
    await page.getByLabel('Password').fill(lena.password);
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.goto(linkIn(await mailboxOf(flow()).next(email)));
    await page.getByLabel('Password').fill(lena.password);
    await page.getByRole('button', { name: 'Finish and log in' }).click();
    await page.getByText('Your account is ready.').waitFor();
  }

  async function openMatches(page: Page): Promise<void> {
    await page.getByRole('navigation').getByRole('link', { name: 'Matches' }).click();
    await page.getByRole('heading', { name: 'Your matches' }).waitFor();
  }

  const report = (player: TestPlayer, rest: Parameters<typeof reportResult>[1] = {}) =>
    reportResult({ ...flow(), player }, rest);

  const memberOf = async (email: string) =>
    await flow()
      .database.selectFrom('member')
      .selectAll()
      .where('email', '=', email)
      .executeTakeFirst();

  it('claims results that were reported under their address', async () => {
    const page = await openPage();
    const email = 'claimant@example.com';
    await register(page, email);
    await importUnder(flow(), email, 2);
    await openMatches(page);
    await page.getByRole('link', { name: 'Select your results' }).click();
    const claim = page.getByRole('button', { name: 'Claim selected results' });
    // The button comes after the last box.
    await claim.waitFor();
    for (const box of await page.getByRole('checkbox').all()) await box.check();
    await claim.click();
    await page.getByText('2 results are yours now').waitFor();
    await expectAccessible(page);
  });

  it('says that a result was another match, after it was held as a repetition', async () => {
    const { page, player } = await logIn();
    await report(player, { trusted: true, isTwice: true });
    await openMatches(page);
    await page.getByRole('button', { name: /^This was another match/ }).click();
    await page.getByText('It is recorded that this was another match.').waitFor();
    await page.getByText('Waits for the other players').waitFor();
    await expectAccessible(page);
  });

  it('sees the chance against an opponent, and the effect of a match', async () => {
    const { page, player } = await logIn();
    await playSeason({ ...flow(), player }, { matches: 6 });
    await page.reload();
    await page
      .getByRole('link', { name: /What if/ })
      .first()
      .click();
    await page.getByLabel('Name').fill('Priya');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByRole('link', { name: /^Opponent.*Priya N\.$/ }).click();
    await page.getByText('chance that you win one game').waitFor();
    await page
      .getByText(/^Win 11–/)
      .first()
      .waitFor();
    await expectAccessible(page);
  });

  it('shares selected items, which a stranger sees until the page is switched off', async () => {
    const { page, player } = await logIn();
    await playSeason({ ...flow(), player }, { matches: 4 });
    await page.goto('/account/sharing');
    await page.getByRole('checkbox').first().check();
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    const address = await page.getByLabel('Send this to anybody').inputValue();
    const stranger = await openPage();
    expect((await stranger.goto(address))?.status()).toBe(200);
    await stranger.getByRole('heading', { name: 'Lena V.' }).waitFor();
    await expectAccessible(stranger);
    expect(await stranger.content()).not.toMatch(/Vogt|example\.com/);
    await page.getByRole('button', { name: 'End sharing' }).click();
    await page.getByRole('status').first().waitFor();
    expect((await stranger.goto(address))?.status()).toBe(404);
  });

  it('corrects the profile, and sees errors next to their fields', async () => {
    const { page, player } = await logIn();
    await openSettings(page);
    await page.getByRole('link', { name: 'Edit profile' }).click();
    await page.getByLabel('City').fill('Austin');
    await page.getByLabel('Country').selectOption('US');
    await page.getByLabel('Date of birth').fill('1891-01-01');
    await page.getByRole('button', { name: 'Save profile' }).click();
    await page.getByRole('alert').waitFor();
    const field = page.getByLabel('Date of birth');
    const described = (await field.getAttribute('aria-describedby')) ?? '';
    expect(described.split(' ')).toContain('birth_date-error');
    await expectAccessible(page);
    await field.fill('1991-04-02');
    await page.getByRole('button', { name: 'Save profile' }).click();
    await page.getByText('Your profile is saved.').waitFor();
    expect(await memberOf(player.email)).toMatchObject({ city: 'Austin', country: 'US' });
  });

  it('finds everything on a phone of 320 pixels', async () => {
    const { page, player } = await logIn({ viewport: { width: 320, height: 640 }, hasTouch: true });
    await playSeason({ ...flow(), player }, { matches: 8 });
    for (const [name, heading] of [
      ['Ratings', 'Lena Vogt'],
      ['Matches', 'Your matches'],
      ['Settings', 'Settings'],
    ] as const) {
      await page.getByRole('navigation').getByRole('link', { name }).tap();
      await expectAccessible(page, heading);
    }
  });

  it('sees a typed password, which is hidden again before it is sent', async () => {
    const { page } = await logIn();
    await page.goto('/account/password');
    const field = page.getByLabel('New password', { exact: true });
    await field.fill('battery staple');
    const button = page.getByRole('button', { name: /^Show password ?: New password$/ });
    await button.press('Enter');
    expect(await field.getAttribute('type')).toBe('text');
    await expectAccessible(page);
    await page.getByRole('button', { name: /^Hide password ?: New password$/ }).click();
    expect(await field.getAttribute('type')).toBe('password');
    const plain = await openPage({ javaScriptEnabled: false });
    await plain.goto('/account');
    expect(await plain.getByRole('button').allTextContents()).toEqual(['Log in']);
  });

  it('switches an email off by its link, without logging in', async () => {
    const { page, player } = await logIn();
    const { database } = flow();
    const mail = {
      member_id: player.memberId,
      kind: 'weekly-recap',
      token: 'w'.repeat(43),
    } as const;
    await database.insertInto('player_mail').values(mail).execute();
    const elsewhere = await openPage({ javaScriptEnabled: false });
    await elsewhere.goto(`/account/mails/stop?token=${mail.token}`);
    await elsewhere.getByRole('button', { name: 'Stop these emails' }).click();
    await elsewhere.getByRole('heading', { name: 'You get no more of these emails' }).waitFor();
    await openSettings(page);
    await page.getByRole('switch', { name: 'Your week, on Mondays', checked: false }).waitFor();
  });
});
