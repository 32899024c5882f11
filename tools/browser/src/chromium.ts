import chromium from '@sparticuz/chromium';
import axe, { type AxeResults } from 'axe-core';
import { type Browser, chromium as driver, type Page } from 'playwright-core';

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

/** What axe finds on the page as it stands: which rule, and where. */
export async function findingsOn(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate<AxeResults>('axe.run()');
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}
