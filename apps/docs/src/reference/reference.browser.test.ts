import { gzipSync } from 'node:zlib';
import { findingsOn, launchChromium, openPage } from '@partner-rating/browser';
import { contract } from '@partner-rating/spec/contract';
import type { Browser, Locator, Page } from 'playwright-core';
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

  const linksIn = (part: Locator) =>
    part
      .locator('a[href]')
      .evaluateAll((links) =>
        links.map((link) => ({ href: link.getAttribute('href') ?? '', text: link.textContent })),
      );

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

  it('has every address that is linked to in its menu, under the heading that stands there', async () => {
    const page = await openForTest();
    await page.goto('reference#/matches/matches.submit');
    await operationHeading(page).waitFor();
    const headings: Record<string, string> = {};
    const reference = page.locator('#redoc');
    const collect = async () => {
      for (const { href, text } of await linksIn(reference)) {
        // The method follows the heading of an operation.
        headings[href.slice(1)] ??= text.replace(/(?<=[^A-Z])(?:get|post|put|patch|delete)$/, '');
      }
    };
    await collect();
    for (const tag of tags) {
      // The menu shows the operations of the tag that is looked at.
      await goTo(page, `/${tag.toLowerCase()}`);
      await reference.locator(`a[href^="#/${tag.toLowerCase()}/"]`).first().waitFor();
      await collect();
    }
    expect(headings).toMatchObject(Object.fromEntries(referenceAddresses()));
    const gone = page.getByText('No page at this address');
    await goTo(page, '/matches/matches.forget');
    await gone.waitFor();
    await goTo(page, '/matches/matches.submit');
    await operationHeading(page).waitFor();
    expect(await gone.count()).toBe(0);
  });

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
    const links = (await linksIn(page.locator('#redoc'))).map(({ href }) => href);
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
