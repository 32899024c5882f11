import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { AxeResults, RunOptions } from 'axe-core';
import {
  type Browser,
  type BrowserContextOptions,
  chromium as driver,
  type Page,
} from 'playwright-core';
import { unpackedChromium } from './unpacked-chromium.ts';

// The package's default switches turn off the same-origin policy, which tests need. So this list has only the
// switches for running as root and without a GPU.
const switches = ['--no-sandbox', '--no-zygote', '--disable-gpu'];

// Less than the time limit of a test, so that the error names the missing element. It says nothing about speed.
const WAIT_MILLISECONDS = 240_000;

/**
 * Starts a headless Chromium: the program that `CHROMIUM_PATH` names, or else the one in the npm package, so that a test
 * needs only npm.
 */
export async function launchChromium(): Promise<Browser> {
  const executablePath = process.env.CHROMIUM_PATH ?? (await unpackedChromium());
  return await driver.launch({
    executablePath,
    args: switches,
    headless: true,
    timeout: WAIT_MILLISECONDS,
  });
}

/** Opens a page in its own context, which closes together with the page. */
export async function openPage(
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const page = await browser.newPage(options);
  page.setDefaultTimeout(WAIT_MILLISECONDS);
  return page;
}

/** Screen sizes by name, in CSS pixels. On the narrow one, WCAG 2.2 (1.4.10 Reflow) forbids horizontal scrolling. */
export const screenSizes = [
  ['desktop', { width: 1280, height: 860 }],
  ['phone', { width: 320, height: 740 }],
] as const;

// During a transition, elements cover others for a moment and have other colours. To axe, elements that are skipped
// out of sight seem to cover the elements after them.
const standStill = `(() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(
    '*, ::before, ::after { transition: none !important; content-visibility: visible !important }'
  );
  document.adoptedStyleSheets = [sheet];
})()`;

// There may be no next frame if nothing is painted, so a timer also ends the wait, later than a frame would come.
const nextFrame = `new Promise((resolve) => {
  requestAnimationFrame(() => requestIdleCallback(resolve));
  setTimeout(resolve, 10_000);
})`;

// A script may measure its output and draw again some frames later.
const whenDrawn = `(async () => {
  let isChanged = false;
  const observer = new MutationObserver(() => { isChanged = true; });
  observer.observe(document, { subtree: true, childList: true });
  for (let quietFrames = 0; quietFrames < 3; quietFrames += 1) {
    isChanged = false;
    await ${nextFrame};
    if (isChanged) quietFrames = -1;
  }
  observer.disconnect();
})()`;

const endAnimations = `(() => {
  for (const animation of document.getAnimations()) {
    if (animation.effect.getComputedTiming().endTime < Infinity) animation.finish();
  }
})()`;

// In dark mode, only the colours of a page differ. All rules that are on by default run. Without `resultTypes`, axe also
// describes each element without a finding.
const runs = {
  light: { resultTypes: ['violations'] },
  dark: { resultTypes: ['violations'], runOnly: ['color-contrast', 'link-in-text-block'] },
} satisfies Record<string, RunOptions>;

// The minified file has half the size of the package's main file.
const axe = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/**
 * Returns the findings of axe after scripts and animations of the page have ended, each with its colour scheme, rule, and
 * place. The page is in light mode afterwards.
 */
export async function findingsOn(page: Page): Promise<string[]> {
  for (const script of [standStill, whenDrawn, endAnimations]) await page.evaluate(script);
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(axe);
  const findings: string[] = [];
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    // The scripts of the page see the change only in a later frame.
    await page.evaluate(whenDrawn);
    const { violations } = await page.evaluate<AxeResults>(
      `axe.run(${JSON.stringify(runs[colorScheme])})`,
    );
    const found = violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
    findings.push(...found.map((finding) => `in ${colorScheme}: ${finding}`));
  }
  return findings;
}
