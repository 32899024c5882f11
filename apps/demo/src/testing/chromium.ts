import chromium from '@sparticuz/chromium';
import { type Browser, chromium as driver } from 'playwright-core';

// What it needs to run as root and without a GPU, and none of the package's own switches: those
// turn off what is tested here.
const switches = ['--no-sandbox', '--no-zygote', '--disable-gpu'];

/** A real Chromium: the one that `CHROMIUM_PATH` names, else the one inside the npm package. */
export async function launchChromium(): Promise<Browser> {
  const executablePath = process.env.CHROMIUM_PATH ?? (await chromium.executablePath());
  return await driver.launch({ executablePath, args: switches, headless: true });
}
