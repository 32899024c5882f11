import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Area, Page } from './page.ts';
import { runTypeDoc } from './run-typedoc.ts';
import { sdkMenu } from './sdk-menu.ts';
import { renderTemplate } from './templates.ts';

/** The reference of the client, which TypeDoc writes from the comments in its code. */
export async function sdk(): Promise<Area> {
  const directory = mkdtempSync(join(tmpdir(), 'partner-rating-sdk-'));
  try {
    const menu = sdkMenu(await runTypeDoc(directory));
    const list = renderTemplate('sdk.md.eta', { groups: menu.slice(1) });
    const pages = globSync('**/!(index).md', { cwd: directory }).map(
      (name): Page => ({
        path: `sdk/${name.slice(0, -'.md'.length)}`,
        markdown: readFileSync(join(directory, name), 'utf8'),
      }),
    );
    return { menu, pages: [{ path: 'sdk/index', markdown: list }, ...pages] };
  } finally {
    rmSync(directory, { recursive: true });
  }
}
