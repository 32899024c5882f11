import chromium from '@sparticuz/chromium';
import { type Browser, chromium as driver } from 'playwright-core';
import type { Outcomes } from '../../behaviours/setting.ts';
import type { Runtime } from './runtime.ts';

// What it needs to run as root and without a GPU, and none of the package's own switches: those
// turn off what is tested here.
const switches = ['--no-sandbox', '--no-zygote', '--disable-gpu'];

/** A real Chromium: the one that `CHROMIUM_PATH` names, else the one inside the npm package. */
export async function launchChromium(): Promise<Browser> {
  const executablePath = process.env.CHROMIUM_PATH ?? (await chromium.executablePath());
  return await driver.launch({ executablePath, args: switches, headless: true });
}

/** A page of the stage, for which the service is at the page's own origin. */
export const chromiumPage: Runtime = {
  name: 'Chromium',
  run: async (_, setting) => {
    const browser = await launchChromium();
    try {
      const page = await browser.newPage();
      const printed: string[] = [];
      // What the console shows of an object is in no `message.text()`.
      const session = await page.context().newCDPSession(page);
      session.on('Runtime.consoleAPICalled', (call) => printed.push(JSON.stringify(call)));
      session.on('Runtime.exceptionThrown', (thrown) => printed.push(JSON.stringify(thrown)));
      await session.send('Runtime.enable');
      const { origin } = setting.misbehaving;
      await page.goto(origin);
      const service = { ...setting.service, baseUrl: `${origin}/api/v1` };
      const outcomes = await page.evaluate<Outcomes>(
        `import('/behaviours/module.js').then(({ runImported }) =>
          runImported(${JSON.stringify({ ...setting, service })}))`,
      );
      return { outcomes, printed: printed.join('\n') };
    } finally {
      await browser.close();
    }
  },
};
