import { launchChromium, openPage } from '@partner-rating/browser';
import type { Outcomes } from '../../behaviours/setting.ts';
import type { Runtime } from './runtime.ts';

/** Runs the suite in a page of the page server, through which the page also reaches the service. */
export const chromiumPage: Runtime = {
  name: 'Chromium',
  run: async (_, setting) => {
    const browser = await launchChromium();
    try {
      const page = await openPage(browser);
      const printed: string[] = [];
      // `message.text()` does not contain the contents of printed objects.
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
