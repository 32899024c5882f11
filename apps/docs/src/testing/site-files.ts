import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** The paths of all files of a site, with slashes. */
export function filesOf(site: string): string[] {
  return readdirSync(site, { recursive: true, encoding: 'utf8' });
}

/** The file a server sends for an address below the site's root; undefined if there is none. */
export function fileAt(site: string, path: string): string | undefined {
  const candidates = path === '' ? ['index.html'] : [path, `${path.replace(/\/$/, '')}.html`];
  return candidates.find(
    (candidate) => /\.\w+$/.test(candidate) && existsSync(`${site}${candidate}`),
  );
}

export function readPage(site: string, path: string): string {
  return readFileSync(`${site}${path}`, 'utf8');
}

/** The Markdown of a page. The first page of a folder has it inside the folder. */
export function twinOf(file: string): string {
  return file
    .replace(/^(guides|errors|sdk|changelog)\.html$/, '$1/index.html')
    .replace(/\.html$/, '.md');
}
