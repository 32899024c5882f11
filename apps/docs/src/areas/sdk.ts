import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Area, Page } from '../page.ts';
import { runTypeDoc } from '../sdk/run-typedoc.ts';
import { sdkMenu } from '../sdk/sdk-menu.ts';
import { renderTemplate } from '../templates.ts';

/** The reference of the client, made by TypeDoc from the comments in its code. */
export async function sdk(): Promise<Area> {
  const directory = mkdtempSync(join(tmpdir(), 'partner-rating-sdk-'));
  try {
    const menu = sdkMenu(await runTypeDoc(directory));
    const list = renderTemplate('sdk.md.eta', { groups: menu.slice(1) });
    const pages = readdirSync(directory, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.md') && !name.endsWith('index.md'))
      .map((name): Page => {
        const markdown = readFileSync(join(directory, name), 'utf8');
        return { path: `sdk/${name.slice(0, -'.md'.length)}`, markdown: calmer(markdown) };
      });
    return { menu, pages: [{ path: 'sdk/index', markdown: list }, ...pages] };
  } finally {
    rmSync(directory, { recursive: true });
  }
}

// TypeDoc names the kind in every title, draws lines between members, and gives each error of a method
// a heading of its own.
function calmer(markdown: string): string {
  return markdown
    .replace(/^# (?:Class|Function|Variable|Interface|Enumeration|Type Alias): /m, '# ')
    .replace(/^(# .+?)\\<.*$/m, '$1')
    .replace(/^\*\*\*\n\n/gm, '')
    .replace(/^#+ (?:Inherited from|Overrides)\n\n.*\n\n?/gm, '')
    .replace(
      /(^#+ Throws\n\n[^#]+)((?:^#+ Throws\n\n[^#]+)+)/gm,
      (_all, first: string, rest: string) => first + rest.replace(/^#+ Throws\n\n/gm, ''),
    );
}
