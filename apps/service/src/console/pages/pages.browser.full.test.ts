import { screenSizes } from '@partner-rating/browser';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { makePlayer } from '../../account/testing/account.ts';
import { expectAccessible, useChromium } from '../../account/testing/chromium.ts';
import { useConnectFlow } from '../../connect/testing/connect-flow.ts';
import { createOperator } from '../operations/operators.ts';
import { findApplication } from '../store/applications.ts';
import { nextCode, openAsOperator } from '../testing/open-pages.ts';
import { openBusyDay } from '../testing/operated-service.ts';
import type { TestOperator } from '../testing/set-up-operator.ts';

describe("the operator's pages in Chromium, without script", () => {
  const flow = useConnectFlow({ listens: true });
  const open = useChromium(flow);
  let day: Awaited<ReturnType<typeof openBusyDay>>;
  let anna: TestOperator;
  let cookies: { name: string; value: string; domain: string; path: string }[];

  beforeAll(async () => {
    day = await openBusyDay(flow());
    const { browser, operator } = await openAsOperator(flow());
    anna = operator;
    const { hostname: domain } = new URL(flow().dependencies.publicUrl);
    const scope = { domain, path: '/operator' };
    cookies = [...browser.cookies].map(([name, value]) => ({ name, value, ...scope }));
  });

  /** A browser in which the operator is logged in. */
  async function openLoggedIn(options: BrowserContextOptions = { javaScriptEnabled: false }) {
    const page = await open(options);
    await page.context().addCookies(cookies);
    return page;
  }

  const noticeOn = async (page: Page) => await page.locator('.notice:focus').textContent();

  it.each(screenSizes)(
    'have no finding of axe on a %s in light or dark, and do not scroll sideways',
    async (_, viewport) => {
      const page = await openLoggedIn({ viewport });
      const check = async (heading: string) => await expectAccessible(page, heading);
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
        ['/operator/jobs', 'Jobs'],
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
    },
  );

  it('an account is set up by its link, and its operator logs in', async () => {
    const page = await open({ javaScriptEnabled: false });
    const bea = { name: 'bea', password: 'correct horse bea', key: '' };
    await page.goto(await createOperator(flow().dependencies, { name: bea.name }));
    await page.getByLabel('Password', { exact: true }).fill(bea.password);
    await page.getByLabel('Password again').fill(bea.password);
    await page.getByRole('button', { name: 'Continue' }).click();
    bea.key = (await page.locator('.key code').textContent()) ?? '';
    await page.getByLabel('Type the code').fill(nextCode(flow(), bea));
    await page.getByRole('button', { name: 'Turn on' }).click();
    await page.getByLabel('Name').fill(bea.name);
    await page.getByLabel('Password').fill(bea.password);
    await page.getByLabel('Code').fill(nextCode(flow(), bea));
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
  });

  it('a wrong redirect address is fixed', async () => {
    const page = await openLoggedIn();
    await page.goto('/operator');
    await page.getByRole('link', { name: 'Partners' }).click();
    await page.getByRole('link', { name: 'rally-league' }).click();
    await page.getByLabel('One on each line').fill('https://rally.example/oauth/callback');
    await page.getByRole('button', { name: 'Change the addresses' }).click();
    expect(await noticeOn(page)).toContain('The partner was changed.');
    const partner = await findApplication(flow().database, 'rally-league');
    expect(partner?.redirect_uris).toEqual(['https://rally.example/oauth/callback']);
  });

  it('a partner is suspended with only the keyboard, and works again', async () => {
    const page = await openLoggedIn();
    await page.goto('/operator/partners/rally-league');
    await page.getByLabel('Reason').fill('invented results');
    await page.keyboard.press('Enter');
    expect(await noticeOn(page)).toContain('The partner is suspended.');
    const asked = await flow().app.inject({
      url: '/api/v1/leaderboard',
      headers: { 'x-api-key': flow().otherPartner.apiKey },
    });
    expect(asked.json()).toMatchObject({ code: 'application_suspended' });
    await page.getByRole('button', { name: 'Resume this partner' }).press('Enter');
    expect(await noticeOn(page)).toContain('The partner is not suspended.');
  });

  it('a failed delivery is found, read and sent again', async () => {
    const page = await openLoggedIn();
    await page.goto('/operator');
    await page.getByRole('link', { name: 'All that failed' }).click();
    await page.getByRole('heading', { name: 'Deliveries', level: 1 }).waitFor();
    await page.getByRole('rowheader').getByRole('link').first().click();
    expect(await page.getByRole('group', { name: 'Response' }).textContent()).toBe('out of order');
    await page.getByRole('button', { name: 'Send again' }).click();
    expect(await noticeOn(page)).toContain('The delivery is queued.');
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toContain('pending');
  });

  it('a disputed match is voided', async () => {
    const page = await openLoggedIn();
    await page.goto('/operator');
    await page.getByText('Disputed matches').locator('..').getByRole('link').click();
    await page.getByRole('heading', { name: 'Disputed matches' }).waitFor();
    await page.getByRole('rowheader').getByRole('link').first().click();
    await page.getByRole('heading', { name: 'Match of 10 Sept 2026, 15:30 UTC' }).waitFor();
    await page.waitForLoadState();
    const cellsOf = async (name: RegExp) =>
      await page.getByRole('row', { name }).getByRole('cell').allTextContents();
    const teams = [await cellsOf(/Mike B/), await cellsOf(/Priya N/)];
    expect(teams.map((cells) => cells.map((cell) => cell.trim()))).toEqual([
      ['1', 'yes', 'disputed', 'none'],
      ['2', 'yes', 'none', 'none'],
    ]);
    await page.getByLabel('Reason, for the partner').fill('Both say it was never played.');
    await page.getByRole('button', { name: 'Void this match' }).click();
    expect(await noticeOn(page)).toContain('The match is voided.');
    expect(await page.getByRole('button', { name: 'Void this match' }).count()).toBe(0);
  });

  it('a member is found and erased', async () => {
    const page = await openLoggedIn();
    const { memberId, memberNumber } = await makePlayer(flow(), 'lena.vogt@example.com');
    await page.goto('/operator/members');
    await page.getByLabel('Part of the name').fill('vogt');
    await page.getByRole('button', { name: 'Find' }).click();
    await page.getByRole('link', { name: 'Lena Vogt' }).click();
    await page.getByRole('link', { name: 'Erase' }).click();
    await page.getByLabel('Type the member number').fill(String(memberNumber));
    await page.getByRole('button', { name: 'Erase this member' }).click();
    expect(await noticeOn(page)).toContain('The member was erased.');
    const member = await flow()
      .database.selectFrom('member')
      .select('erased_at')
      .where('id', '=', memberId)
      .executeTakeFirstOrThrow();
    expect(member.erased_at).not.toBeNull();
  });
});
