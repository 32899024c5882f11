import { findingsOn, launchChromium, openPage, screenSizes } from '@partner-rating/browser';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { connectInBrowser } from '../src/testing/connect-in-browser.ts';
import { useRunningClub } from '../src/testing/running-club.ts';

/** Returns panels that are wider than their column, and tables that need scrolling. */
const tooWide = `(() => {
  const main = document.querySelector('main');
  const edge = main.getBoundingClientRect().right - parseFloat(getComputedStyle(main).paddingRight);
  const panels = [...document.querySelectorAll('.panel')].filter(
    (panel) => panel.getBoundingClientRect().right > edge + 0.5,
  );
  const tables = [...document.querySelectorAll('.scroll')].filter(
    ({ scrollWidth, clientWidth }) => scrollWidth > clientWidth,
  );
  return [...panels, ...tables].map((part) => part.innerText);
})()`;

describe('Courtside Club in Chromium', () => {
  const club = useRunningClub();
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser.close();
  });

  async function openBrowser(options: BrowserContextOptions = {}) {
    const page = await openPage(browser, options);
    onTestFinished(() => page.close());
    const violations: string[] = [];
    const origins = new Set<string>();
    page.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) violations.push(message.text());
    });
    page.on('request', (request) => origins.add(new URL(request.url()).origin));
    return { page, violations, origins };
  }

  let reported = 0;

  /** Fills in a new score, because a match with the same score would be held. */
  async function fillInNewScore(page: Page): Promise<string> {
    reported += 1;
    const score = String(reported);
    await page.getByLabel('Game 1: their score').fill(score);
    return score;
  }

  describe.each(screenSizes)('on a %s', (_, viewport) => {
    it('has no axe finding on any page, light or dark, and no horizontal scrolling', async () => {
      const { page, violations, origins } = await openBrowser({
        viewport,
        reducedMotion: 'reduce',
      });
      const check = async (heading: RegExp) => {
        await page.getByRole('heading', { level: 1, name: heading }).waitFor();
        expect(await findingsOn(page)).toEqual([]);
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(viewport.width);
        expect(await page.evaluate(tooWide)).toEqual([]);
      };
      const open = async (path: string, heading: RegExp) => {
        await page.goto(club().address + path);
        await check(heading);
      };
      await page.goto(club().address);
      await check(/Bring your rating/);
      await page.goto(`${club().address}/nowhere`);
      await check(/Page not found/);
      await connectInBrowser(page, club());
      await check(/Mike Brennan/);

      await page.getByLabel('Game 2: your score').fill('7');
      await page.getByRole('button', { name: 'Report the match' }).click();
      await page.locator('#errors:focus').waitFor();
      await check(/Mike Brennan/);

      await page.getByLabel('Game 2: your score').fill('11');
      await fillInNewScore(page);
      await page.getByRole('button', { name: 'Report the match' }).click();
      await page.waitForURL('**/matches/*-*');
      await page.getByText('What was sent').first().click();
      await check(/Your rating went from \d\.\d{3}/);
      await page.getByRole('button', { name: 'Void the match' }).click();
      await page.getByRole('heading', { name: 'Ratings without the match' }).waitFor();
      await check(/The match is void/);

      await open('/leaderboard?sport=padel', /Padel leaderboard/);
      await open('/opponents', /Find opponents/);
      await open('/club-night', /Club night/);
      await page.getByText('Another lineup').first().click();
      await check(/Club night/);
      await open('/tournament', /Import results/);
      await page.getByRole('button', { name: 'Check only' }).click();
      await page.getByText('Who each person is').waitFor();
      await check(/Import results/);
      await open('/deliveries', /Webhook deliveries/);
      await page.getByText('Show the body').first().click();
      await check(/Webhook deliveries/);

      expect(violations).toEqual([]);
      const service = new URL(club().serviceAddress).origin;
      expect([...origins].sort()).toEqual([club().address, service].sort());
    });
  });

  it('shows webhooks as they arrive, without a reload', async () => {
    const { page } = await openBrowser();
    await connectInBrowser(page, club());
    await fillInNewScore(page);
    await page.getByRole('button', { name: 'Report the match' }).click();
    await page.waitForURL('**/matches/*-*');
    const after = await page.locator('.own strong').textContent();
    const own = page.locator('#events > li', { hasText: `→ ${after}` });
    await own.getByText('Signature verified').waitFor();
  });

  it('says that a match that was reported before counts only once', async () => {
    const { page } = await openBrowser();
    await connectInBrowser(page, club());
    const score = await fillInNewScore(page);
    await page.getByRole('button', { name: 'Report the match' }).click();
    await page.waitForURL('**/matches/*-*');
    await page.getByRole('link', { name: 'Back to your page' }).click();
    await page.getByLabel('Game 1: their score').fill(score);
    await page.getByRole('button', { name: 'Report the match' }).click();
    await page.getByText('A match with the same players and scores was already reported').waitFor();
  });

  it('works without script', async () => {
    const { page } = await openBrowser({ javaScriptEnabled: false });
    await connectInBrowser(page, club());
    await page.getByText('Singles', { exact: true }).first().click();
    expect(await page.getByLabel('Your partner').isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Report the match' }).click();
    await page.waitForURL('**/matches/*-*');
    await page.getByRole('heading', { name: 'Ratings before and after' }).waitFor();
    // Webhooks that arrive later appear after a reload.
    const newest = page.getByText('Mike B. in Pickleball').first();
    while (!(await newest.isVisible())) {
      await page.getByRole('link', { name: 'reload this page' }).click();
    }
    await page.getByRole('button', { name: 'Leave' }).click();
    await page.getByRole('link', { name: 'Connect your rating' }).waitFor();
  });
});
