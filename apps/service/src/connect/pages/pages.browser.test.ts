import { findingsOn, launchChromium, openPage, screenSizes } from '@partner-rating/browser';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { namedOperator } from '../../testing/named-operator.ts';
import { useConnectFlow } from '../testing/connect-flow.ts';
import { exchangeJson, startAuthorization, validQuery } from '../testing/journeys.ts';
import { type PartnerCallback, startPartnerCallback } from '../testing/partner-callback.ts';

const everyScope =
  'user:profile:read user:profile:email user:rating:read user:rating:history user:match:submit user:webhook:subscribe';

describe('the connect flow in Chromium', () => {
  const flow = useConnectFlow({ listens: true, environment: namedOperator });
  let browser: Browser;
  let callback: PartnerCallback;
  beforeAll(async () => {
    [browser, callback] = await Promise.all([launchChromium(), startPartnerCallback()]);
  });
  afterAll(async () => {
    await browser.close();
    await callback.close();
  });

  async function openBrowser(options: BrowserContextOptions = {}) {
    const page = await openPage(browser, options);
    onTestFinished(() => page.close());
    const violations: string[] = [];
    page.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) violations.push(message.text());
    });
    return { page, violations };
  }

  const addressOf = (changes: Record<string, string> = {}) => {
    const query = { ...validQuery(flow()), redirect_uri: callback.redirectUri, ...changes };
    const { publicUrl } = flow().dependencies;
    return `${publicUrl}/api/v1/partner/oauth/authorize?${new URLSearchParams(query)}`;
  };

  async function logIn(page: Page, password = flow().player.password): Promise<void> {
    await page.getByLabel('Email').fill(flow().player.email);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Log in' }).click();
  }

  describe.each(screenSizes)('on a %s', (_, viewport) => {
    it('has no finding of axe on any page in light or dark, and does not scroll sideways', async () => {
      const { page, violations } = await openBrowser({ viewport });
      const check = async (heading: string) => {
        await page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor();
        expect(await findingsOn(page)).toEqual([]);
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(viewport.width);
      };
      await page.goto(addressOf({ scope: everyScope }));
      await check('Log in');
      await logIn(page, 'wrong');
      await page.getByRole('alert').waitFor();
      await check('Log in');
      await logIn(page);
      await page.getByRole('button', { name: 'Allow' }).waitFor();
      await check('Connect Courtside Club?');
      await page.goto(addressOf({ redirect_uri: 'https://evil.example/' }));
      await check('This link does not work');
      expect(violations).toEqual([]);
    });
  });

  it('works by keyboard and without script, from log-in to the partner', async () => {
    const { page, violations } = await openBrowser({ javaScriptEnabled: false });
    await page.goto(addressOf({ scope: everyScope }));
    await page.locator('#email:focus').waitFor();
    await page.keyboard.type(flow().player.email);
    await page.keyboard.press('Tab');
    await page.keyboard.type(flow().player.password);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Allow' }).waitFor();

    // The profile cannot be unticked, so the first stop after the logo is the email address.
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    // The other scopes, and how to reach the operator, the privacy statement, and the terms.
    for (let stop = 0; stop < 8; stop += 1) await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByText('Back at Courtside Club').waitFor();

    const returned = new URL(page.url());
    expect(returned.origin + returned.pathname).toBe(callback.redirectUri);
    expect(returned.searchParams.get('state')).toBe(validQuery(flow()).state);
    const code = returned.searchParams.get('code');
    const response = await exchangeJson(flow(), { code, redirect_uri: callback.redirectUri });
    const granted = everyScope.split(' ').filter((scope) => scope !== 'user:profile:email');
    expect(response.json().scope).toEqual(granted);
    expect(violations).toEqual([]);
  });

  it('links the error summary to the field', async () => {
    const { page } = await openBrowser();
    await page.goto(addressOf());
    await logIn(page, 'wrong');
    await page.locator('#summary:focus').waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.keyboard.type('typed');
    expect(await page.getByLabel('Password').inputValue()).toBe('typed');
  });

  const appAddress = 'com.example.courtside:/callback';

  it.each([
    ['Allow', 'another origin, to which the callback redirects', 'http://localhost:PORT/welcome'],
    ['Refuse', 'another origin, to which the callback redirects', 'http://localhost:PORT/welcome'],
    ['Allow', 'the app, if the callback redirects to its own scheme', 'courtside://welcome'],
    ['Allow', 'the app, if its own scheme is the redirect address', appAddress],
  ])('%s leads without script to %s', async (button, _what, destination) => {
    const { applicationId } = flow().partner;
    const redirect_uris = ['http://127.0.0.1/callback', appAddress];
    const registration = flow().database.updateTable('application').set({ redirect_uris });
    await registration.where('id', '=', applicationId).execute();
    const end = destination.replace('PORT', new URL(callback.redirectUri).port);
    callback.redirectOnTo(end);
    onTestFinished(() => callback.redirectOnTo(null));

    const { page, violations } = await openBrowser({ javaScriptEnabled: false });
    await page.goto(addressOf(destination === appAddress ? { redirect_uri: appAddress } : {}));
    await logIn(page);
    // Chromium requests an address whose scheme it would pass to an app, and stays where it is.
    const arrived = page.waitForRequest((request) => request.url().startsWith(end));
    await page.getByRole('button', { name: button }).click({ noWaitAfter: true });
    await arrived;
    expect(violations).toEqual([]);
  });

  it('continues in a second log-in tab, and with the form of the first after another log-in', async () => {
    const context = await browser.newContext();
    onTestFinished(() => context.close());
    // The time limit of the test ends each wait.
    context.setDefaultTimeout(0);
    const [first, second] = [await context.newPage(), await context.newPage()];
    await first.goto(addressOf());
    await second.goto(addressOf());
    await logIn(first);
    await logIn(second);
    await second.getByRole('button', { name: 'Allow' }).waitFor();
    await second.getByRole('button', { name: 'Log out' }).click();
    await logIn(second);
    await second.getByRole('button', { name: 'Allow' }).waitFor();
    // The session of its consent form has ended.
    await first.getByRole('button', { name: 'Allow' }).click();
    await first.getByText('That page was out of date').waitFor();
    expect(await findingsOn(first)).toEqual([]);
    await first.getByRole('button', { name: 'Allow' }).click();
    await first.getByText('Back at Courtside Club').waitFor();
  });

  it('continues after Back to the log-in page, even after a wrong password', async () => {
    const { page } = await openBrowser();
    await page.goto(addressOf());
    await logIn(page, 'wrong');
    await page.getByRole('alert').waitFor();
    await logIn(page);
    const allow = page.getByRole('button', { name: 'Allow' });
    await allow.waitFor();
    await page.goBack();
    await logIn(page);
    await allow.waitFor();
    await page.goBack();
    await page.goBack();
    await allow.click();
    await page.getByText('Back at Courtside Club').waitFor();
  });

  it('continues with a form that was open overnight, and in a restarted browser', async () => {
    const { redirectUri: redirect_uri } = callback;
    const started = await startAuthorization(flow(), { redirect_uri, state: 'kept' });
    const { authorization_url: address } = started.json<{ authorization_url: string }>();
    const { page } = await openBrowser();
    await page.goto(address);
    flow().advance(12 * 60 * 60);
    await page.context().clearCookies();
    await logIn(page);
    await page.getByText('This page was open for too long').waitFor();
    await page.getByLabel('Password').fill(flow().player.password);
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByRole('button', { name: 'Allow' }).click();
    await page.getByText('Back at Courtside Club').waitFor();
    expect(new URL(page.url()).searchParams.get('state')).toBe('kept');
  });

  it('continues after a double click on Allow, and after Back, for a request of the partner’s server', async () => {
    const { redirectUri: redirect_uri } = callback;
    const started = await startAuthorization(flow(), { redirect_uri, state: 'twice' });
    const { authorization_url: address } = started.json<{ authorization_url: string }>();
    const { page } = await openBrowser();
    await page.goto(address);
    await logIn(page);
    const allow = page.getByRole('button', { name: 'Allow' });
    const arrive = async () => {
      await page.getByText('Back at Courtside Club').waitFor();
      const { searchParams } = new URL(page.url());
      expect(searchParams.get('state')).toBe('twice');
      const code = searchParams.get('code');
      return (await exchangeJson(flow(), { code, redirect_uri })).statusCode;
    };
    await allow.dblclick();
    expect(await arrive()).toBe(200);
    await page.goBack();
    await allow.click();
    expect(await arrive()).toBe(200);
  });

  it('cannot be framed', async () => {
    const { page } = await openBrowser();
    await page.goto(callback.redirectUri);
    await page.evaluate(`
      const frame = document.createElement('iframe');
      frame.src = ${JSON.stringify(addressOf())};
      document.body.append(frame);
    `);
    await expect.poll(() => page.frames()[1]?.url()).toMatch(/^chrome-error:/);
  });
});
