import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { embedBacktest } from '../backtest/embed-backtest.ts';
import type { Area, MenuGroup } from '../page.ts';

/** Where the guides lie, as Markdown; `README.md` lists them and so is their menu. */
export const guidesDirectory = fileURLToPath(new URL('../../guides/', import.meta.url));

export function guides(): Area {
  const read = (name: string) => embedBacktest(readFileSync(`${guidesDirectory}${name}`, 'utf8'));
  const list = read('README.md');
  const menu = menuOf(list);
  const listed = menu.flatMap(({ entries }) => entries);
  return {
    menu,
    pages: [
      { path: 'guides/index', markdown: list },
      ...listed.map(({ path }) => ({ path, markdown: read(`${path.slice('guides/'.length)}.md`) })),
    ],
  };
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
