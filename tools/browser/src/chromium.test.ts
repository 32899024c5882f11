import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { findingsOn, launchChromium, openPage } from './chromium.ts';

const page = (body: string, style = '') => `<!doctype html>
  <html lang="en">
    <head><title>Page</title><style>
      :root { color-scheme: light dark; --text: #111; --ground: #fff; }
      @media (prefers-color-scheme: dark) { :root { --text: #eee; --ground: #111; } }
      body { color: var(--text); background: var(--ground); transition: color 1h, background 1h; }
      ${style}
    </style></head>
    <body><main><h1>Page</h1>${body}</main></body>
  </html>`;
const inDark = (rule: string) => `@media (prefers-color-scheme: dark) { ${rule} }`;

describe('what axe finds on a page', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser.close();
  });

  async function findingsIn(html: string): Promise<string[]> {
    const opened = await openPage(browser);
    onTestFinished(() => opened.close());
    await opened.setContent(html);
    return await findingsOn(opened);
  }

  it('is nothing on a page without errors, even if its colours change slowly', async () => {
    expect(await findingsIn(page('<p>Text</p>'))).toEqual([]);
  });

  it('is a field without a name, once', async () => {
    expect(await findingsIn(page('<input>'))).toEqual([
      expect.stringMatching(/^in light: label: /),
    ]);
  });

  it('is a text with too little contrast, also in only one colour scheme', async () => {
    expect(await findingsIn(page('<p>Text</p>', inDark('p { color: #333; }')))).toEqual([
      'in dark: color-contrast: <p>Text</p>',
    ]);
    expect(await findingsIn(page('<p>Text</p>', `p { color: #ddd; }`))).toEqual([
      'in light: color-contrast: <p>Text</p>',
    ]);
  });

  it('includes elements that a script draws over several frames', async () => {
    const frames = 90;
    const script = `<script>
      let left = ${frames};
      const draw = () => {
        left -= 1;
        document.querySelector('main').append(document.createElement(left > 0 ? 'p' : 'input'));
        if (left > 0) requestAnimationFrame(draw);
      };
      draw();
    </script>`;
    expect(await findingsIn(page(script))).toEqual([expect.stringMatching(/^in light: label: /)]);
  });

  it('includes elements that a script draws for a colour scheme', async () => {
    const script = `<script>
      const dark = matchMedia('(prefers-color-scheme: dark)');
      dark.onchange = () => document.documentElement.classList.toggle('dark', dark.matches);
    </script>`;
    expect(await findingsIn(page(`<p>Text</p>${script}`, '.dark p { color: #333; }'))).toEqual([
      'in dark: color-contrast: <p>Text</p>',
    ]);
  });

  it('is nothing if elements that are skipped out of sight seem to cover others', async () => {
    const skipped = '<section><p>Skipped</p></section>';
    const style = `div { height: 5000px; }
      section { content-visibility: auto; contain-intrinsic-size: 10px 10px; }
      section p { height: 400px; color: #fff; background: #000; }`;
    expect(await findingsIn(page(`<div></div>${skipped}<p>Text</p>`, style))).toEqual([]);
  });

  it('is a link that only its colour distinguishes from the text, in dark mode', async () => {
    const link = '<p>Text and <a href="/">link</a> and more of the text.</p>';
    const style = `a { color: inherit; text-decoration: underline; } ${inDark('a { color: #ccc; text-decoration: none; }')}`;
    expect(await findingsIn(page(link, style))).toEqual([
      'in dark: link-in-text-block: <a href="/">link</a>',
    ]);
  });
});
