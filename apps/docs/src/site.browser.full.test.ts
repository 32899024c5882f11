import { globSync } from 'node:fs';
import { findingsOn, screenSizes } from '@partner-rating/browser';
import { testRows } from '@partner-rating/table-tests';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { browseSite } from './testing/browse-site.ts';

const [[, desktop], [, phone]] = screenSizes;

/** A page of each kind. */
const kinds = [
  '',
  'guides/webhooks',
  'guides/how-good',
  'errors/match_conflict',
  'sdk/',
  'sdk/operations/matches/interfaces/Matches',
  'no-such-page',
];

describe('the site in Chromium', () => {
  const { open, openForTest, origin } = browseSite();

  const isScrolledSideways = (page: Page) =>
    page.evaluate('document.documentElement.scrollWidth > innerWidth');

  describe.each(screenSizes)('on a %s', (_, viewport) => {
    let opened: Awaited<ReturnType<typeof open>>;
    beforeAll(async () => {
      opened = await open({ viewport });
      await opened.page.addInitScript(`document.addEventListener('securitypolicyviolation', (event) => {
        (window.violations ??= []).push(event.effectiveDirective + ' ' + event.blockedURI);
      })`);
    });
    afterAll(() => opened.page.close());

    testRows(kinds)(
      'no kind of page has a finding of axe in light or dark, loads from elsewhere, or is too wide',
      async (path) => {
        const { page, faults, otherHosts } = opened;
        await page.goto(path);
        await page.locator('.search-button').waitFor();
        expect(await findingsOn(page)).toEqual([]);
        expect(await isScrolledSideways(page)).toBe(false);
        const violations = await page.evaluate<string[]>('window.violations ?? []');
        expect([...faults, ...otherHosts, ...violations]).toEqual([]);
      },
    );

    it('the search has no finding of axe in light or dark', async () => {
      const { page } = opened;
      await page.goto('guides/limits');
      await page.getByRole('button', { name: 'Search' }).click();
      await page.getByRole('combobox').fill('retry');
      await page.getByRole('option').first().waitFor();
      expect(await findingsOn(page)).toEqual([]);
      expect(await isScrolledSideways(page)).toBe(false);
    });
  });

  // Each is written by itself, while the other pages of a kind are made alike.
  it('no other guide has a finding of axe in light or dark', async () => {
    const page = await openForTest({ viewport: desktop });
    const guides = globSync('guides/*.html', { cwd: inject('site') })
      .map((file) => file.replace(/\.html$/, ''))
      .filter((path) => !kinds.includes(path));
    expect(guides.length).toBeGreaterThan(10);
    const found: string[] = [];
    for (const guide of guides) {
      await page.goto(guide);
      found.push(...(await findingsOn(page)).map((finding) => `${guide}: ${finding}`));
    }
    expect(found).toEqual([]);
  });

  it('finds by keyboard alone: a guide by its words, an operation by its name, an error by its code', async () => {
    const page = await openForTest();
    await page.goto('');
    const search = async (words: string) => {
      await page.keyboard.press('/');
      await page.keyboard.type(words);
      await page.getByRole('option', { selected: true }).waitFor();
    };
    await search('take a match back');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/docs/guides/submitting-matches#take-a-match-back');
    await search('matches.submit');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/docs/reference#/matches/matches.submit');
    await page.goto('errors/');
    const first = page.getByRole('option', { selected: true });
    await search('webhook');
    await first.filter({ hasText: 'Receive webhooks' }).waitFor();
    await page.getByRole('combobox').fill('idempotency_key');
    await first.filter({ hasText: 'idempotency_key' }).waitFor();
    await page.keyboard.press('ArrowDown');
    const second = page.getByRole('option').nth(1);
    expect(await second.getAttribute('aria-selected')).toBe('true');
    expect(await page.getByRole('combobox').getAttribute('aria-activedescendant')).toBe('hit-1');
    await page.keyboard.press('Escape');
    expect(await page.getByRole('combobox').count()).toBe(0);
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('zzzzqqq');
    await page.getByText('Nothing is found').waitFor();
  });

  it('searches after its index could not be loaded, as soon as more is typed', async () => {
    const page = await openForTest();
    let isOffline = true;
    await page.route('**/assets/search-*.json', (route) =>
      isOffline ? route.abort() : route.continue(),
    );
    await page.goto('guides/limits');
    // The dialog loads it as it opens, and each text that is typed after that failed.
    const failedAtFirst = page.waitForEvent('requestfailed');
    await page.getByRole('button', { name: 'Search' }).click();
    await failedAtFirst;
    const field = page.getByRole('combobox');
    const failed = page.getByText('The search could not be loaded');
    await field.fill('retr');
    await failed.waitFor();
    isOffline = false;
    await field.fill('retry');
    await page.getByRole('option').first().waitFor();
    expect(await failed.count()).toBe(0);
  });

  it('shows the reader of a screen where they are, and lets the keyboard skip the header', async () => {
    const page = await openForTest();
    await page.goto('guides/limits');
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to the content');
    await page.keyboard.press('Enter');
    expect(await page.evaluate('document.activeElement.id')).toBe('content');
    const current = page.locator('.sidebar [aria-current=page]');
    expect(await current.textContent()).toBe('Limits');
  });

  it('opens its menu on a phone, without a script too', async () => {
    const page = await openForTest({ viewport: phone, javaScriptEnabled: false });
    await page.goto('guides/limits');
    await page.getByText('Menu', { exact: true }).click();
    await page.locator('.menu').getByRole('link', { name: 'Ratings explained' }).click();
    await page.getByRole('heading', { level: 1, name: 'Ratings explained' }).waitFor();
  });

  it('prints the page alone, on light', async () => {
    const page = await openForTest({ colorScheme: 'dark' });
    await page.goto('guides/limits');
    await page.emulateMedia({ media: 'print' });
    for (const selector of ['.top', '.sidebar', '.contents', '.pager', '.copy', '.anchor']) {
      expect([selector, await page.locator(selector).first().isVisible()]).toEqual([
        selector,
        false,
      ]);
    }
    const background = await page.evaluate('getComputedStyle(document.body).backgroundColor');
    expect(background).toBe('rgb(255, 255, 255)');
  });

  it('copies code', async () => {
    const page = await openForTest({ permissions: ['clipboard-read', 'clipboard-write'] });
    // The button says so for a moment, which ends here when the test says so.
    await page.clock.install();
    await page.goto('sdk/');
    await page.locator('.code').first().hover();
    await page.getByRole('button', { name: 'Copy' }).first().click();
    const copied = page.getByRole('button', { name: 'Copied' });
    await copied.waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(
      'npm install @partner-rating/client',
    );
    await page.clock.runFor(10_000);
    await copied.waitFor({ state: 'detached' });
  });

  it('has no button that copies where the browser lets nobody copy, as on another host over http', async () => {
    const page = await openForTest();
    await page.route('http://docs.example/**', async (route) => {
      const { pathname } = new URL(route.request().url());
      await route.fulfill({ response: await route.fetch({ url: origin() + pathname }) });
    });
    await page.goto('http://docs.example/docs/sdk/');
    await page.locator('.search-button').waitFor();
    expect(await page.evaluate('isSecureContext')).toBe(false);
    expect(await page.locator('.code').count()).toBeGreaterThan(0);
    expect(await page.getByRole('button', { name: 'Copy' }).count()).toBe(0);
  });

  it('leads from an old address of the reference to its new one', async () => {
    const page = await openForTest();
    // The page may leave before it is loaded.
    await page.goto('#/members/members.get', { waitUntil: 'commit' });
    await page.waitForURL('**/docs/reference#/members/members.get');
  });
});
