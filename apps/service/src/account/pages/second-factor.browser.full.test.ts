import { screenSizes } from '@partner-rating/browser';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { codeAt } from '../../connect/login/testing/second-factor.ts';
import { useConnectFlow } from '../../connect/testing/connect-flow.ts';
import { validQuery } from '../../connect/testing/journeys.ts';
import { makePlayer } from '../testing/account.ts';
import { expectAccessible, openSettings, typeLogIn, useChromium } from '../testing/chromium.ts';
import { mailboxOf } from '../testing/mails.ts';

describe('two-step verification in Chromium', () => {
  const flow = useConnectFlow({ listens: true, withMailbox: true });
  const openBrowser = useChromium(flow);
  let count = 0;

  async function open(options: BrowserContextOptions = {}) {
    count += 1;
    const player = await makePlayer(flow(), `lena.${count}@example.com`);
    return { page: await openBrowser(options), player };
  }

  const nextCode = (key: string) => {
    flow().advance(30);
    return codeAt(key, flow().dependencies.clock());
  };

  async function typeCode(page: Page, code: string): Promise<void> {
    await page.getByRole('heading', { name: 'Enter your code' }).waitFor();
    await page.getByLabel('Code').fill(code);
    await page.getByRole('button', { name: 'Log in' }).click();
  }

  async function logOut(page: Page): Promise<void> {
    await page.getByRole('button', { name: 'Log out', exact: true }).click();
    await page.getByText('You are logged out.').waitFor();
  }

  it('is set up, asked for, replaced by a recovery code, and turned off, without script', async () => {
    const { page, player } = await open({ javaScriptEnabled: false });
    await page.goto('/account');
    await typeLogIn(page, player);
    await openSettings(page);
    await page.getByRole('link', { name: 'Turn on two-step verification' }).click();
    await page.getByLabel('Password').fill(player.password);
    await page.getByRole('button', { name: 'Continue' }).click();
    const key = (await page.locator('.key').textContent())?.trim() ?? '';
    await page.getByLabel('Type the code that the app shows now').fill(nextCode(key));
    await page.getByRole('button', { name: 'Turn on' }).click();
    await page.locator('.notice:focus').waitFor();
    const recoveryCode = (await page.locator('.codes code').first().textContent()) ?? '';
    await page.getByRole('link', { name: 'I saved my codes' }).click();
    await page.getByText('10 recovery codes are left').waitFor();

    await logOut(page);
    await typeLogIn(page, player);
    await typeCode(page, nextCode(key));
    await page.getByRole('navigation', { name: 'Your account' }).waitFor();

    await logOut(page);
    await typeLogIn(page, player);
    await typeCode(page, recoveryCode);
    await openSettings(page);
    await page.getByText('9 recovery codes are left').waitFor();
    const mail = await mailboxOf(flow()).next(player.email, 'A recovery code was used');
    expect(mail.text).toContain('9 are left.');

    await page.getByRole('link', { name: 'Turn off two-step verification' }).click();
    await page.getByLabel('Password').fill(player.password);
    await page.getByLabel('Code').fill(nextCode(key));
    await page.getByRole('button', { name: 'Turn off' }).click();
    await page.getByText('Two-step verification is off.').waitFor();
    await logOut(page);
    await typeLogIn(page, player);
    await page.getByRole('navigation', { name: 'Your account' }).waitFor();
  });

  it('is asked for on the way from a partner, by keyboard', async () => {
    const { page, player } = await open();
    await page.goto('/account');
    await typeLogIn(page, player);
    await openSettings(page);
    await page.getByRole('link', { name: 'Turn on two-step verification' }).press('Enter');
    await page.getByLabel('Password').fill(player.password);
    await page.getByLabel('Password').press('Enter');
    const key = (await page.locator('.key').textContent())?.trim() ?? '';
    await page.getByLabel('Type the code that the app shows now').fill(nextCode(key));
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'I saved my codes' }).press('Enter');
    await logOut(page);

    await page.goto(`/api/v1/partner/oauth/authorize?${new URLSearchParams(validQuery(flow()))}`);
    await typeLogIn(page, player);
    await page.locator('#code:focus').waitFor();
    await page.keyboard.type('000000');
    await page.keyboard.press('Enter');
    await page.locator('.summary:focus').waitFor();
    await typeCode(page, nextCode(key));
    await page.getByRole('heading', { name: 'Connect Courtside Club?' }).waitFor();
  });

  describe.each(screenSizes)('on a %s', (_, viewport) => {
    it('has no finding of axe on any page in light or dark, and does not scroll sideways', async () => {
      const { page, player } = await open({ viewport });
      const check = async (heading: string) => await expectAccessible(page, heading);
      await page.goto('/account');
      await typeLogIn(page, player);
      await openSettings(page);
      await page.getByRole('link', { name: 'Turn on two-step verification' }).click();
      await check('Turn on two-step verification');
      await page.getByLabel('Password').fill(player.password);
      await page.getByRole('button', { name: 'Continue' }).click();
      await check('Set up two-step verification');
      const key = (await page.locator('.key').textContent())?.trim() ?? '';
      await page.getByLabel('Type the code that the app shows now').fill('000000');
      await page.getByRole('button', { name: 'Turn on' }).click();
      await page.getByRole('alert').waitFor();
      await check('Set up two-step verification');
      await page.getByLabel('Type the code that the app shows now').fill(nextCode(key));
      await page.getByRole('button', { name: 'Turn on' }).click();
      await check('Your recovery codes');
      await page.getByRole('link', { name: 'I saved my codes' }).click();
      await check('Settings');
      await page.getByRole('link', { name: 'Make new ones' }).click();
      await check('Make new recovery codes');
      await page.goto('/account/second-factor');
      await check('Turn off two-step verification?');
      await page.goto('/account/email');
      await check('Email address');
      await page.goto('/account/password');
      await check('Change password');
      await page.goto('/account/erase');
      await check('Erase your account?');
      await page.getByLabel('Your password').fill(player.password);
      await page.getByLabel('Code').fill('000000');
      await page.getByLabel('I know that this cannot be undone').check();
      await page.getByRole('button', { name: 'Erase my account' }).click();
      await page.getByRole('alert').waitFor();
      await check('Erase your account?');
      await page.goto('/account/activity');
      await check('Activity');
      await page.goto('/account');
      await logOut(page);
      await typeLogIn(page, player);
      await check('Enter your code');
      await typeCode(page, '000000');
      await page.getByRole('alert').waitFor();
      await check('Enter your code');
    });
  });
});
