import { linkTwins } from '../content/links.ts';
import type { Page } from '../content/page.ts';
import { referenceMarkdown } from '../reference/reference-markdown.ts';
import { eventSchema } from './event-schema.ts';
import { llmsFullText, llmsText } from './llms.ts';
import { postmanCollection } from './postman-collection.ts';

/** What programs read: every page as Markdown, the lists of them, a Postman collection, and the schema of events. */
export async function machineFiles(
  pages: readonly Page[],
): Promise<{ path: string; content: string }[]> {
  const reference: Page = { path: 'reference', markdown: referenceMarkdown() };
  const twins = [reference, ...pages].map((page) => ({
    ...page,
    markdown: linkTwins(page.markdown, page.path),
  }));
  const pagesOf = (folder: string) => twins.filter(({ path }) => path.split('/')[0] === folder);
  const main = [
    { title: 'Guides', pages: pagesOf('guides') },
    { title: 'API reference', pages: [...pagesOf('reference'), ...pagesOf('errors')] },
  ];
  const optional = ['downloads', 'changelog', 'sdk'].flatMap(pagesOf);
  return [
    ...twins.map(({ path, markdown }) => ({ path: `${path}.md`, content: markdown })),
    { path: 'llms.txt', content: llmsText([...main, { title: 'Optional', pages: optional }]) },
    { path: 'llms-full.txt', content: llmsFullText(main) },
    { path: 'postman.json', content: await postmanCollection() },
    { path: 'events.schema.json', content: eventSchema() },
  ];
}
