import chromium from '@sparticuz/chromium';
import axe, { type AxeResults } from 'axe-core';
import { type Browser, chromium as driver, type Page } from 'playwright-core';

// What it needs to run as root and without a GPU, and none of the package's own switches: those
// turn off what is tested here.
const switches = ['--no-sandbox', '--no-zygote', '--disable-gpu'];

/** A real Chromium: the one that `CHROMIUM_PATH` names, else the one inside the npm package. */
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
