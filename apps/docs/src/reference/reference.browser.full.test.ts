import { findingsOn, screenSizes } from '@partner-rating/browser';
import { testRows } from '@partner-rating/table-tests';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { referencePages } from '../site.ts';
import { referenceAddresses } from '../testing/broken-links.ts';
import { browseSite } from '../testing/browse-site.ts';
import { bytesOverTheWire } from '../testing/wire.ts';
import { references } from './references.ts';

// Redocly draws only visible parts. A window of this height shows a whole tag with its operations and events.
const WHOLE_TAG_PIXELS = 20_000;

const [, [, phone]] = screenSizes;

describe('the reference in Chromium', () => {
  const { open, openForTest } = browseSite();

  const goTo = (page: Page, address: string) =>
    page.evaluate(`location.hash = ${JSON.stringify(address)}`);

  const operationHeading = (page: Page) =>
    page.getByRole('heading', { name: 'Submit a batch of matches' });

  // Redocly draws slowly, so all tags share one page.
  describe.each(references)('at $path, on a screen as high as a tag,', ({ path, reader }) => {
    const all = [...new Set(reader.operations().map(({ tag }) => tag))];
    // One section of the other document is enough: Redocly draws all sections in the same way, and slowly.
    const tags = path === referencePages.partners.path ? all : all.slice(0, 1);
    let page: Page;
    let otherHosts: string[];
    beforeAll(async () => {
      ({ page, otherHosts } = await open({ viewport: { width: 1280, height: WHOLE_TAG_PIXELS } }));
      await page.goto(path);
    });
    afterAll(() => page.close());

    testRows(tags)(
      'has no finding of axe in light or dark in any section, operation or event',
      async (tag) => {
        await goTo(page, `/${tag.toLowerCase()}`);
        const parts = `[data-section-id^="/${tag.toLowerCase()}/"]`;
        await page.locator(`${parts} h2`).first().waitFor();
        await page.locator(`${parts}:not(:has(h2))`).first().waitFor({ state: 'detached' });
        expect(await findingsOn(page)).toEqual([]);
      },
    );

    it('sends no request to another host', () => expect(otherHosts).toEqual([]));
  });

  it('has no finding of axe in light or dark on a phone', async () => {
    const page = await openForTest({ viewport: phone });
    await page.goto('reference#/matches/matches.submit');
    await operationHeading(page).waitFor();
    expect(await findingsOn(page)).toEqual([]);
  });

  it('shows the three languages in the menu of each sample, and keeps the choice', async () => {
    const page = await openForTest({ viewport: { width: 1440, height: 900 } });
    const samples = () =>
      page.locator('[data-section-id="/matches/matches.submit"] .panel-request-samples');
    await page.goto('reference#/matches/matches.submit');
    await operationHeading(page).waitFor();
    await samples().getByText('TypeScript').first().click();
    const menu = page.getByRole('menuitem');
    await menu.first().waitFor();
    expect(await menu.allTextContents()).toEqual(['TypeScript', 'Python', 'curl']);
    await menu.filter({ hasText: 'Python' }).click();
    await samples().getByText('from partner_rating import').first().waitFor();
    await page.reload();
    await samples().getByText('from partner_rating import').first().waitFor();
    await goTo(page, '/members/members.get');
    const others = page.locator('[data-section-id="/members/members.get"] .panel-request-samples');
    await others.getByText('from partner_rating import').first().waitFor();
  });

  it('shares the chosen language with the guides', async () => {
    const page = await openForTest({ viewport: { width: 1440, height: 900 } });
    await page.goto('guides/quick-start');
    await page.getByRole('tab', { name: 'Python' }).first().click();
    await page.goto('reference#/matches/matches.submit');
    const samples = page.locator(
      '[data-section-id="/matches/matches.submit"] .panel-request-samples',
    );
    await samples.getByText('from partner_rating import').first().waitFor();
    await samples.getByText('Python').first().click();
    await page.getByRole('menuitem').filter({ hasText: 'curl' }).click();
    await samples.getByText('Content-Type: application/json').first().waitFor();
    await page.goto('guides/quick-start');
    const tab = page.getByRole('tab', { name: 'curl' }).first();
    await expect.poll(async () => await tab.getAttribute('aria-selected')).toBe('true');
  });

  it('opens the menu of the site on a phone, and shows where the reader is', async () => {
    const page = await openForTest({ viewport: phone });
    await page.goto('reference');
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    const item = page.locator('#starlight__sidebar [aria-current=page]');
    expect(await item.textContent()).toContain('API reference');
    await expect
      .poll(async () => {
        const { y = -1 } = (await item.boundingBox()) ?? {};
        return y > 0 && y < phone.height;
      })
      .toBe(true);
  });

  it('covers neither the end of the page nor that of the menu with the button on a phone', async () => {
    const page = await openForTest({ viewport: phone });
    const button = page.getByTestId('floating-button');
    const isAboveButton = async (last: Locator) => {
      const [end, start] = await Promise.all([last.boundingBox(), button.boundingBox()]);
      return end !== null && start !== null && end.y + end.height <= start.y;
    };
    await page.goto('reference#/usage/usage.get');
    const sample = page.locator('[data-section-id="/usage/usage.get"] pre').last();
    await sample.waitFor();
    await expect
      .poll(async () => {
        await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
        return await isAboveButton(sample);
      })
      .toBe(true);
    await goTo(page, '/webhooks');
    const event = page.locator('.menu-content').getByText('A test of the endpoint');
    await event.waitFor({ state: 'attached' });
    await button.click();
    await event.waitFor();
    const list = page.locator('.menu-content > div:has(> ul)');
    await list.evaluate((element) => element.scrollTo(0, element.scrollHeight));
    const item = page.locator('.menu-content > div > ul > *').last();
    expect(await isAboveButton(item)).toBe(true);
  });

  it('shows method, path, operation and method of the client next to the description', async () => {
    const page = await openForTest();
    await page.goto('reference#/matches/matches.submit');
    await operationHeading(page).waitFor();
    const text = await page.locator('[data-section-id="/matches/matches.submit"]').textContent();
    expect(text).toMatch(
      /POST \/partner\/matches\s*Operation matches\.submit · client\.matches\.submit\(\)/,
    );
  });

  it('has the theme that the reader chose, and not that of the system', async () => {
    const page = await openForTest({ colorScheme: 'light' });
    await page.goto('reference#/matches/matches.submit');
    await operationHeading(page).waitFor();
    const background = () => page.evaluate('getComputedStyle(document.body).backgroundColor');
    expect(await background()).toBe('rgb(255, 255, 255)');
    await page.getByLabel('Select theme').first().selectOption('dark');
    await expect.poll(background).toBe('rgb(14, 21, 18)');
    await expect
      .poll(() => page.evaluate('document.documentElement.className'))
      .toMatch(/\bdark\b/);
  });

  it('has a target for every link', async () => {
    const page = await openForTest();
    await page.goto('reference');
    const headingAt = async (address: string, heading: string) => {
      await goTo(page, address);
      await page.evaluate(
        'new Promise((resolve) => setTimeout(() => requestAnimationFrame(resolve)))',
      );
      await page.getByRole('heading', { name: heading }).first().waitFor();
    };
    await headingAt('/matches/matches.forget', 'No page at this address');
    for (const [address, heading] of referenceAddresses()) await headingAt(address, heading);
    expect(await page.getByText('No page at this address').count()).toBe(0);
  });

  const linksOf = (page: Page) =>
    page.evaluate<string[]>(
      `[...document.querySelectorAll('#redoc a[href]')].map((link) => link.getAttribute('href'))`,
    );

  it('has a target for every link of the menu, without scripts', async () => {
    const page = await openForTest({ javaScriptEnabled: false });
    await page.goto('reference');
    const menu = page.locator('#redoc a[href^="#"]');
    expect(await menu.count()).toBeGreaterThan(10);
    for (const link of await menu.all()) {
      const href = (await link.getAttribute('href')) ?? '';
      expect([href, await page.locator(`[id="${href.slice(1)}"]`).count()]).toEqual([href, 1]);
    }
  });

  it('leads to the same place in a new tab', async () => {
    const page = await openForTest();
    await page.goto('reference#/matches/matches.submit');
    await operationHeading(page).waitFor();
    const links = await linksOf(page);
    expect(links.filter((link) => link.startsWith('/') && !link.startsWith('/docs/'))).toEqual([]);
    expect(links).toContain('#/section/limits');
    await page.goto('about:blank');
    await page.goto('reference#section/limits');
    await page.waitForURL('**/docs/reference#/section/limits');
    await page.getByRole('heading', { name: 'Limits' }).first().waitFor();
    expect(await page.getByText('No page at this address').count()).toBe(0);
  });

  it('takes at most 800 kB over the wire, and links to its Markdown if scripts are off', async () => {
    expect(await bytesOverTheWire(inject('service').origin, 'reference')).toBeLessThan(800_000);
    const page = await openForTest({ javaScriptEnabled: false });
    await page.goto('reference');
    expect(await page.locator('noscript a[href="/docs/reference.md"]').isVisible()).toBe(true);
  });
});
