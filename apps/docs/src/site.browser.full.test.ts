import { globSync } from 'node:fs';
import { findingsOn } from '@partner-rating/browser';
import { testRows } from '@partner-rating/table-tests';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { browseSite } from './testing/browse-site.ts';
import { bytesOverTheWire } from './testing/wire.ts';

const desktop = { width: 1440, height: 900 };
const tablet = { width: 768, height: 1024 };
const phone = { width: 390, height: 844 };
// A tablet has the layout of a phone.
const layouts = [
  ['desktop', desktop],
  ['phone', phone],
] as const;

/** A page of each kind. */
const kinds = [
  '',
  'guides/webhooks',
  'guides/how-good',
  'errors/match_conflict',
  'sdk',
  'sdk/operations/matches/interfaces/Matches',
  'changelog',
  'downloads',
  'no-such-page',
];

const guides = globSync('guides/*.html', { cwd: inject('site') }).map((file) =>
  file.replace(/\.html$/, ''),
);

describe('the site in Chromium', () => {
  const { open, openForTest } = browseSite();

  const isScrolledSideways = (page: Page) =>
    page.evaluate('document.documentElement.scrollWidth > innerWidth');

  describe.each(layouts)('on a %s', (_, viewport) => {
    let opened: Awaited<ReturnType<typeof open>>;
    beforeAll(async () => {
      opened = await open({ viewport });
      await opened.page.addInitScript(`document.addEventListener('securitypolicyviolation', (event) => {
        (window.violations ??= []).push(event.effectiveDirective + ' ' + event.blockedURI);
      })`);
    });
    afterAll(() => opened.page.close());

    testRows(kinds)(
      'no kind of page has an axe finding, loads files from other hosts, or is too wide',
      async (path) => {
        const { page, errors, otherHosts } = opened;
        await page.goto(path);
        await page.getByRole('button', { name: 'Search' }).waitFor();
        expect(await findingsOn(page)).toEqual([]);
        expect(await isScrolledSideways(page)).toBe(false);
        const violations = await page.evaluate<string[]>('window.violations ?? []');
        expect([...errors, ...otherHosts, ...violations]).toEqual([]);
      },
    );

    it('the search has no finding of axe in light or dark', async () => {
      const { page } = opened;
      await page.goto('guides/limits');
      await page.getByRole('button', { name: 'Search' }).click();
      await page.getByPlaceholder('Search').fill('retry');
      await page.locator('.pagefind-ui__result-link').first().waitFor();
      expect(await findingsOn(page)).toEqual([]);
      expect(await isScrolledSideways(page)).toBe(false);
    });
  });

  it('fits a tablet', async () => {
    const page = await openForTest({ viewport: tablet });
    const tooWide: string[] = [];
    for (const path of [...kinds, ...guides, 'reference']) {
      await page.goto(path);
      if (await isScrolledSideways(page)) tooWide.push(path);
    }
    expect(tooWide).toEqual([]);
  });

  // Checks every guide, because each has its own content. Pages of other kinds are generated from one template.
  it('no other guide has a finding of axe in light or dark', async () => {
    const page = await openForTest({ viewport: desktop });
    expect(guides.length).toBeGreaterThan(10);
    const found: string[] = [];
    for (const guide of guides.filter((path) => !kinds.includes(path))) {
      await page.goto(guide);
      found.push(...(await findingsOn(page)).map((finding) => `${guide}: ${finding}`));
    }
    expect(found).toEqual([]);
  });

  it('scrolls the menu to its active item', async () => {
    const page = await openForTest({ viewport: desktop });
    const deep = ['sdk/webhooks/functions/verifyWebhook', 'errors/validation_failed', 'changelog'];
    for (const path of [...guides, ...deep]) {
      await page.goto(path);
      const item = page.locator('#starlight__sidebar [aria-current=page]');
      await expect
        .poll(async () => {
          const box = await item.boundingBox();
          return [path, box !== null && box.y >= 0 && box.y + box.height <= desktop.height];
        })
        .toEqual([path, true]);
    }
  });

  it('remembers the language that a reader chooses, on every page', async () => {
    const page = await openForTest();
    await page.goto('guides/quick-start');
    const tabs = page.getByRole('tab');
    await tabs.first().waitFor();
    expect(await tabs.allTextContents()).toEqual(
      expect.arrayContaining(
        ['TypeScript', 'Python', 'curl'].map((name) => expect.stringContaining(name)),
      ),
    );
    await page.getByRole('tab', { name: 'Python' }).first().click();
    for (const path of ['guides/quick-start', 'guides/webhooks', 'guides/predictions']) {
      await page.goto(path);
      const chosen = page.getByRole('tab', { name: 'Python' }).first();
      await expect
        .poll(async () => [path, await chosen.getAttribute('aria-selected')])
        .toEqual([path, 'true']);
    }
  });

  it('keeps the theme that a reader chooses', async () => {
    const page = await openForTest({ colorScheme: 'light' });
    await page.goto('guides/limits');
    await page.getByLabel('Select theme').first().selectOption('dark');
    await page.goto('errors');
    expect(await page.evaluate('document.documentElement.dataset.theme')).toBe('dark');
  });

  it('lets the keyboard skip the header', async () => {
    const page = await openForTest();
    await page.goto('guides/limits');
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to content');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.evaluate('location.hash')).toBe('#_top');
  });

  it('opens its menu on a phone, without a script too', async () => {
    const page = await openForTest({ viewport: phone, javaScriptEnabled: false });
    await page.goto('guides/limits');
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.locator('#starlight__sidebar').getByText('Ratings explained').click();
    await page.getByRole('heading', { level: 1, name: 'Ratings explained' }).waitFor();
  });

  it('prints only the page, in light mode', async () => {
    const page = await openForTest({ colorScheme: 'dark' });
    await page.goto('guides/limits');
    await page.emulateMedia({ media: 'print' });
    for (const selector of ['nav.sidebar', '.right-sidebar', '.copy', 'site-search']) {
      const visible = await page.locator(selector).first().isVisible();
      expect([selector, visible]).toEqual([selector, false]);
    }
    const background = await page.evaluate('getComputedStyle(document.body).backgroundColor');
    expect(background).toBe('rgb(255, 255, 255)');
  });

  it('copies code', async () => {
    const page = await openForTest({ permissions: ['clipboard-read', 'clipboard-write'] });
    await page.goto('downloads');
    await page.locator('.expressive-code').first().hover();
    await page.getByRole('button', { name: 'Copy' }).first().click();
    await expect
      .poll(() => page.evaluate('navigator.clipboard.readText()'))
      .toContain('npm install');
  });

  testRows(guides)('a guide takes at most 40 kB over the wire', async (guide) => {
    expect(await bytesOverTheWire(inject('service').origin, guide)).toBeLessThan(40_000);
  });
});
