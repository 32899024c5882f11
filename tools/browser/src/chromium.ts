import chromium from '@sparticuz/chromium';
import axe, { type AxeResults, type RunOptions } from 'axe-core';
import {
  type Browser,
  type BrowserContextOptions,
  chromium as driver,
  type Page,
} from 'playwright-core';

// The package's own switches turn off what is tested here (the same-origin policy), so only those
// that it needs to run as root and without a GPU are given.
const switches = ['--no-sandbox', '--no-zygote', '--disable-gpu'];

/**
 * A real Chromium without a screen: the one that `CHROMIUM_PATH` names, else the one inside the
 * npm package, so that a test needs nothing that npm does not bring.
 */
export async function launchChromium(): Promise<Browser> {
  const executablePath = process.env.CHROMIUM_PATH ?? (await chromium.executablePath());
  return await driver.launch({ executablePath, args: switches, headless: true });
}

// Less than a test may take, so that what did not come is named; no promise about how fast it comes.
const WAIT_MILLISECONDS = 240_000;

/** Opens a page in a context of its own, which closes with it. */
export async function openPage(
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const page = await browser.newPage(options);
  page.setDefaultTimeout(WAIT_MILLISECONDS);
  return page;
}

/** By name, in pixels of CSS. The narrow one is that of WCAG 2.2 (1.4.10 Reflow), in which nothing may have to be scrolled sideways. */
export const screenSizes = [
  ['desktop', { width: 1280, height: 860 }],
  ['phone', { width: 320, height: 740 }],
] as const;

// A transition has elements lie over others for a moment, and colours that are nobody's.
const endTransitions = `(() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('*, ::before, ::after { transition: none !important }');
  document.adoptedStyleSheets = [sheet];
  for (const animation of document.getAnimations()) {
    if (animation.effect.getComputedTiming().endTime < Infinity) animation.finish();
  }
})()`;

// In the dark a page differs by its colours alone. Every rule but those that are off by themselves runs; without
// `resultTypes`, axe describes each element that has no finding, too.
const runs = {
  light: { resultTypes: ['violations'] },
  dark: { resultTypes: ['violations'], runOnly: ['color-contrast', 'link-in-text-block'] },
} satisfies Record<string, RunOptions>;

/**
 * What axe finds on the page as it stands when its transitions have ended: in which colour scheme, which rule, and where.
 * The page stays in the last of the schemes. One whose scripts look at the scheme is opened in each of them instead.
 */
export async function findingsOn(
  page: Page,
  colorSchemes: readonly ('light' | 'dark')[] = ['dark', 'light'],
): Promise<string[]> {
  await page.evaluate(endTransitions);
  await page.evaluate(axe.source);
  const findings: string[] = [];
  for (const colorScheme of colorSchemes) {
    await page.emulateMedia({ colorScheme });
    const { violations } = await page.evaluate<AxeResults>(
      `axe.run(${JSON.stringify(runs[colorScheme])})`,
    );
    const found = violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
    findings.push(...found.map((finding) => `in ${colorScheme}: ${finding}`));
  }
  return findings;
}
