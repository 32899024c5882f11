import assert from 'node:assert/strict';
import { launchChromium, openPage } from '@partner-rating/browser';
import { openPassportSite } from '../passport-site.ts';
import type { Program } from '../program.ts';

export const chromium: Program = {
  name: 'Chromium',
  async version() {
    await using browser = await launchChromium();
    return browser.version();
  },
  async drive(stage, step) {
    await using site = await openPassportSite(stage);
    await using browser = await launchChromium();
    const { email, password } = stage.player;
    const visit = async (decision: string) => {
      const page = await openPage(browser);
      await page.goto(site.url);
      await page.locator('input[name=email]').fill(email);
      await page.locator('input[name=password]').fill(password);
      await page.getByRole('button', { name: 'Log in' }).click();
      await page.locator(`button[name=decision][value=${decision}]`).click();
      await page.waitForURL(`${site.url}callback?**`);
      const text = await page.locator('body').textContent();
      await page.close();
      return text;
    };
    await step("takes the player from a site with passport through the service's pages", async () =>
      assert.equal(await visit('allow'), 'Welcome, Mike'),
    );
    await step('takes the player back after a refusal', async () =>
      assert.equal(await visit('deny'), 'You are not logged in'),
    );
  },
};
