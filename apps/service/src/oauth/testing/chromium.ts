import chromium from '@sparticuz/chromium';
import { type Browser, chromium as driver } from 'playwright-core';

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
