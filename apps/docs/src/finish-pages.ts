import { createHash } from 'node:crypto';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Reference } from './reference/build-reference.ts';
import { BASE } from './site.ts';

// Redocly puts its library before the own data of a page. The library is the same for all references.
const END_OF_LIBRARY = /(?<=export\{RedocStandalone,hydrate,init\};)/;

const INLINE_SCRIPT = /<script(?![^>]* src=)([^>]*)>([\s\S]*?)<\/script>/g;

/** Puts each reference into its page, and changes every page so that a strict content security policy allows it. */
export function finishPages(directory: string, references: ReadonlyMap<string, Reference>): void {
  for (const name of globSync('**/*.html', { cwd: directory })) {
    const path = join(directory, name);
    const html = readFileSync(path, 'utf8');
    const reference = references.get(name.replace(/\.html$/, ''));
    const page = reference === undefined ? withTables(html) : withReference(html, reference);
    writeFileSync(path, withoutInlineScripts(page, directory));
  }
  // A scrolling block of code must not be a landmark, because a page has many, and they have no names.
  for (const name of globSync('assets/ec.*.js', { cwd: directory })) {
    const path = join(directory, name);
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll('"region"', '"group"'));
  }
}

function withReference(page: string, { head, html }: Reference): string {
  return (
    page
      // Redocly has its own main element, which does not contain the title.
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

/** Makes wide tables scroll by themselves, also with the keyboard. */
function withTables(html: string): string {
  return (
    html
      .replaceAll(
        '<table>',
        '<div class="table" role="group" aria-label="Table" tabindex="0"><table>',
      )
      .replaceAll('</table>', '</table></div>')
      // A header cell without text becomes an ordinary cell.
      .replaceAll(/<th([^>]*)><\/th>/g, '<td$1></td>')
  );
}

/** Moves scripts into files, because the policy allows no script inside a page, and browsers can cache files. */
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
