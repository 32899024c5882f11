import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { withLanguageTabs } from './language-tabs.ts';
import { linkPages } from './links.ts';
import { descriptionOf, type Page, REPOSITORY, titleOf } from './page.ts';

/**
 * Writes the pages in the form that Starlight reads. A file that did not change is not written again, so that two builds
 * of the same sources do not disturb each other.
 */
export function writeContent(folder: string, pages: readonly Page[]): void {
  const files = new Map(pages.map((page) => contentOf(page)));
  for (const [name, content] of files) {
    const path = join(folder, name);
    if (existsSync(path) && readFileSync(path, 'utf8') === content) continue;
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  }
  for (const name of globSync('**/*.{md,mdx}', { cwd: folder })) {
    if (!files.has(name)) rmSync(join(folder, name));
  }
}

function contentOf(page: Page): [name: string, content: string] {
  const body = linkPages(page.markdown.replace(/^# .+\n/m, ''), page.path);
  const tabs = withLanguageTabs(body);
  const frontmatter = {
    title: titleOf(page),
    description: descriptionOf(page),
    editUrl: REPOSITORY && page.source ? `${REPOSITORY}/edit/main/${page.source}` : false,
    ...page.frontmatter,
  };
  // JSON is YAML.
  const head = `---\n${JSON.stringify(frontmatter)}\n---\n`;
  return [`${page.path}.${tabs === undefined ? 'md' : 'mdx'}`, `${head}${tabs ?? body}`];
}
