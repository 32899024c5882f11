import { openPage } from '@partner-rating/browser';
import { generatePkce, PartnerRatingClient, SCOPES } from '@partner-rating/client';
import type { Browser, Page } from 'playwright-core';
import type { Consent } from '../behaviours/setting.ts';
import type { Facts } from './global-setup.ts';

/** Opens a page of the demonstration's player, who is logged in. */
export async function pageOfPlayer(browser: Browser, facts: Facts): Promise<Page> {
  const page = await openPage(browser);
  await page.goto(new URL('/account', facts.baseUrl).href);
  await page.getByLabel('Email').fill(facts.member.email);
  await page.getByLabel('Password').fill(facts.member.password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByRole('navigation', { name: 'Your account' }).waitFor();
  return page;
}

/** Makes the player of a page grant every scope. */
export async function consentOfPlayer(
  page: Page,
  { baseUrl, apiKey }: Facts,
  redirect_uri: string,
): Promise<Consent> {
  const { code_verifier, ...challenge } = await generatePkce();
  const { oauth } = new PartnerRatingClient({ apiKey, baseUrl });
  const { authorization_url } = await oauth.authorize({
    redirect_uri,
    scope: SCOPES,
    ...challenge,
  });
  await page.goto(authorization_url);
  await page.getByRole('button', { name: 'Allow' }).click();
  await page.waitForURL(`${redirect_uri}?**`);
  const code = new URL(page.url()).searchParams.get('code') ?? '';
  return { code, code_verifier, redirect_uri };
}
