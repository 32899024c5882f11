import type { Browser } from 'playwright-core';
import { launchChromium, openPage } from './chromium.ts';

/** A tab of a browser of any maker, with what a person does in it. An element is an expression of JavaScript. */
export interface Tab extends AsyncDisposable {
  version: string;
  open: (url: string) => Promise<void>;
  evaluate: <Value>(expression: string) => Promise<Value>;
  click: (element: string) => Promise<void>;
  hover: (element: string) => Promise<void>;
  /** Replaces the text of a field. */
  fill: (element: string, text: string) => Promise<void>;
  /** Resizes the window or the page to a width in CSS pixels. */
  resize: (width: number, height: number) => Promise<void>;
  /** Returns what is visible, as a PNG. */
  takePicture: () => Promise<Buffer>;
}

/** Opens a tab in Chromium. */
export async function openChromium(): Promise<Tab> {
  return await tabOf(await launchChromium());
}

async function tabOf(browser: Browser): Promise<Tab> {
  const page = await openPage(browser);
  const found = async (element: string) => {
    const handle = (await page.evaluateHandle(element)).asElement();
    if (handle === null) throw new Error(`There is no ${element}.`);
    return handle;
  };
  return {
    version: browser.version(),
    open: async (url) => void (await page.goto(url)),
    evaluate: async (expression) => await page.evaluate(expression),
    click: async (element) => await (await found(element)).click(),
    hover: async (element) => await (await found(element)).hover(),
    fill: async (element, text) => await (await found(element)).fill(text),
    resize: async (width, height) => await page.setViewportSize({ width, height }),
    takePicture: async () => await page.screenshot(),
    [Symbol.asyncDispose]: async () => await browser.close(),
  };
}
