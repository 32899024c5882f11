import { screenSizes } from '@partner-rating/browser';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { expectAccessible, useChromium } from '../../account/testing/chromium.ts';
import { mailboxOf } from '../../account/testing/mails.ts';
import { type ConnectFlow, useConnectFlow } from '../../connect/testing/connect-flow.ts';
import { linkIn } from '../../testing/mailbox.ts';
import { insertDueDeliveries } from '../../webhooks/testing/fixtures.ts';
import { openAsOperator } from '../testing/open-pages.ts';

const person = {
  name: 'Ada Byron',
  email: 'ada@courtside.example',
  password: 'engines of the north',
};

/** Signs a new person up, in three steps. */
async function signUp(flow: ConnectFlow, page: Page, email = person.email): Promise<void> {
  await page.goto('/console/sign-up');
  await page.getByLabel('Name').fill(person.name);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Sign up' }).click();
  await page.goto(linkIn(await mailboxOf(flow).next(email)));
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.locator('main button[type=submit]').click();
  await page.getByRole('heading', { name: 'Applications', level: 1 }).waitFor();
}

/** Creates an application in one step, and returns the call on the page. */
async function createApplication(page: Page, name: string): Promise<string> {
  await page.getByLabel('Name').fill(name);
  await page.getByRole('button', { name: 'Create the application' }).click();
  await page.getByRole('heading', { name: 'First steps', level: 1 }).waitFor();
  return (await page.locator('pre', { hasText: 'curl' }).textContent()) ?? '';
}

/** Sends the request of a curl command. */
async function runCurl(command: string): Promise<number> {
  const [, address = '', name = '', value = ''] =
    /^curl (\S+) -H '([^:]+): ([^']+)'$/.exec(command.trim()) ?? [];
  return (await fetch(address, { headers: { [name]: value } })).status;
}

describe('with PARTNER_SIGNUP=open, in Chromium without script', () => {
  const environment = { PARTNER_SIGNUP: 'open' };
  const flow = useConnectFlow({ listens: true, withMailbox: true, environment });
  const open = useChromium(flow);

  it('a newcomer makes a first call in five steps, without an operator', async () => {
    const page = await open({ javaScriptEnabled: false });
    await signUp(flow(), page);
    expect(await runCurl(await createApplication(page, "Ada's Club"))).toBe(200);
    await page.getByRole('link', { name: 'To the application' }).click();
    await page.getByRole('heading', { name: "Ada's Club", level: 1 }).waitFor();
  });

  it.each(screenSizes)(
    'no page has a finding of axe on a %s in light or dark, or scrolls sideways',
    async (name, viewport) => {
      const page = await open({ viewport });
      await signUp(flow(), page, `${name.replace(/\W/g, '')}@courtside.example`);
      await expectAccessible(page, 'Applications');
      await createApplication(page, 'Courtside Club of the Greater Metropolitan Area');
      await expectAccessible(page, 'First steps');
      await page.getByRole('link', { name: 'To the application' }).click();
      await expectAccessible(page, 'Courtside Club');
      const application = page.url();
      await page.getByRole('link', { name: 'Webhooks' }).click();
      await page.getByLabel('Address').fill('nowhere');
      await page.getByRole('button', { name: 'Create the endpoint' }).click();
      await expectAccessible(page, 'Webhooks');
      await page.getByLabel('Address').fill('https://courtside.example/hooks/of/the/club');
      await page.getByLabel('match.disputed').uncheck();
      await page.getByRole('button', { name: 'Create the endpoint' }).click();
      await expectAccessible(page, 'The secret of the endpoint');
      await insertDelivery(flow(), application);
      await page.goto(`${application}/webhooks`);
      await expectAccessible(page, 'Webhooks');
      await page.getByRole('link', { name: 'https://courtside.example' }).click();
      await expectAccessible(page, 'https://courtside.example');
      await page.goto(`${application}/webhooks`);
      await page.locator('a[href*="/deliveries/"]').click();
      await expectAccessible(page, 'connection.created');
      for (const [path, heading] of [
        ['requests', 'Requests and limits'],
        ['team', 'Team'],
        ['first-steps', 'First steps'],
      ] as const) {
        await page.goto(`${application}/${path}`);
        for (const summary of await page.locator('summary').all()) await summary.click();
        await expectAccessible(page, heading);
      }
      await page.goto(`${application}/team`);
      await page.getByLabel('Email').fill('dan@courtside.example');
      flow().advance(6 * 60);
      await page.getByRole('button', { name: 'Invite' }).click();
      await expectAccessible(page, 'Confirm that it is you');
      await page.getByLabel('Password', { exact: true }).fill(person.password);
      await page.getByRole('button', { name: 'Confirm' }).click();
      await page.getByText('dan@courtside.example').first().waitFor();
    },
  );
});

async function insertDelivery({ database }: ConnectFlow, address: string): Promise<void> {
  const clientId = address.split('/').at(-1) ?? '';
  const { id } = await database
    .selectFrom('application')
    .select('id')
    .where('client_id', '=', clientId)
    .executeTakeFirstOrThrow();
  const { id: endpoint_id } = await database
    .selectFrom('webhook_endpoint')
    .select('id')
    .where('application_id', '=', id)
    .executeTakeFirstOrThrow();
  const answer = { status_code: 503, error_message: 'The endpoint answered 503.' };
  await insertDueDeliveries(database, id, 1, { endpoint_id, ...answer });
}

describe('with PARTNER_SIGNUP=approval, in Chromium without script', () => {
  const environment = { PARTNER_SIGNUP: 'approval' };
  const flow = useConnectFlow({ listens: true, withMailbox: true, environment });
  const open = useChromium(flow);

  it('the call is refused until an operator approves the application with one click', async () => {
    const page = await open({ javaScriptEnabled: false });
    await signUp(flow(), page);
    const command = await createApplication(page, "Ada's Club");
    expect(await runCurl(command)).toBe(403);
    const { browser } = await openAsOperator(flow());
    const overview = await browser.open('/operator');
    expect(overview.body).toContain('href="/operator/partners?pending=yes"');
    const operators = await open({ javaScriptEnabled: false });
    const { hostname: domain } = new URL(flow().dependencies.publicUrl);
    const scope = { domain, path: '/operator' };
    await operators
      .context()
      .addCookies([...browser.cookies].map(([name, value]) => ({ name, value, ...scope })));
    await operators.goto('/operator/partners?pending=yes');
    await operators.getByRole('button', { name: 'Approve this application' }).click();
    expect(await operators.locator('.notice').textContent()).toContain('The partner is approved.');
    expect(await runCurl(command)).toBe(200);
  });
});
