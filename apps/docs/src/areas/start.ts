import { readFileSync } from 'node:fs';
import type { Area } from '../page.ts';

/** The page on which the site begins. */
export function start(): Area {
  const markdown = readFileSync(new URL('../../pages/index.md', import.meta.url), 'utf8');
  return { pages: [{ path: 'index', markdown }], menu: [] };
}
