import { openPage } from '@partner-rating/browser';
import { generatePkce, PartnerRatingClient, SCOPES } from '@partner-rating/client';
import type { Browser, Page } from 'playwright-core';
import type { Consent, Service } from '../behaviours/setting.ts';
import type { Facts } from './global-setup.ts';

/** Has the demonstration's player log in and consent to everything, twice, in a browser. */
export async function consentsOfPlayer(
  browser: Browser,
  facts: Facts,
  redirect_uri: string,
): Promise<Pick<Service, 'consent' | 'otherConsent'>> {
  const page = await openPage(browser);
  const logIn = async () => {
    await page.getByLabel('E-mail').fill(facts.member.email);
    await page.getByLabel('Password').fill(facts.member.password);
    await page.getByRole('button', { name: 'Log in' }).click();
  };
  const consent = await consentOn(page, facts, { redirect_uri, logIn });
  const otherConsent = await consentOn(page, facts, { redirect_uri, logIn: async () => {} });
  await page.close();
  return { consent, otherConsent };
}

async function consentOn(
  page: Page,
  { baseUrl, apiKey }: Facts,
  { redirect_uri, logIn }: { redirect_uri: string; logIn: () => Promise<void> },
): Promise<Consent> {
  const { code_verifier, ...challenge } = await generatePkce();
  const { oauth } = new PartnerRatingClient({ apiKey, baseUrl });
  const { authorization_url } = await oauth.authorize({
    redirect_uri,
    scope: SCOPES,
    ...challenge,
  });
  await page.goto(authorization_url);
  await logIn();
  await page.getByRole('button', { name: 'Allow' }).click();
  await page.waitForURL(`${redirect_uri}?**`);
  const code = new URL(page.url()).searchParams.get('code') ?? '';
  return { code, code_verifier, redirect_uri };
}
