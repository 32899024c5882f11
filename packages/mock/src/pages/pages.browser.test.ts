import { findingsOn, launchChromium, openPage, screenSizes } from '@partner-rating/browser';
import errors from '@partner-rating/spec/errors.json' with { type: 'json' };
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type RunningMock, startMock } from '../start-mock.ts';

let mock: RunningMock;
let browser: Browser;
beforeAll(async () => {
  [mock, browser] = await Promise.all([startMock(), launchChromium()]);
});
afterAll(async () => {
  await browser?.close();
  await mock?.close();
});

describe.each(screenSizes)('on a %s', (_, viewport) => {
  const open = async (): Promise<Page> => {
    const page = await openPage(browser, { viewport });
    onTestFinished(() => page.close());
    return page;
  };
  const expectClean = async (page: Page, heading: string | RegExp) => {
    await page.getByRole('heading', { level: 1, name: heading }).waitFor();
    expect(await findingsOn(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(viewport.width);
  };

  test('axe finds no problems on the guide, the consent page, and the pages of broken links, in light and dark mode', async () => {
    const page = await open();
    await page.goto(mock.origin);
    await expectClean(page, /^The mock of the Partner Rating Service$/);
    await page.getByRole('link', { name: 'connect Mike Brennan' }).click();
    await expectClean(page, /^Connect Courtside Club$/);
    const consent = page.url();
    await page.getByRole('button', { name: 'Allow' }).click();
    await page.waitForURL(`${mock.origin}/?*`);
    const { searchParams } = new URL(page.url());
    expect(searchParams.get('code')).toMatch(/^prc_/);
    expect(searchParams.get('iss')).toBe(mock.baseUrl);
    await page.goto(consent.replace(/\?.*/, '?client_id=courtside-club&request_uri=used'));
    await expectClean(page, /^This link has expired$/);
    await page.goto(consent.replace(/\?.*/, '?client_id=courtside-club'));
    await expectClean(page, /^This link does not work$/);
  });

  test('axe finds no problems on the page of each problem, in light and dark mode', async () => {
    const page = await open();
    for (const { code, title } of errors.problems) {
      await page.goto(`${mock.origin}/docs/errors/${code}`);
      await expectClean(page, title);
    }
  });
});
