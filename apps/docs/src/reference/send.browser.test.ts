import { readFileSync } from 'node:fs';
import { findingsOn, screenSizes } from '@partner-rating/browser';
import { testRows } from '@partner-rating/table-tests';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { FormFault, requestOf } from '../browser/send/request.ts';
import { browseSite } from '../testing/browse-site.ts';
import { sendable } from './sendable-operations.ts';

const [, [, phone]] = screenSizes;

const { operations } = sendable();

const filledIn = (section: string, address: string) => {
  const operation = operations[section];
  if (operation === undefined) throw new Error(`Nothing is sent from ${section}.`);
  const { credentials, parameters, bodies } = operation;
  const [scheme] = credentials;
  return requestOf(operation, {
    address,
    credential: scheme === undefined ? null : { scheme, value: 'any' },
    parameters: Object.fromEntries(
      parameters.map(({ name, isFilledIn, example }) => [name, isFilledIn ? example : '']),
    ),
    body: bodies[0] ?? null,
  });
};

const mock = inject('mock');

describe('the form, as it is opened', () => {
  testRows(Object.keys(operations))('has every operation succeed at the mock', async (section) => {
    const { url, init } = filledIn(section, `${mock}/api/v1/`);
    const answer = await fetch(url, init);
    expect({ isOk: answer.ok, text: await answer.text() }).toMatchObject({ isOk: true });
  });

  testRows([
    'https://ratings.example/api/v1',
    'http://localhost.example/api/v1',
    'http://localhost@ratings.example/api/v1',
    'http://192.168.1.4:3001/api/v1',
    'localhost:3001',
  ])('sends nothing to another machine', (address) => {
    expect(() => filledIn('/usage/usage.get', address)).toThrow(FormFault);
  });

  it('sends no session of the browser along', () => {
    const { init } = filledIn('/usage/usage.get', mock);
    expect(init.credentials).toBe('omit');
  });
});

describe('the form in Chromium', () => {
  const { origin, directory } = inject('service');
  const site = browseSite(origin);

  /** Opens the form of an operation on the page as the service serves it. */
  async function openForm(section: string, options: BrowserContextOptions = {}) {
    const page = await site.openForTest(options);
    await page.goto(`reference#${section}`);
    await page.locator(`[data-section-id="${section}"] .send`).click();
    return { page, form: page.getByRole('dialog') };
  }

  const send = async (page: Page) => {
    const form = page.getByRole('dialog');
    await form.getByRole('button', { name: 'Send' }).click();
    const status = form.getByRole('status');
    await status.filter({ hasNotText: 'Sending' }).waitFor();
    return {
      status: await status.locator('p').textContent(),
      headers: await status.locator('pre').first().textContent(),
      body: JSON.parse((await status.locator('pre').last().textContent()) ?? ''),
    };
  };

  it('sends to the service that the page comes from, and shows status, time, headers and body', async () => {
    const { apiKey, member } = JSON.parse(readFileSync(`${directory}/.data/demo.json`, 'utf8'));
    const { page, form } = await openForm('/members/members.get');
    expect(await form.getByLabel('Address').inputValue()).toBe(`${site.origin()}/api/v1`);
    await form.getByLabel('memberId').fill(String(member.memberId));
    await form.getByLabel('Value').fill(apiKey);
    const answer = await send(page);
    expect(answer.status).toMatch(/^200 OK in \d+ ms$/);
    expect(answer.headers).toContain('content-type: application/json');
    expect(answer.body).toMatchObject({ memberId: member.memberId });

    // Of another operation the key is still known; a page that was loaded again knows nothing.
    await form.getByRole('button', { name: 'Close' }).click();
    await page.evaluate(`location.hash = '/usage/usage.get'`);
    await page.locator('[data-section-id="/usage/usage.get"] .send').click();
    expect(await form.getByLabel('Value').inputValue()).toBe(apiKey);
    expect((await send(page)).body).toMatchObject({ limit: 600 });
    const stored = await page.evaluate(
      'JSON.stringify([{ ...localStorage }, { ...sessionStorage }])',
    );
    expect(stored).not.toContain(apiKey);
    await page.reload();
    await page.locator('[data-section-id="/usage/usage.get"] .send').click();
    expect(await form.getByLabel('Value').inputValue()).toBe('');
    const refused = await send(page);
    expect(refused.status).toMatch(/^401 /);
    expect(refused.body).toMatchObject({ code: 'unauthenticated' });
  });

  it('sends a chosen example, changed by the reader, to a mock', async () => {
    const { page, form } = await openForm('/matches/matches.submit');
    await form.getByLabel('Address').fill(`${mock}/api/v1`);
    await form.getByLabel('Value').fill('prk_any');
    await form.getByLabel('Example').selectOption({ index: 1 });
    const accepted = await send(page);
    expect(accepted.status).toMatch(/^20\d /);
    await form.getByLabel('Body', { exact: true }).fill('{"sport":"pickleball"}');
    const refused = await send(page);
    expect(refused.status).toMatch(/^4\d\d /);
    expect(refused.headers).toContain('content-type: application/problem+json');
    expect(refused.body.errors).not.toHaveLength(0);
  });

  it('says what to do where nothing answers', async () => {
    const { form } = await openForm('/usage/usage.get');
    await form.getByLabel('Address').fill('http://localhost:1/api/v1');
    await form.getByRole('button', { name: 'Send' }).click();
    await form.getByText('See whether a mock runs there').waitFor();
    await form.getByLabel('Address').fill('https://ratings.example/api/v1');
    await form.getByRole('button', { name: 'Send' }).click();
    await form.getByText('your own machine alone').waitFor();
  });

  it('has no finding of axe in light or dark, on a phone', async () => {
    const { page, form } = await openForm('/members/members.search', { viewport: phone });
    await form.getByText('optional parameters').click();
    await send(page);
    expect(await findingsOn(page)).toEqual([]);
  });
});
