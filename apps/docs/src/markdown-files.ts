import { llmsFullText, llmsText } from './llms.ts';
import { rewriteLinks } from './markdown/rewrite-links.ts';
import type { Page } from './page.ts';
import { markdownAddress } from './site-address.ts';

/** What language models read: every page as Markdown, the list of them, and what matters most in full. */
export function markdownFiles(pages: Page[], base: string): { path: string; content: string }[] {
  const twins = pages.map(({ path, markdown }) => ({
    path,
    markdown: rewriteLinks(markdown, (href) => markdownAddress(href, path, base)),
  }));
  const pagesOf = (folder: string) => twins.filter(({ path }) => path.split('/')[0] === folder);
  const main = [
    { title: 'Guides', pages: pagesOf('guides') },
    { title: 'API reference', pages: [...pagesOf('reference'), ...pagesOf('errors')] },
  ];
  const optional = { title: 'Optional', pages: [...pagesOf('changelog'), ...pagesOf('sdk')] };
  return [
    ...twins.map(({ path, markdown }) => ({ path: `${path}.md`, content: markdown })),
    { path: 'llms.txt', content: llmsText([...main, optional], base) },
    { path: 'llms-full.txt', content: llmsFullText(main) },
  ];
}
