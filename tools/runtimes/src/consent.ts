import { openPage } from '@partner-rating/browser';
import { generatePkce, PartnerRatingClient, SCOPES } from '@partner-rating/client';
import type { Browser } from 'playwright-core';
import type { Service } from '../behaviours/setting.ts';
import type { Facts } from './global-setup.ts';

/** Has the demonstration's player consent to everything, in a browser, and gives the code. */
export async function consentOfPlayer(
  browser: Browser,
  { baseUrl, apiKey, member }: Facts,
  redirect_uri: string,
): Promise<Service['consent']> {
  const { code_verifier, ...challenge } = await generatePkce();
  const { oauth } = new PartnerRatingClient({ apiKey, baseUrl });
  const { authorization_url } = await oauth.authorize({
    redirect_uri,
    scope: SCOPES,
    ...challenge,
  });
  const page = await openPage(browser);
  await page.goto(authorization_url);
  await page.getByLabel('E-mail').fill(member.email);
  await page.getByLabel('Password').fill(member.password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByRole('button', { name: 'Allow' }).click();
  await page.waitForURL(`${redirect_uri}?**`);
  const code = new URL(page.url()).searchParams.get('code') ?? '';
  await page.close();
  return { code, code_verifier, redirect_uri };
}
