import { screenSizes } from '@partner-rating/browser';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { useConnectFlow } from '../../connect/testing/connect-flow.ts';
import { validQuery } from '../../connect/testing/journeys.ts';
import { expectAccessible, logInAtAccount, useChromium } from '../testing/chromium.ts';
import { playSeason, reportResult } from '../testing/matches.ts';

// The scores that have a line break within a game.
const BROKEN_SCORES = `[...document.querySelectorAll('.scores > *')]
  .filter((score) => score.getClientRects().length > 1).map((score) => score.textContent)`;

const MAX_BYTES = 40_000;

describe('ratings and matches in Chromium', () => {
  const flow = useConnectFlow({ listens: true });
  const open = useChromium(flow);
  beforeAll(async () => {
    await playSeason(flow(), { matches: 45 });
    await playSeason(flow(), { matches: 2, before: 60, sport: 'table-tennis' });
  });

  async function logIn(options: BrowserContextOptions = {}): Promise<Page> {
    const page = await open(options);
    await logInAtAccount(page, flow().player);
    return page;
  }

  it('have no finding of axe, and do not scroll sideways, on any size in light or dark', async () => {
    await reportResult(flow());
    const page = await logIn();
    await page.getByRole('link', { name: 'Share' }).click();
    const share = page.getByRole('button', { name: 'Share' });
    // The button comes after the last box.
    await share.waitFor();
    for (const item of await page.getByRole('checkbox').all()) await item.check();
    await share.click();
    const shared = await page.getByRole('link', { name: 'Open the page' }).getAttribute('href');
    for (const [, viewport] of screenSizes) {
      await page.setViewportSize(viewport);
      for (const address of [
        '/account',
        '/account/matches',
        '/account/settings',
        '/account/profile',
        '/account/sharing',
        '/account/what-if?sport=pickleball&name=Priya',
        '/',
        shared ?? '',
      ]) {
        await page.goto(address);
        for (const summary of await page.locator('summary').all()) await summary.click();
        await expectAccessible(page);
        expect(await page.evaluate(BROKEN_SCORES)).toEqual([]);
      }
    }
  });

  it('are read, paged through, and answered by keyboard and without script', async () => {
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
    await page.getByLabel('The score is wrong').check();
    await page.getByRole('button', { name: 'Report as wrong' }).press('Enter');
    await page.locator('.notice:focus').waitFor();
    expect(page.url()).toBe(address);
    await page.getByRole('link', { name: 'Back to the latest' }).press('Enter');
    await page.getByRole('button', { name: 'Confirm' }).first().press('Enter');
    await page.locator('.notice:focus').waitFor();
    expect(await page.getByRole('status').textContent()).toContain('The result is confirmed');
  });

  it('show the rating after a match in the chart by hover and focus, without script', async () => {
    const page = await logIn({ javaScriptEnabled: false });
    const points = page.getByRole('group', { name: 'Pickleball rating since' }).getByRole('img');
    const [first, current] = [points.first(), points.last()];
    // Above its circle, which is part of it.
    await first.locator('rect').hover({ position: { x: 6, y: 5 } });
    expect(await first.locator('text').isVisible()).toBe(true);
    expect(await current.locator('text').isVisible()).toBe(false);
    await current.focus();
    expect(await current.locator('text').isVisible()).toBe(true);
  });

  it('are printed with their tables, and without buttons', async () => {
    const page = await logIn();
    await page.emulateMedia({ media: 'print' });
    for (const table of await page.getByRole('table').all()) {
      expect(await table.isVisible()).toBe(true);
    }
    expect(await page.getByRole('button').count()).toBe(0);
    expect(await page.getByRole('img', { name: 'Pickleball rating since' }).isVisible()).toBe(true);
  });

  it('copy the address of a share page with a button, and let people select it without script', async () => {
    const permissions = ['clipboard-read', 'clipboard-write'];
    const page = await logIn({ permissions });
    await page.goto('/account/sharing');
    await page
      .getByRole('button', { name: 'Share' })
      .or(page.getByRole('button', { name: 'Save' }))
      .click();
    const address = await page.getByLabel('Send this to anybody').inputValue();
    expect(address).toMatch(/\/players\/[\w-]{43}$/);
    await page.getByRole('button', { name: 'Copy address' }).click();
    await page.getByRole('status').filter({ hasText: 'Copied.' }).waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(address);
    const plain = await logIn({ javaScriptEnabled: false });
    await plain.goto('/account/sharing');
    expect(await plain.getByLabel('Send this to anybody').inputValue()).toBe(address);
    expect(await plain.getByRole('button', { name: 'Copy address' }).isVisible()).toBe(false);
  });

  it('load nothing from other sites, and take at most 40 kB over the network', async () => {
    const page = await logIn();
    await page.goto('/account/sharing');
    await page.getByRole('button', { name: /^(Share|Save)$/ }).click();
    const shared = await page.getByLabel('Send this to anybody').inputValue();
    const requests: string[] = [];
    page.on('request', (request) => requests.push(new URL(request.url()).pathname));
    const addresses = [
      ...['/account', '/account/matches', '/account/settings', '/account/profile'],
      ...['/account/sharing', '/account/what-if?sport=pickleball&name=Priya'],
      ...['/', '/account/register', shared],
      `/api/v1/partner/oauth/authorize?${new URLSearchParams(validQuery(flow()))}`,
    ];
    const weights: Record<string, number | undefined> = {};
    for (const address of addresses) {
      const response = await page.goto(address);
      weights[address] = (await response?.request().sizes())?.responseBodySize;
    }
    expect(Object.entries(weights).filter(([, bytes]) => !(Number(bytes) < MAX_BYTES))).toEqual([]);
    // The icons belong to the service.
    expect(requests.filter((path) => !/^\/(favicon|icons|manifest)/.test(path))).toEqual(
      addresses.map((address) => new URL(address, flow().dependencies.publicUrl).pathname),
    );
  });
});
