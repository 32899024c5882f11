import { spawnSync } from 'node:child_process';

/**
 * Returns the address of the repository, where people read, change, and discuss the sources: the repository that a GitHub
 * workflow names, or the one on GitHub from which this copy was cloned. Returns null if neither exists, because anybody
 * could register an address that nobody owns.
 */
export function repositoryOf(
  { GITHUB_SERVER_URL = 'https://github.com', GITHUB_REPOSITORY }: NodeJS.ProcessEnv,
  origin: string,
): string | null {
  const cloned =
    /^(?:https:\/\/|(?:ssh:\/\/)?git@)github\.com[:/]([\w.-]+\/[\w.-]+?)(?:\.git)?\s*$/;
  const name = GITHUB_REPOSITORY ?? cloned.exec(origin)?.[1];
  return name === undefined ? null : `${GITHUB_SERVER_URL}/${name}`;
}

const origin = spawnSync('git', ['config', '--get', 'remote.origin.url'], { encoding: 'utf8' });
export const REPOSITORY = repositoryOf(process.env, origin.stdout ?? '');

/** A page of the site. Its Markdown is published next to the HTML that is made from it. */
export interface Page {
  /** The path below the root of the site, without an extension: `guides/limits`, `errors/index`. */
  path: string;
  markdown: string;
  /** The file to edit, from the root of the repository; undefined for a page that is generated. */
  source?: string;
  /** Further frontmatter of Starlight. */
  frontmatter?: Record<string, unknown>;
}

/** A heading of the menu with the pages below it. */
export interface MenuGroup {
  title: string;
  entries: { label: string; path: string }[];
}

/** A part of the site. */
export interface Area {
  pages: Page[];
  menu: MenuGroup[];
}

/** Returns the text of the first heading. */
export function titleOf({ markdown }: Pick<Page, 'markdown'>): string {
  return plainText(/^# (.+)$/m.exec(markdown)?.[1] ?? '');
}

/** Returns the first sentence, which says what the page is about. */
export function descriptionOf({ markdown }: Pick<Page, 'markdown'>): string {
  const paragraphs = markdown.split(/\n{2,}/).slice(1);
  const first = paragraphs.find((paragraph) => /^[\p{Letter}\p{Number}`*[]/u.test(paragraph)) ?? '';
  return plainText(first)
    .replaceAll('\n', ' ')
    .replace(/(?<=\.)\s.*/, '');
}

function plainText(markdown: string): string {
  return markdown
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[`*]/g, '')
    .replace(/\\(.)/g, '$1')
    .trim();
}
