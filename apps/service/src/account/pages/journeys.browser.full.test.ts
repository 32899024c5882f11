import { readFile } from 'node:fs/promises';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { codeAt } from '../../connect/login/testing/second-factor.ts';
import { type TestPlayer, useConnectFlow } from '../../connect/testing/connect-flow.ts';
import { linkIn } from '../../testing/mailbox.ts';
import { makePlayer } from '../testing/account.ts';
import {
  expectAccessible,
  logInAtAccount,
  openSettings,
  typeLogIn,
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

  it('registers, confirms a first result, and has a rating', async () => {
    const page = await openPage();
    const email = 'newcomer@example.com';
    await register(page, email);
    const { id = '', member_number: memberNumber = 0 } = (await memberOf(email)) ?? {};
    await report({ memberId: id, memberNumber, email, password: lena.password });
    await openMatches(page);
    await page.getByRole('button', { name: /^Confirm/ }).click();
    await page.getByText('The result is confirmed and counts for your rating.').waitFor();
    await page.getByRole('link', { name: 'Ratings', exact: true }).click();
    await page.getByRole('heading', { name: 'Pickleball', exact: true }).waitFor();
    expect(await page.getByText('Provisional').first().isVisible()).toBe(true);
    await expectAccessible(page);
  });

  it('claims results that were reported under their address', async () => {
    const page = await openPage();
    const email = 'claimant@example.com';
    await register(page, email);
    await importUnder(flow(), email, 2);
    await openMatches(page);
    await page.getByRole('link', { name: 'Select your results' }).click();
    for (const box of await page.getByRole('checkbox').all()) await box.check();
    await page.getByRole('button', { name: 'Claim selected results' }).click();
    await page.getByText('2 results are yours now').waitFor();
    await expectAccessible(page);
  });

  it('confirms a result that waits', async () => {
    const { page, player } = await logIn();
    await report(player);
    await page.reload();
    await page.getByRole('link', { name: 'Answer now' }).click();
    await page.getByRole('button', { name: /^Confirm/ }).click();
    await page.getByText('The result is confirmed and counts for your rating.').waitFor();
    await expectAccessible(page);
  });

  it('disputes a result that counts', async () => {
    const { page, player } = await logIn();
    await report(player, { trusted: true });
    await openMatches(page);
    await page.getByRole('button', { name: /^This is wrong/ }).click();
    await page.getByText('You said it is wrong', { exact: true }).waitFor();
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
    // The states of the country are listed before anything is saved.
    if (await page.getByRole('alert').isHidden()) {
      await page.getByRole('button', { name: 'Save profile' }).click();
    }
    await page.getByRole('alert').waitFor();
    const field = page.getByLabel('Date of birth');
    const described = (await field.getAttribute('aria-describedby')) ?? '';
    expect(described.split(' ')).toContain('birth_date-error');
    await expectAccessible(page);
    await field.fill('1991-04-02');
    await page.getByRole('button', { name: 'Save profile' }).click();
    if (await page.getByText('Your profile is saved.').isHidden()) {
      await page.getByRole('button', { name: 'Save profile' }).click();
    }
    await page.getByText('Your profile is saved.').waitFor();
    expect(await memberOf(player.email)).toMatchObject({ city: 'Austin', country: 'US' });
  });

  it('downloads a copy of everything', async () => {
    const { page, player } = await logIn();
    await openSettings(page);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download your data' }).click();
    const saved = JSON.parse(await readFile(await (await download).path(), 'utf8'));
    expect(saved.profile.email).toBe(player.email);
  });

  it('erases the account, and cannot log in again', async () => {
    const { page, player } = await logIn();
    await openSettings(page);
    await page.getByRole('link', { name: 'Erase account' }).click();
    await page.getByLabel('Your password').fill(player.password);
    await page.getByLabel('I know that this cannot be undone').check();
    await page.getByRole('button', { name: 'Erase my account' }).click();
    await page.getByText('Your account is erased.').waitFor();
    await page.goto('/account');
    await typeLogIn(page, player);
    await page.getByRole('alert').waitFor();
    await expectAccessible(page);
    expect(await memberOf(player.email)).toBeUndefined();
  });

  it('turns on two-step log-in, and logs in with a code', async () => {
    const { page, player } = await logIn();
    await openSettings(page);
    await page.getByRole('link', { name: 'Turn on two-step verification' }).click();
    await page.getByLabel('Password').fill(player.password);
    await page.getByRole('button', { name: 'Continue' }).click();
    const key = (await page.locator('.key').textContent())?.trim() ?? '';
    const nextCode = () => {
      flow().advance(30);
      return codeAt(key, flow().dependencies.clock());
    };
    await page.getByLabel('Type the code that the app shows now').fill(nextCode());
    await page.getByRole('button', { name: 'Turn on' }).click();
    await page.getByRole('link', { name: 'I saved my codes' }).click();
    await page.getByRole('button', { name: 'Log out', exact: true }).click();
    await page.getByText('You are logged out.').waitFor();
    await typeLogIn(page, player);
    await page.getByLabel('Code').fill(nextCode());
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByRole('navigation', { name: 'Your account' }).waitFor();
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
