import { gzipSync } from 'node:zlib';
import { findingsOn, launchChromium, openPage } from '@partner-rating/browser';
import { contract } from '@partner-rating/spec/contract';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { referenceAddresses } from '../testing/broken-links.ts';
import { type ServedSite, serveSite } from '../testing/serve-site.ts';
import { readPage } from '../testing/site-files.ts';

// Redocly draws what is in sight: in a window as high as this, a whole tag with its operations and events.
const WHOLE_TAG_PIXELS = 20_000;

const tags = [...new Set(contract.operations().map((operation) => operation.tag))];

describe('the reference in Chromium', () => {
  let browser: Browser;
  let served: ServedSite;
  beforeAll(async () => {
    [browser, served] = await Promise.all([launchChromium(), serveSite(inject('site'))]);
  });
  afterAll(async () => {
    await browser.close();
    served.close();
  });

  async function open(options: Parameters<Browser['newPage']>[0] = {}) {
    const page = await openPage(browser, { baseURL: `${served.origin}/docs/`, ...options });
    const otherHosts: string[] = [];
    page.on('request', (request) => {
      const isOther =
        !/^(?:data|blob):/.test(request.url()) && !request.url().startsWith(served.origin);
      if (isOther) otherHosts.push(request.url());
    });
    return { page, otherHosts };
  }

  async function openForTest(options: Parameters<Browser['newPage']>[0] = {}) {
    const { page } = await open(options);
    onTestFinished(() => page.close());
    return page;
  }

  const goTo = (page: Page, address: string) =>
    page.evaluate(`location.hash = ${JSON.stringify(address)}`);

  const operationHeading = (page: Page) =>
    page.getByRole('heading', { name: 'Submit a batch of matches' });

  // Redocly looks at the colour scheme once, and draws for long: one page in each scheme for all tags.
  describe.each(['light', 'dark'] as const)('in %s', (colorScheme) => {
    let page: Page;
    let otherHosts: string[];
    beforeAll(async () => {
      const viewport = { width: 1280, height: WHOLE_TAG_PIXELS };
      ({ page, otherHosts } = await open({ colorScheme, viewport }));
      await page.goto('reference');
    });
    afterAll(() => page.close());

    it.each(tags)('has no finding of axe in any section, operation or event of %s', async (tag) => {
      await goTo(page, `/${tag.toLowerCase()}`);
      const parts = `[data-section-id^="/${tag.toLowerCase()}/"]`;
      await page.locator(`${parts} h2`).first().waitFor();
      await page.locator(`${parts}:not(:has(h2))`).first().waitFor({ state: 'detached' });
      expect(await findingsOn(page, [colorScheme])).toEqual([]);
    });

    it('has none on a phone, and the colours of the site', async () => {
      const phone = await openForTest({ colorScheme, viewport: { width: 320, height: 740 } });
      await phone.goto('reference#/matches/matches.submit');
      await operationHeading(phone).waitFor();
      expect(await findingsOn(phone, [colorScheme])).toEqual([]);
      expect(await phone.evaluate('getComputedStyle(document.body).backgroundColor')).toBe(
        colorScheme === 'dark' ? 'rgb(14, 21, 18)' : 'rgb(255, 255, 255)',
      );
    });

    it('asks no other host', () => expect(otherHosts).toEqual([]));
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
