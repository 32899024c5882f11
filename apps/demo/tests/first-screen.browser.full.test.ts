import { launchChromium, openPage } from '@partner-rating/browser';
import { type StartedProgram, startMock } from '@partner-rating/processes';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { readFacts } from '../src/start/facts.ts';
import { useRunningClub } from '../src/testing/running-club.ts';

let mock: StartedProgram;
let browser: Browser;
/** The cookies of a player who is logged in at the service. The mock asks nobody to log in. */
let loggedIn: NonNullable<BrowserContextOptions['storageState']>;

beforeAll(async () => {
  [mock, browser] = await Promise.all([startMock(), launchChromium()]);
  loggedIn = await logIn();
});
afterAll(async () => {
  await browser?.close();
  await mock?.stop();
});

const hosts = [
  { host: 'the mock', baseUrl: () => `${mock.origin}/api/v1` },
  { host: 'the service', baseUrl: () => inject('serviceAddress') },
];

describe.each(hosts)('the first screen, with $host', ({ baseUrl }) => {
  const club = useRunningClub(baseUrl);

  async function openConsent(options: BrowserContextOptions = {}): Promise<Page> {
    const page = await openPage(browser, { ...options, storageState: loggedIn });
    onTestFinished(() => page.close());
    await page.goto(club().address);
    await page.getByRole('link', { name: 'Connect your rating' }).click();
    await page.getByRole('heading', { level: 1, name: 'Connect Courtside Club' }).waitFor();
    expect(new URL(page.url()).origin).toBe(new URL(baseUrl()).origin);
    return page;
  }

  it.each([true, false])('leads from the start page to the profile, script: %s', async (script) => {
    const page = await openConsent({ javaScriptEnabled: script });
    await page.getByRole('button', { name: 'Allow' }).click();
    await page.waitForURL(`${club().address}/player`);
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Mike Brennan');
    expect(await page.locator('.stats').textContent()).toMatch(/\d\.\d/);
    await page.getByRole('heading', { name: 'What the club may do' }).waitFor();
  });

  it('shows a page if the player refuses', async () => {
    const page = await openConsent();
    await page.getByRole('button', { name: 'Refuse' }).click();
    await page.getByRole('heading', { level: 1, name: 'You are not connected' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/callback');
    await page.getByRole('link', { name: 'Connect again' }).click();
    await page.getByRole('button', { name: 'Allow' }).waitFor();
  });
});

async function logIn(): Promise<typeof loggedIn> {
  const { member } = await readFacts(inject('dataDirectory'));
  const page = await openPage(browser);
  await page.goto(new URL('/account', inject('serviceAddress')).href);
  await page.getByLabel('Email').fill(member.email);
  await page.getByLabel('Password').fill(member.password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.waitForURL('**/account');
  const state = await page.context().storageState();
  await page.close();
  return state;
}
