import { readFile } from 'node:fs/promises';
import { screenSizes } from '@partner-rating/browser';
import { describe, expect, it } from 'vitest';
import { useConnectFlow } from '../../connect/testing/connect-flow.ts';
import { statusOfToken } from '../../connect/testing/journeys.ts';
import { namedOperator } from '../../testing/named-operator.ts';
import { connect, makePlayer, openAccount } from '../testing/account.ts';
import { expectAccessible, logInAtSettings, useChromium } from '../testing/chromium.ts';
import { reportResult } from '../testing/matches.ts';

const everyScope =
  'user:profile:read user:profile:email user:rating:read user:rating:history user:match:submit user:webhook:subscribe';
const firefox = 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0';

describe('the account pages in Chromium', () => {
  const flow = useConnectFlow({ listens: true, environment: namedOperator });
  const open = useChromium(flow);

  describe.each(screenSizes)('on a %s', (_, viewport) => {
    it('have no finding of axe in light or dark, and do not scroll sideways', async () => {
      await reportResult(flow());
      const page = await open({ viewport });
      const check = async (heading: string) => await expectAccessible(page, heading);
      await connect(flow(), flow().player, everyScope);
      await openAccount(flow(), flow().player, firefox);
      await page.goto('/account');
      await check('Log in');
      await logInAtSettings(page, flow().player);
      await check('Settings');
      await page.getByRole('button', { name: 'Log out Firefox on Windows' }).first().click();
      await page.getByRole('status').waitFor();
      await check('Settings');
      const name = 'Show me in search and on leaderboards';
      await page.getByRole('switch', { name }).click();
      await page.getByRole('status').waitFor();
      await check('Settings');
      await page.getByRole('switch', { name }).click();
      await page.getByRole('link', { name: 'Set up your share page' }).click();
      await page.getByRole('button', { name: 'Share' }).click();
      await page.getByText('The picture that other sites show of it').click();
      await check('Share page');
      await page.getByRole('button', { name: 'End sharing' }).click();
      await page.getByRole('link', { name: 'Back to settings' }).click();
      await page.getByRole('link', { name: 'Change password' }).click();
      await check('Change password');
      await page.getByLabel('Current password').fill('wrong');
      await page.getByLabel('New password', { exact: true }).fill('battery staple');
      await page.getByLabel('New password again').fill('battery staple');
      await page.getByRole('button', { name: 'Change password' }).click();
      await page.getByRole('alert').waitFor();
      await check('Change password');
      await page.getByRole('link', { name: 'Cancel' }).click();
      await page.getByRole('link', { name: 'Erase account' }).click();
      await check('Erase your account?');
      await page.getByLabel('Your password').fill('wrong');
      await page.getByLabel('I know that this cannot be undone').check();
      await page.getByRole('button', { name: 'Erase my account' }).click();
      await page.getByRole('alert').waitFor();
      await check('Erase your account?');
      await page.getByRole('link', { name: 'Keep my account' }).click();
      await page.getByRole('link', { name: 'Disconnect Courtside Club' }).click();
      await check('Disconnect Courtside Club?');
      await page.getByRole('button', { name: 'Disconnect' }).click();
      await page.getByRole('status').waitFor();
      await check('Settings');
      await page.goto('/account/sessions/end');
      await check('There is nothing to show here');
      await page.getByRole('link', { name: 'Go to your account' }).click();
      await page.getByRole('button', { name: 'Log out', exact: true }).click();
      await page.getByRole('status').waitFor();
      await check('Log in');
    });
  });

  it('disconnect an application by keyboard and without script', async () => {
    const page = await open({ javaScriptEnabled: false });
    const { access_token } = await connect(flow());
    await logInAtSettings(page, flow().player);
    await page.getByRole('link', { name: 'Disconnect Courtside Club' }).press('Enter');
    await page.getByRole('heading', { name: 'Disconnect Courtside Club?' }).waitFor();
    // The logo comes first.
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    // The notice has the focus, so that a screen reader reads it.
    await page.locator('.notice:focus').waitFor();
    expect(await page.getByRole('status').textContent()).toContain(
      'Courtside Club is disconnected.',
    );
    expect(await statusOfToken(flow(), access_token)).toBe(401);
    await page.reload();
    expect(await page.getByRole('status').count()).toBe(0);
  });

  it('hide the player from search by keyboard and without script', async () => {
    const page = await open({ javaScriptEnabled: false });
    const name = 'Show me in search and on leaderboards';
    await logInAtSettings(page, flow().player);
    await page.getByRole('switch', { name, checked: true }).press('Space');
    await page.locator('.notice:focus').waitFor();
    await page.getByRole('switch', { name, checked: false }).press('Enter');
    await page.getByRole('switch', { name, checked: true }).waitFor();
  });

  it('download everything and erase the account by keyboard and without script', async () => {
    const page = await open({ javaScriptEnabled: false });
    const player = await makePlayer(flow(), 'lena.vogt@example.com');
    await logInAtSettings(page, player);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download your data' }).press('Enter');
    const file = await download;
    expect(file.suggestedFilename()).toBe('partner-rating-data.json');
    const saved = JSON.parse(await readFile(await file.path(), 'utf8'));
    expect(saved.profile.email).toBe(player.email);

    await page.getByRole('link', { name: 'Erase account' }).press('Enter');
    const heading = await page.getByRole('heading', { name: 'What goes' }).boundingBox();
    const goes = await page.getByRole('list').first().boundingBox();
    expect(goes?.y).toBeGreaterThanOrEqual((heading?.y ?? 0) + (heading?.height ?? 0));
    await page.getByLabel('Your password').fill(player.password);
    await page.getByLabel('I know that this cannot be undone').press('Space');
    await page.getByLabel('I know that this cannot be undone').press('Enter');
    await page.locator('.notice:focus').waitFor();
    expect(await page.getByRole('status').textContent()).toContain('Your account is erased.');
  });
});
