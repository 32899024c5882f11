import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** The paths of all files of a site, by slashes. */
export function filesOf(site: string): string[] {
  return readdirSync(site, { recursive: true, encoding: 'utf8' });
}

/** The file a server sends for an address below the site's root; undefined where there is none. */
export function fileAt(site: string, path: string): string | undefined {
  const candidates =
    path === '' || path.endsWith('/') ? [`${path}index.html`] : [path, `${path}.html`];
  return candidates.find(
    (candidate) => /\.\w+$/.test(candidate) && existsSync(`${site}${candidate}`),
  );
}

export function readPage(site: string, path: string): string {
  return readFileSync(`${site}${path}`, 'utf8');
}
