import chromium from '@sparticuz/chromium';
import axe, { type AxeResults } from 'axe-core';
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

// A transition has elements lie over others for a moment, and colours that are nobody's.
const endTransitions = `for (const animation of document.getAnimations()) {
  if (animation.effect.getComputedTiming().endTime < Infinity) animation.finish();
}`;

/** What axe finds on the page as it stands when its transitions have ended: which rule, and where. */
export async function findingsOn(page: Page): Promise<string[]> {
  await page.evaluate(endTransitions);
  await page.evaluate(axe.source);
  // Every rule runs; without this, axe describes each element that has no finding, too.
  const { violations } = await page.evaluate<AxeResults>(
    "axe.run({ resultTypes: ['violations'] })",
  );
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}
