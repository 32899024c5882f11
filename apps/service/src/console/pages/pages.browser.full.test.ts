import { findingsOn, launchChromium, openPage, screenSizes } from '@partner-rating/browser';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createAccount } from '../../account/register.ts';
import { useConnectFlow } from '../../connect/testing/connect-flow.ts';
import { createOperator } from '../actions/operator-accounts.ts';
import { nextCode } from '../testing/open-pages.ts';
import { openBusyDay } from '../testing/operated-service.ts';

describe("the operator's pages in Chromium, without script", () => {
  const flow = useConnectFlow({ listens: true });
  let browser: Browser;
  let day: Awaited<ReturnType<typeof openBusyDay>>;
  let cookies: Awaited<ReturnType<ReturnType<Page['context']>['cookies']>>;
  const anna = { name: 'anna', password: 'correct horse anna', key: '' };

  beforeAll(async () => {
    browser = await launchChromium();
    day = await openBusyDay(flow());
    const { page } = await open({ javaScriptEnabled: false });
    await page.goto((await createOperator(flow().dependencies, anna.name)).link);
    await page.getByLabel('Password', { exact: true }).fill(anna.password);
    await page.getByLabel('Password again').fill(anna.password);
    await page.getByRole('button', { name: 'Go on' }).click();
    anna.key = (await page.locator('.key code').textContent()) ?? '';
    await page.getByLabel('Type the code').fill(nextCode(flow(), anna));
    await page.getByRole('button', { name: 'Turn on' }).click();
    await logIn(page);
    cookies = await page.context().cookies();
    await page.context().close();
  });
  afterAll(async () => {
    await browser.close();
  });

  async function logIn(page: Page): Promise<void> {
    await page.getByLabel('Name').fill(anna.name);
    await page.getByLabel('Password').fill(anna.password);
    await page.getByLabel('Code').fill(nextCode(flow(), anna));
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
  }

  async function open(options: BrowserContextOptions = {}) {
    const baseURL = flow().dependencies.publicUrl;
    const page = await openPage(browser, { baseURL, ...options });
    const violations: string[] = [];
    page.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) violations.push(message.text());
    });
    return { page, violations };
  }

  /** A browser in which the operator is logged in. */
  async function openLoggedIn(options: BrowserContextOptions = { javaScriptEnabled: false }) {
    const opened = await open(options);
    onTestFinished(() => opened.page.close());
    await opened.page.context().addCookies(cookies);
    return opened;
  }

  const noticeOn = async (page: Page) => await page.locator('.notice:focus').textContent();

  it.each(screenSizes)(
    'have no finding of axe on a %s in light or dark, and nothing to scroll sideways',
    async (_, viewport) => {
      const { page, violations } = await openLoggedIn({ viewport });
      const check = async (heading: string) => {
        expect(await page.getByRole('heading', { level: 1 }).textContent()).toContain(heading);
        expect(await findingsOn(page)).toEqual([]);
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(viewport.width);
      };
      const { memberId } = flow().player;
      for (const [path, heading] of [
        ['/operator', 'Overview'],
        ['/operator/partners', 'Partners'],
        ['/operator/partners/courtside-club', 'Courtside Club'],
        ['/operator/members?text=e', 'Members'],
        [`/operator/members/${memberId}`, 'Mike Brennan'],
        [`/operator/members/${memberId}/erase`, 'Erase Mike Brennan?'],
        ['/operator/matches?status=disputed', 'Disputed matches'],
        [`/operator/matches/${day.matchId}`, 'Match of'],
        ['/operator/deliveries', 'Deliveries'],
        [`/operator/deliveries/${day.deliveryId}`, 'connection.created'],
        ['/operator/audit', 'Audit'],
      ] as const) {
        await page.goto(path);
        for (const summary of await page.locator('summary').all()) await summary.click();
        await check(heading);
      }
      await page.goto('/operator/partners/courtside-club');
      await page.getByLabel('One on each line').fill('nowhere');
      flow().advance(6 * 60);
      await page.getByRole('button', { name: 'Change the addresses' }).click();
      await check('Confirm that it is you');
      await page.getByLabel('Password').fill('not the password');
      await page.getByLabel('Code').fill(nextCode(flow(), anna));
      await page.getByRole('button', { name: 'Confirm' }).click();
      await page.getByRole('alert').waitFor();
      await check('Confirm that it is you');
      await page.getByLabel('Password').fill(anna.password);
      await page.getByLabel('Code').fill(nextCode(flow(), anna));
      await page.getByRole('button', { name: 'Confirm' }).click();
      await page.getByRole('alert').waitFor();
      await check('Courtside Club');
      await page.context().clearCookies();
      await page.goto('/operator');
      await check('Log in as an operator');
      expect(violations).toEqual([]);
    },
  );

  it('a wrong redirect address is fixed', async () => {
    const { page, violations } = await openLoggedIn();
    await page.goto('/operator');
    await page.getByRole('link', { name: 'Partners' }).click();
    await page.getByRole('link', { name: 'rally-league' }).click();
    await page.getByLabel('One on each line').fill('https://rally.example/oauth/callback');
    await page.getByRole('button', { name: 'Change the addresses' }).click();
    expect(await noticeOn(page)).toContain('The redirect addresses are changed.');
    const partner = await flow()
      .database.selectFrom('application')
      .select('redirect_uris')
      .where('client_id', '=', 'rally-league')
      .executeTakeFirstOrThrow();
    expect(partner.redirect_uris).toEqual(['https://rally.example/oauth/callback']);
    expect(violations).toEqual([]);
  });

  it('a partner is suspended by keyboard alone, and works again', async () => {
    const { page } = await openLoggedIn();
    await page.goto('/operator/partners/rally-league');
    await page.getByLabel('Reason, for the audit').fill('invented results');
    await page.keyboard.press('Enter');
    expect(await noticeOn(page)).toContain('The partner is suspended.');
    const asked = await flow().app.inject({
      url: '/api/v1/leaderboard',
      headers: { 'x-api-key': flow().otherPartner.apiKey },
    });
    expect(asked.json()).toMatchObject({ code: 'application_suspended' });
    await page.getByRole('button', { name: 'Resume this partner' }).press('Enter');
    expect(await noticeOn(page)).toContain('The partner works again');
  });

  it('a failed delivery is found, read and sent again', async () => {
    const { page } = await openLoggedIn();
    await page.goto('/operator');
    await page.getByRole('link', { name: 'All that failed' }).click();
    await page.getByRole('heading', { name: 'Deliveries', level: 1 }).waitFor();
    await page.getByRole('rowheader').getByRole('link').first().click();
    expect(await page.getByRole('group', { name: 'What was answered' }).textContent()).toBe(
      'out of order',
    );
    await page.getByRole('button', { name: 'Send again' }).click();
    expect(await noticeOn(page)).toContain('The delivery is queued.');
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toContain('pending');
  });

  it('a disputed match is voided', async () => {
    const { page } = await openLoggedIn();
    await page.goto('/operator');
    await page.getByText('Disputed matches').locator('..').getByRole('link').click();
    await page.getByRole('heading', { name: 'Disputed matches' }).waitFor();
    await page.getByRole('rowheader').getByRole('link').first().click();
    await page.getByRole('heading', { name: 'Match of 10 Sept 2026, 15:30 UTC' }).waitFor();
    const cellsOf = async (name: RegExp) =>
      await page.getByRole('row', { name }).getByRole('cell').allTextContents();
    const teams = [await cellsOf(/Mike B/), await cellsOf(/Priya N/)];
    expect(teams.map((cells) => cells.map((cell) => cell.trim()))).toEqual([
      ['1', 'yes', 'disputed'],
      ['2', 'yes', 'none'],
    ]);
    await page.getByLabel('Reason, for the partner').fill('Both say it was never played.');
    await page.getByRole('button', { name: 'Void this match' }).click();
    expect(await noticeOn(page)).toContain('The match is voided.');
    expect(await page.getByRole('button', { name: 'Void this match' }).count()).toBe(0);
  });

  it('a member is found and erased', async () => {
    const { page } = await openLoggedIn();
    const names = { firstName: 'Zaphira', lastName: 'Quillonwick' };
    const account = { ...names, email: 'z.q@quillon.example', password: 'correct horse Zaphira' };
    const { memberId, memberNumber } = await createAccount(flow().dependencies, account);
    await page.goto('/operator/members');
    await page.getByLabel('Part of the name').fill('quillon');
    await page.getByRole('button', { name: 'Find' }).click();
    await page.getByRole('link', { name: 'Zaphira Quillonwick' }).click();
    await page.getByRole('link', { name: 'Erase' }).click();
    await page.getByLabel('Type the member number').fill(String(memberNumber));
    await page.getByRole('button', { name: 'Erase this member' }).click();
    expect(await noticeOn(page)).toContain('The member is erased.');
    const member = await flow()
      .database.selectFrom('member')
      .select('erased_at')
      .where('id', '=', memberId)
      .executeTakeFirstOrThrow();
    expect(member.erased_at).not.toBeNull();
  });
});
