import { gzipSync } from 'node:zlib';
import { findingsOn, screenSizes } from '@partner-rating/browser';
import { contract } from '@partner-rating/spec/contract';
import { testRows } from '@partner-rating/table-tests';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { referenceAddresses } from '../testing/broken-links.ts';
import { browseSite } from '../testing/browse-site.ts';
import { readPage } from '../testing/site-files.ts';

// Redocly draws what is in sight: in a window as high as this, a whole tag with its operations and events.
const WHOLE_TAG_PIXELS = 20_000;

const [, [, phone]] = screenSizes;

const tags = [...new Set(contract.operations().map((operation) => operation.tag))];

describe('the reference in Chromium', () => {
  const { open, openForTest } = browseSite();

  const goTo = (page: Page, address: string) =>
    page.evaluate(`location.hash = ${JSON.stringify(address)}`);

  const operationHeading = (page: Page) =>
    page.getByRole('heading', { name: 'Submit a batch of matches' });

  /** The background of the page, and the colours of each element of the operation in sight. */
  const colorsOf = (page: Page) =>
    page.evaluate<string[]>(`Array.from(
      [document.body, ...document.querySelectorAll('[data-section-id="/matches/matches.submit"] *')],
      (element) => getComputedStyle(element),
    ).flatMap(({ backgroundColor, color }) => [backgroundColor, color])`);

  // Redocly draws for long: one page for all tags.
  describe('on a screen as high as a tag', () => {
    let page: Page;
    let otherHosts: string[];
    beforeAll(async () => {
      ({ page, otherHosts } = await open({ viewport: { width: 1280, height: WHOLE_TAG_PIXELS } }));
      await page.goto('reference');
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

    it('asks no other host', () => expect(otherHosts).toEqual([]));
  });

  it('has no finding of axe in light or dark on a phone', async () => {
    const page = await openForTest({ viewport: phone });
    await page.goto('reference#/matches/matches.submit');
    await operationHeading(page).waitFor();
    expect(await findingsOn(page)).toEqual([]);
  });

  it('has the colours of the system, and changes with them while it is open', async () => {
    const openIn = async (colorScheme: 'light' | 'dark') => {
      const page = await openForTest({ colorScheme });
      await page.goto('reference#/matches/matches.submit');
      await operationHeading(page).waitFor();
      return page;
    };
    const [light, dark] = [await openIn('light'), await openIn('dark')];
    // Both may still be drawing.
    const differences = async () => {
      const [inLight, inDark] = [await colorsOf(light), await colorsOf(dark)];
      const count = Math.max(inLight.length, inDark.length);
      return Array.from({ length: count }, (_, index) => [inLight[index], inDark[index]]).filter(
        ([one, other]) => one !== other,
      );
    };
    const background = { light: 'rgb(255, 255, 255)', dark: 'rgb(14, 21, 18)' };
    await expect.poll(differences).toContainEqual([background.light, background.dark]);
    await light.emulateMedia({ colorScheme: 'dark' });
    await expect.poll(differences).toEqual([]);
    await dark.emulateMedia({ colorScheme: 'light' });
    await expect.poll(differences).toContainEqual([background.dark, background.light]);
    await light.emulateMedia({ colorScheme: 'light' });
    await expect.poll(differences).toEqual([]);
  });

  it('has every address that is linked to', async () => {
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

  it('leads to a part of the page by every link of the menu, without a script', async () => {
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

  it('paints after less than 300 kB, compressed', async () => {
    const site = inject('site');
    const html = readPage(site, 'reference.html');
    const blocking = [
      ...html.matchAll(/<link rel="stylesheet" href="([^"]+)"/g),
      ...html.matchAll(/<script src="([^"]+)"/g),
    ].map(([, address = '']) => readPage(site, address.slice('/docs/'.length)));
    const sizes = [html, ...blocking].map((content) => gzipSync(content).length);
    expect(sizes.length).toBeGreaterThan(1);
    expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(300_000);
    const page = await openForTest({ javaScriptEnabled: false });
    await page.goto('reference');
    expect(await page.getByRole('heading', { name: 'First steps' }).isVisible()).toBe(true);
  });
});
