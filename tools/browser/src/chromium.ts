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

// The package's own switches turn off what is tested here (the same-origin policy), so only those
// that it needs to run as root and without a GPU are given.
const switches = ['--no-sandbox', '--no-zygote', '--disable-gpu'];

/**
 * A real Chromium without a screen: the one that `CHROMIUM_PATH` names, else the one inside the
 * npm package, so that a test needs nothing that npm does not bring.
 */
export async function launchChromium(): Promise<Browser> {
  const executablePath = process.env.CHROMIUM_PATH ?? (await unpackedChromium());
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

// A transition has elements lie over others for a moment, and colours that are nobody's. What is skipped out of sight
// seems to axe to lie over what follows it.
const standStill = `(() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(
    '*, ::before, ::after { transition: none !important; content-visibility: visible !important }'
  );
  document.adoptedStyleSheets = [sheet];
})()`;

// No frame is promised where nothing is painted, so a timer ends the wait for one: later than any that is.
const nextFrame = `new Promise((resolve) => {
  requestAnimationFrame(() => requestIdleCallback(resolve));
  setTimeout(resolve, 10_000);
})`;

// What a script draws after it has looked at what it drew before comes some frames later.
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

// In the dark a page differs by its colours alone. Every rule but those that are off by themselves runs; without
// `resultTypes`, axe describes each element that has no finding, too.
const runs = {
  light: { resultTypes: ['violations'] },
  dark: { resultTypes: ['violations'], runOnly: ['color-contrast', 'link-in-text-block'] },
} satisfies Record<string, RunOptions>;

// The page parses half as much of it as of what the package gives when it is imported.
const axe = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/**
 * What axe finds on the page as it stands when its scripts no longer draw and its animations have ended: in which
 * colour scheme, which rule, and where. The page stays in light.
 */
export async function findingsOn(page: Page): Promise<string[]> {
  for (const script of [standStill, whenDrawn, endAnimations]) await page.evaluate(script);
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(axe);
  const findings: string[] = [];
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    // Before it, no script of the page has heard of the change.
    await page.evaluate(nextFrame);
    const { violations } = await page.evaluate<AxeResults>(
      `axe.run(${JSON.stringify(runs[colorScheme])})`,
    );
    const found = violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
    findings.push(...found.map((finding) => `in ${colorScheme}: ${finding}`));
  }
  return findings;
}
