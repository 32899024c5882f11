import { findingsOn, launchChromium, openPage } from '@partner-rating/browser';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest';
import type { ConnectFlow, TestPlayer } from '../../connect/testing/connect-flow.ts';

/** Starts Chromium once for a suite. Each page lives for a test, which fails if a page breaks its own security policy. */
export function useChromium(flow: () => ConnectFlow) {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser.close());

  return async (options: BrowserContextOptions = {}): Promise<Page> => {
    const baseURL = flow().dependencies.publicUrl;
    const page = await openPage(browser, { baseURL, ...options });
    const violations: string[] = [];
    page.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) violations.push(message.text());
    });
    onTestFinished(async () => {
      await page.close();
      expect(violations).toEqual([]);
    });
    return page;
  };
}

/** Expects a page with this heading, without a finding of axe in light or dark, that does not scroll sideways. */
export async function expectAccessible(page: Page, heading: string | RegExp = /./): Promise<void> {
  await page.getByRole('heading', { level: 1, name: heading }).waitFor();
  expect(await findingsOn(page)).toEqual([]);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(
    page.viewportSize()?.width,
  );
}

type Credentials = Pick<TestPlayer, 'email' | 'password'>;

export async function typeLogIn(page: Page, { email, password }: Credentials): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
}

/** Logs in on the account page, without two-step verification. */
export async function logInAtAccount(page: Page, credentials: Credentials): Promise<void> {
  await page.goto('/account');
  await typeLogIn(page, credentials);
  await page.getByRole('navigation', { name: 'Your account' }).waitFor();
  // The navigation is at the beginning of the page.
  await page.waitForLoadState();
}

/** Logs in and opens the settings. */
export async function logInAtSettings(page: Page, credentials: Credentials): Promise<void> {
  await logInAtAccount(page, credentials);
  await openSettings(page);
}

export async function openSettings(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor();
}
