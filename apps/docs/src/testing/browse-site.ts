import { launchChromium, openPage } from '@partner-rating/browser';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, inject, onTestFinished } from 'vitest';
import { type ServedSite, serveSite } from './serve-site.ts';

/** Opens pages of the built site in Chromium, by a path such as `guides/limits`. */
export function browseSite() {
  let browser: Browser;
  let served: ServedSite;
  beforeAll(async () => {
    [browser, served] = await Promise.all([launchChromium(), serveSite(inject('site'))]);
  });
  afterAll(async () => {
    await browser.close();
    served.close();
  });

  /** A page, with its script errors and its requests to other hosts. */
  async function open(options: BrowserContextOptions = {}) {
    const page = await openPage(browser, { baseURL: `${served.origin}/docs/`, ...options });
    const errors: string[] = [];
    const otherHosts: string[] = [];
    page.on('pageerror', ({ message }) => errors.push(message));
    page.on('request', (request) => {
      const isOwn =
        request.url().startsWith(served.origin) || /^(?:data|blob):/.test(request.url());
      if (!isOwn) otherHosts.push(request.url());
    });
    return { page, errors, otherHosts };
  }

  /** A page that closes when the test ends. */
  async function openForTest(options: BrowserContextOptions = {}): Promise<Page> {
    const { page } = await open(options);
    onTestFinished(() => page.close());
    return page;
  }

  return { open, openForTest };
}
