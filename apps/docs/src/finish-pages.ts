import { createHash } from 'node:crypto';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Reference } from './reference/build-reference.ts';
import { BASE } from './site.ts';

// Redocly puts its library, which is the same for all references, before what a page has of its own.
const END_OF_LIBRARY = /(?<=export\{RedocStandalone,hydrate,init\};)/;

const INLINE_SCRIPT = /<script(?![^>]* src=)([^>]*)>([\s\S]*?)<\/script>/g;

/** Puts each reference into its page, and makes every page fit for a strict policy. */
export function finishPages(directory: string, references: ReadonlyMap<string, Reference>): void {
  for (const name of globSync('**/*.html', { cwd: directory })) {
    const path = join(directory, name);
    const html = readFileSync(path, 'utf8');
    const reference = references.get(name.replace(/\.html$/, ''));
    const page = reference === undefined ? withTables(html) : withReference(html, reference);
    writeFileSync(path, withoutInlineScripts(page, directory));
  }
  // A piece of code that scrolls is no landmark: a page has many, and they have no names.
  for (const name of globSync('assets/ec.*.js', { cwd: directory })) {
    const path = join(directory, name);
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll('"region"', '"group"'));
  }
}

function withReference(page: string, { head, html }: Reference): string {
  return (
    page
      // Redocly has a main part of its own, which leaves the title outside it.
      .replace(
        '<div class="content-panel',
        '<div role="region" aria-labelledby="_top" class="content-panel',
      )
      .replace('<main', '<div')
      .replace('</main>', '</div>')
      .replace('</head>', () => `${head}</head>`)
      .replace(/<div id="reference"[^>]*>/, (mark) => `${mark}${html}`)
  );
}

/** A table that may be wider than the page is scrolled by itself, by keyboard too. */
function withTables(html: string): string {
  return (
    html
      .replaceAll(
        '<table>',
        '<div class="table" role="group" aria-label="Table" tabindex="0"><table>',
      )
      .replaceAll('</table>', '</table></div>')
      // A heading without a text is none.
      .replaceAll(/<th([^>]*)><\/th>/g, '<td$1></td>')
  );
}

/** Scripts become files, so that the policy of a page allows none inside it and browsers keep them. */
function withoutInlineScripts(html: string, directory: string): string {
  return html.replace(INLINE_SCRIPT, (_whole, attributes: string, content: string) => {
    const [script = '', ofPage] = content.trim().split(END_OF_LIBRARY);
    const file = writeScript(directory, script);
    const name =
      ofPage === undefined
        ? file
        : writeScript(directory, `import{hydrate}from'./${file}';\n${ofPage}`);
    return `<script${attributes} src="${BASE}assets/${name}"></script>`;
  });
}

function writeScript(directory: string, script: string): string {
  const hash = createHash('sha256').update(script).digest('base64url').slice(0, 10);
  const name = `script-${hash}.js`;
  writeFileSync(join(directory, 'assets', name), script);
  return name;
}
