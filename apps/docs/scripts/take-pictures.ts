// `pnpm pictures`: takes the pictures of the guides from the pages of a service as it starts first. With a directory
// (`pnpm pictures /tmp/looks`), it takes instead every page of the player in every look, for somebody to look at.
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
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

/** The pages of a player. */
const pages = {
  front: '/',
  ratings: '/account',
  matches: '/account/matches',
  settings: '/account/settings',
  profile: '/account/profile',
  sharing: '/account/sharing',
  password: '/account/password',
  'what-if': '/account/what-if?sport=pickleball&name=Priya',
};

/** The looks in which pages are shown. */
const looks: [name: string, options: BrowserContextOptions, media?: 'print'][] = [
  ...[1440, 768, 390, 320].flatMap((width) =>
    (['light', 'dark'] as const).map((colorScheme): [string, BrowserContextOptions] => [
      `${width}-${colorScheme}`,
      { viewport: { width, height: 860 }, colorScheme },
    ]),
  ),
  ['forced-colors', { viewport: desktop, forcedColors: 'active' }],
  ['print', { viewport: desktop }, 'print'],
  // Half the pixels of CSS.
  ['zoom-200', { viewport: { width: 640, height: 430 }, deviceScaleFactor: 2 }],
  ['no-script', { viewport: desktop, javaScriptEnabled: false }],
];

const directory = await mkdtemp(join(tmpdir(), 'partner-rating-pictures-'));
const service = await startService({
  DATA_DIR: directory,
  LOG_LEVEL: 'warn',
  // The same player logs in for each look.
  LOG_IN_RATE_LIMIT: '0',
});
const browser = await launchChromium();
try {
  const facts = JSON.parse(await readFile(join(directory, 'demo.json'), 'utf8')) as Facts;
  const [, , directoryOfLooks] = process.argv;
  await (directoryOfLooks === undefined ? takeGuides(facts) : takeLooks(facts, directoryOfLooks));
} finally {
  await browser.close();
  await service.stop();
  await rm(directory, { recursive: true });
}

async function takeGuides(facts: Facts): Promise<void> {
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
  await account.screenshot({ path: `${images}ratings-desktop.png` });
  await account.goto(`${service.origin}/account/settings`);
  await account.screenshot({ path: `${images}account-desktop.png`, fullPage: true });
  const dark = await openAccount({ viewport: phone, colorScheme: 'dark' }, facts);
  await dark.goto(`${service.origin}/account/matches`);
  await dark.screenshot({ path: `${images}matches-phone-dark.png` });
}

async function takeLooks(facts: Facts, directory: string): Promise<void> {
  await mkdir(directory, { recursive: true });
  for (const [look, options, media = 'screen'] of looks) {
    const page = await openAccount(options, facts);
    await page.emulateMedia({ media });
    for (const [name, path] of Object.entries(pages)) {
      await page.goto(`${service.origin}${path}`);
      const width = await page.evaluate<number>('document.documentElement.scrollWidth');
      if (width > (options.viewport?.width ?? width)) {
        process.stderr.write(`${path} is ${width} pixels wide in the look ${look}.\n`);
      }
      await page.screenshot({ path: join(directory, `${name}-${look}.png`), fullPage: true });
    }
    await page.close();
  }
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
  await page.getByLabel('Email').fill(member.email);
  await page.getByLabel('Password').fill(member.password);
  await page.getByRole('button', { name: 'Log in' }).click();
}
