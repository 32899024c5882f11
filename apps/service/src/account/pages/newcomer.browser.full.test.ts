import { findingsOn, screenSizes } from '@partner-rating/browser';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useConnectFlow } from '../../connect/testing/connect-flow.ts';
import { exchangeJson, validQuery } from '../../connect/testing/journeys.ts';
import {
  type PartnerCallback,
  startPartnerCallback,
} from '../../connect/testing/partner-callback.ts';
import { linkIn } from '../../testing/mailbox.ts';
import { expectAccessible, logInAtAccount, useChromium } from '../testing/chromium.ts';
import { lena, mailboxOf } from '../testing/mails.ts';
import { importUnder, reportResult } from '../testing/matches.ts';

describe('a newcomer in Chromium', () => {
  const flow = useConnectFlow({ listens: true, withMailbox: true });
  const newPage = useChromium(flow);
  let callback: PartnerCallback;
  beforeAll(async () => {
    callback = await startPartnerCallback();
  });
  afterAll(() => callback.close());

  async function fillIn(page: Page, email: string, changes: Partial<typeof lena> = {}) {
    const { birth_date, password } = { ...lena, ...changes };
    await page.getByLabel('First name').fill(lena.first_name);
    await page.getByLabel('Last name').fill(lena.last_name);
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Date of birth').fill(birth_date);
    await page.getByLabel('Show me in search and on leaderboards').check();
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Create account' }).click();
  }

  it('comes from a partner, registers, follows the link of the mail, and consents', async () => {
    const page = await newPage();
    const redirectUri = callback.redirectUri;
    const query = new URLSearchParams({ ...validQuery(flow()), redirect_uri: redirectUri });
    await page.goto(`/api/v1/partner/oauth/authorize?${query}`);
    await page.getByRole('link', { name: 'Create one' }).click();
    await fillIn(page, lena.email);
    await page.getByRole('heading', { name: 'Check your inbox' }).waitFor();

    await page.goto(linkIn(await mailboxOf(flow()).next(lena.email)));
    await page.getByLabel('Password').fill(lena.password);
    await page.getByRole('button', { name: 'Finish and log in' }).click();
    await page.getByRole('heading', { name: 'Connect Courtside Club?' }).waitFor();
    await page.getByRole('button', { name: 'Allow' }).click();
    await page.getByRole('heading', { name: 'Back at Courtside Club' }).waitFor();
    const code = new URL(page.url()).searchParams.get('code') ?? '';
    const exchanged = await exchangeJson(flow(), { code, redirect_uri: redirectUri });
    expect(exchanged.statusCode).toBe(200);
  });

  it('replaces a forgotten password, and is logged out elsewhere', async () => {
    const { player } = flow();
    const elsewhere = await newPage();
    await logInAtAccount(elsewhere, player);

    const page = await newPage();
    await page.goto('/account');
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await page.getByLabel('Email').fill(player.email);
    await page.getByRole('button', { name: 'Send the link' }).click();
    await page.goto(linkIn(await mailboxOf(flow()).next(player.email)));
    await page.getByLabel('New password', { exact: true }).fill('nets and lines at dawn');
    await page.getByLabel('New password again').fill('nets and lines at dawn');
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByText('Your password is changed. Log in with the new one.').waitFor();
    await logInAtAccount(page, { ...player, password: 'nets and lines at dawn' });
    await elsewhere.reload();
    await elsewhere.getByRole('heading', { name: 'Log in' }).waitFor();
  });

  it('confirms a result that a stranger reported, and disputes a result that counts', async () => {
    await reportResult(flow());
    const page = await newPage();
    await logInAtAccount(page, flow().otherPlayer);
    await page.getByRole('link', { name: 'Answer now' }).click();
    await page.getByText('Not confirmed', { exact: true }).waitFor();
    expect(await findingsOn(page)).toEqual([]);
    await page.getByRole('button', { name: /^Confirm/ }).click();
    await page.getByText('The result is confirmed and counts for your rating.').waitFor();
    await page.getByRole('button', { name: /^This is wrong/ }).click();
    expect(await findingsOn(page)).toEqual([]);
    await page.getByLabel('The score is wrong').check();
    await page.getByRole('button', { name: 'Report as wrong' }).click();
    await page.getByText('We recorded that this result is wrong.').waitFor();
    await page.getByText('You said it is wrong', { exact: true }).waitFor();
    expect(await findingsOn(page)).toEqual([]);
    await page.goto('/account/activity');
    await page.getByRole('heading', { name: 'Activity' }).waitFor();
    const disputed = flow().database.selectFrom('match_response').select('response');
    expect((await disputed.execute()).map(({ response }) => response).toSorted()).toEqual([
      'confirmed',
      'disputed',
    ]);
  });

  describe.each(screenSizes)('on a %s', (size, viewport) => {
    it('has no finding of axe on any page in light or dark, and does not scroll sideways', async () => {
      const page = await newPage({ viewport });
      const check = async (heading: string, shown = page) => await expectAccessible(shown, heading);
      const email = `${size}@example.com`;
      await page.goto('/account/register');
      await check('Create your account');
      // A browser in which a child was refused is refused for a day.
      const child = await newPage({ viewport });
      await child.goto('/account/register');
      await fillIn(child, `child-${email}`, { birth_date: '2025-01-01' });
      await child.getByRole('alert').waitFor();
      await check('Create your account', child);
      await fillIn(page, email);
      await check('Check your inbox');
      await page.goto(linkIn(await mailboxOf(flow()).next(email)));
      await check('Finish your registration');
      await page.getByLabel('Password').fill('wrong');
      await page.getByRole('button', { name: 'Finish and log in' }).click();
      await page.getByRole('alert').waitFor();
      await check('Finish your registration');
      await importUnder(flow(), email, 3);
      await page.getByLabel('Password').fill(lena.password);
      await page.getByRole('button', { name: 'Finish and log in' }).click();
      await page.getByRole('status').waitFor();
      await expectAccessible(page);
      await page.getByRole('navigation').getByRole('link', { name: 'Matches' }).click();
      await check('Your matches');
      await page.getByRole('link', { name: 'Select your results' }).click();
      await check('Which of these did you play?');
      await page.getByRole('checkbox').first().check();
      await page.getByRole('button', { name: 'Claim selected results' }).click();
      await page.getByText('One result is yours now').waitFor();
      await page.goto('/account/password/forgotten');
      await check('Forgot your password?');
      await page.goto('/account/password/new?token=none');
      await check('This link has expired');
    });
  });
});
