import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Tab } from '@partner-rating/browser';

// Less than the time limit of a test, so that the error names what is missing. It says nothing about speed.
const WAIT_MILLISECONDS = 60_000;

const visible = (selector: string) =>
  `[...document.querySelectorAll(${JSON.stringify(selector)})].filter((one) => one.checkVisibility())`;

/** Returns an expression: the first of the elements with this name, or else whose name begins with it. */
const named = (elements: string, namesOf: string, name: string) => `((elements, name) => {
  const has = (matches) => elements.find((one) => ${namesOf}.some((text) => matches(text?.trim() ?? '')));
  return has((text) => text === name) ?? has((text) => text.startsWith(name)) ?? null;
})(${elements}, ${JSON.stringify(name)})`;

const clickable = (name: string) =>
  named(
    visible('a, button, summary, [role=tab]'),
    "[one.innerText, one.textContent, one.getAttribute('aria-label')]",
    name,
  );

/** Returns an expression: the field with this label. */
export const field = (label: string) =>
  named(
    visible('input, textarea'),
    '[...[...(one.labels ?? [])].map(({ innerText }) => innerText), one.placeholder]',
    label,
  );

/** Somebody at a browser, who finds everything by the words on the page. */
export class Visitor {
  readonly tab: Tab;
  readonly #savePicture: (name: string, picture: Buffer) => void;

  /** Saves pictures in the folder if there is one. */
  constructor(tab: Tab, folder: string | null, prefix: string) {
    this.tab = tab;
    this.#savePicture = (name, picture) => {
      if (folder !== null) writeFileSync(join(folder, `${prefix}-${name}.png`), picture);
    };
  }

  /** Waits until the expression has a value that is not false. */
  async waitFor<Value>(expression: string): Promise<Value> {
    const end = Date.now() + WAIT_MILLISECONDS;
    let problem: unknown;
    while (Date.now() < end) {
      try {
        const value = await this.tab.evaluate<Value | null>(expression);
        if (value) return value;
      } catch (error) {
        // The page may just have been replaced.
        problem = error;
      }
      await wait(100);
    }
    const [address, text] = await this.tab.evaluate<string[]>(
      '[location.href, document.body.innerText]',
    );
    throw new Error(`Waited for ${expression} at ${address}:\n${text}`, { cause: problem });
  }

  async sees(text: string): Promise<void> {
    await this.waitFor(`document.body?.innerText.includes(${JSON.stringify(text)})`);
  }

  /** Clicks a link, button, or tab. */
  async click(name: string): Promise<void> {
    await this.waitFor(`${clickable(name)} !== null`);
    await this.tab.click(clickable(name));
  }

  async fill(label: string, text: string): Promise<void> {
    await this.waitFor(`${field(label)} !== null`);
    await this.tab.fill(field(label), text);
  }

  /** Selects the radio button with this label. */
  async select(label: string): Promise<void> {
    await this.waitFor(`${field(label)} !== null`);
    await this.tab.click(field(label));
  }

  async logIn({ email, password }: { email: string; password: string }): Promise<void> {
    await this.fill('Email', email);
    await this.fill('Password', password);
    await this.click('Log in');
  }

  /** Looks at the page on a phone and on a desktop, where it must not scroll sideways. */
  async look(name: string): Promise<void> {
    for (const [width, height] of [
      [390, 844],
      [1280, 900],
    ] as const) {
      await this.tab.resize(width, height);
      await this.waitFor(
        'document.documentElement.scrollWidth <= document.documentElement.clientWidth',
      );
      this.#savePicture(`${name}-${width}`, await this.tab.takePicture());
    }
  }
}
