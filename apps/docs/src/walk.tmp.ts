import { launchChromium, openPage } from '@partner-rating/browser';

const [, , url = '', email = '', password = ''] = process.argv;
const browser = await launchChromium();
const page = await openPage(browser);
await page.goto(url);
await page.getByLabel('E-mail').fill(email);
await page.getByLabel('Password').fill(password);
await page.getByRole('button', { name: 'Log in' }).click();
await page.getByRole('button', { name: 'Allow' }).click();
await page.waitForURL('http://localhost:8080/**', { waitUntil: 'commit' }).catch(() => {});
process.stdout.write(
  page.url() +
    '\n' +
    (await page
      .locator('body')
      .textContent()
      .catch(() => '')) +
    '\n',
);
await browser.close();
