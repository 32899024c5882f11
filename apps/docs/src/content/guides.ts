import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Area, MenuGroup, Page } from './page.ts';

/** The folder of the guides. Its `README.md` lists the guides by reader, and this list is their menu. */
export const guidesFolder = fileURLToPath(new URL('../../guides/', import.meta.url));

export function guides(): Area {
  const list = read('README.md');
  const menu = menuOf(list);
  const listed = new Set(menu.flatMap(({ entries }) => entries.map(({ path }) => path)));
  return {
    menu,
    pages: [
      { path: 'guides/index', markdown: list, source: 'apps/docs/guides/README.md' },
      ...[...listed].map((path): Page => {
        const name = `${path.slice('guides/'.length)}.md`;
        return { path, markdown: read(name), source: `apps/docs/guides/${name}` };
      }),
    ],
  };
}

function read(name: string): string {
  return readFileSync(`${guidesFolder}${name}`, 'utf8');
}

function menuOf(list: string): MenuGroup[] {
  return list
    .split(/^## /m)
    .slice(1)
    .map((part) => ({
      title: part.split('\n', 1)[0] ?? '',
      entries: [...part.matchAll(/^- \[([^\]]+)\]\(([^)]+)\.md\)/gm)].map(
        ([, label = '', name = '']) => ({ label, path: `guides/${name}` }),
      ),
    }));
}
