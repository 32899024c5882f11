import { gzipSync } from 'node:zlib';
import { findingsOn, launchChromium, openPage, screenSizes } from '@partner-rating/browser';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { useConnectFlow } from '../../connect/testing/connect-flow.ts';
import { playSeason } from '../testing/play-season.ts';
import { reportResult } from '../testing/report-result.ts';

// Those of which a line ends within a game.
const BROKEN_SCORES = `[...document.querySelectorAll('.scores > *')]
  .filter((score) => score.getClientRects().length > 1).map((score) => score.textContent)`;
const MAX_COMPRESSED_BYTES = 60_000;

describe('ratings and matches in Chromium', () => {
  const flow = useConnectFlow({ listens: true });
  let browser: Browser;
  beforeAll(async () => {
    await playSeason(flow(), { matches: 45 });
    await playSeason(flow(), { matches: 2, before: 60, sport: 'table-tennis' });
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser.close();
  });

  async function logIn(options: BrowserContextOptions = {}): Promise<Page> {
    const { publicUrl } = flow().dependencies;
    const page = await openPage(browser, { baseURL: publicUrl, ...options });
    onTestFinished(() => page.close());
    await page.goto('/account');
    await page.getByLabel('E-mail').fill(flow().player.email);
    await page.getByLabel('Password').fill(flow().player.password);
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByRole('heading', { name: 'Your account' }).waitFor();
    return page;
  }

  it('have no finding of axe, and nothing to scroll sideways, on any size in light or dark', async () => {
    await reportResult(flow());
    const page = await logIn();
    await page.getByRole('switch', { name: 'Show my ratings to anybody' }).click();
    const shared = await page.getByRole('link', { name: '/players/' }).getAttribute('href');
    for (const [, viewport] of screenSizes) {
      await page.setViewportSize(viewport);
      for (const address of ['/account', '/account/matches', shared ?? '']) {
        await page.goto(address);
        for (const summary of await page.locator('summary').all()) await summary.click();
        expect(await findingsOn(page)).toEqual([]);
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(viewport.width);
        expect(await page.evaluate(BROKEN_SCORES)).toEqual([]);
      }
    }
  });

  it('are read, paged through and answered by keyboard alone, without script', async () => {
    await reportResult(flow());
    const page = await logIn({ javaScriptEnabled: false });
    await page.getByRole('link', { name: '3 months' }).first().press('Enter');
    await page.locator('.ranges [aria-current]', { hasText: '3 months' }).first().waitFor();
    const table = page.getByRole('table').first();
    expect(await table.isVisible()).toBe(false);
    await page.getByText('All pickleball ratings').press('Enter');
    await table.waitFor();
    await page.getByRole('link', { name: 'All your matches' }).press('Enter');
    await page.getByRole('link', { name: 'Show earlier matches' }).press('Enter');
    await page.getByRole('link', { name: 'Back to the latest' }).waitFor();
    const address = page.url();
    await page.getByRole('button', { name: 'This is wrong' }).first().press('Enter');
    await page.locator('.notice:focus').waitFor();
    expect(page.url()).toBe(address);
    await page.getByRole('link', { name: 'Back to your account' }).press('Enter');
    await page.getByRole('button', { name: 'Confirm' }).first().press('Enter');
    await page.locator('.notice:focus').waitFor();
    expect(await page.getByRole('status').textContent()).toContain('The result is confirmed');
  });

  it('are printed with their tables, and without what can only be pressed', async () => {
    const page = await logIn();
    await page.emulateMedia({ media: 'print' });
    for (const table of await page.getByRole('table').all()) {
      expect(await table.isVisible()).toBe(true);
    }
    expect(await page.getByRole('button').count()).toBe(0);
    expect(await page.getByRole('img', { name: 'Pickleball rating since' }).isVisible()).toBe(true);
  });

  it('ask nobody for anything, and weigh little', async () => {
    const page = await logIn();
    const requests: string[] = [];
    page.on('request', (request) => requests.push(new URL(request.url()).pathname));
    for (const address of ['/account', '/account/matches']) {
      const response = await page.goto(address);
      const weight = gzipSync((await response?.body()) ?? '').length;
      expect(weight).toBeLessThan(MAX_COMPRESSED_BYTES);
    }
    // The icon is the service's own.
    expect(requests.filter((path) => path !== '/favicon.ico')).toEqual([
      '/account',
      '/account/matches',
    ]);
  });
});
