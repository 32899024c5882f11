// `pnpm pictures`: takes the pictures of the guides from the pages of a service as it starts first.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { launchChromium, openPage } from '@partner-rating/browser';
import { generatePkce, generateState, PartnerRatingClient } from '@partner-rating/client';
import { startService } from '@partner-rating/processes';
import type { BrowserContextOptions, Page } from 'playwright-core';

interface Facts {
  apiKey: string;
  redirectUri: string;
  member: { email: string; password: string };
}

const images = fileURLToPath(new URL('../guides/images/', import.meta.url));
const phone = { width: 420, height: 860 };
const desktop = { width: 1280, height: 860 };
const otherBrowsers = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:141.0) Gecko/20100101 Firefox/141.0',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
];

const directory = await mkdtemp(join(tmpdir(), 'partner-rating-pictures-'));
const service = await startService({ DATA_DIR: directory, LOG_LEVEL: 'warn' });
const browser = await launchChromium();
try {
  const facts = JSON.parse(await readFile(join(directory, 'demo.json'), 'utf8')) as Facts;
  const { authorization_url } = await authorize(facts);

  const connecting = await openPage(browser, { viewport: phone });
  await connecting.goto(authorization_url);
  await connecting.screenshot({ path: `${images}log-in-phone.png` });
  await logIn(connecting, facts);
  const allow = connecting.getByRole('button', { name: 'Allow' });
  await allow.waitFor();
  await connecting.emulateMedia({ colorScheme: 'dark' });
  await connecting.screenshot({ path: `${images}consent-phone-dark.png` });
  const isSentBack = connecting.waitForRequest((request) =>
    request.url().startsWith(facts.redirectUri),
  );
  await allow.click();
  await isSentBack;

  for (const userAgent of otherBrowsers) await openAccount({ userAgent }, facts);
  const account = await openAccount({ viewport: desktop }, facts);
  await account.goto(`${service.origin}/account/settings`);
  await account.screenshot({ path: `${images}account-desktop.png`, fullPage: true });
} finally {
  await browser.close();
  await service.stop();
  await rm(directory, { recursive: true });
}

async function authorize({ apiKey, redirectUri }: Facts) {
  const { oauth } = new PartnerRatingClient({ apiKey, baseUrl: `${service.origin}/api/v1` });
  const { code_challenge, code_challenge_method } = await generatePkce();
  return await oauth.authorize({
    redirect_uri: redirectUri,
    state: generateState(),
    scope: ['user:profile:read', 'user:rating:read', 'user:match:submit', 'user:webhook:subscribe'],
    code_challenge,
    code_challenge_method,
  });
}

async function openAccount(options: BrowserContextOptions, facts: Facts): Promise<Page> {
  const page = await openPage(browser, options);
  await page.goto(`${service.origin}/account`);
  await logIn(page, facts);
  await page.getByRole('navigation', { name: 'Your account' }).waitFor();
  return page;
}

async function logIn(page: Page, { member }: Facts): Promise<void> {
  await page.getByLabel('E-mail').fill(member.email);
  await page.getByLabel('Password').fill(member.password);
  await page.getByRole('button', { name: 'Log in' }).click();
}
