import { contract } from '@partner-rating/spec/contract';
import { linkTwins } from '../content/links.ts';
import { descriptionOf, type Page, titleOf } from '../content/page.ts';
import { referenceMarkdown } from '../reference/reference-markdown.ts';
import { references } from '../reference/references.ts';
import { BASE } from '../site.ts';
import { postmanCollection } from './postman-collection.ts';

/**
 * Writes the files for programs: every page as Markdown, lists of the pages, a Postman collection, and the schema of
 * events.
 */
export async function machineFiles(
  pages: readonly Page[],
): Promise<{ path: string; content: string }[]> {
  const written = references.map((one) => ({ path: one.path, markdown: referenceMarkdown(one) }));
  const twins = [...written, ...pages].map((page) => ({
    ...page,
    markdown: linkTwins(page.markdown, page.path),
  }));
  const pagesOf = (folder: string) => twins.filter(({ path }) => path.split('/')[0] === folder);
  const main = [
    { title: 'Guides', pages: pagesOf('guides') },
    { title: 'API reference', pages: [...pagesOf('reference'), ...pagesOf('errors')] },
  ];
  const optional = ['operators-reference', 'downloads', 'changelog', 'sdk'].flatMap(pagesOf);
  const full = main.flatMap(({ pages }) => pages.map(({ markdown }) => markdown));
  return [
    ...twins.map(({ path, markdown }) => ({ path: `${path}.md`, content: markdown })),
    { path: 'llms.txt', content: llmsText([...main, { title: 'Optional', pages: optional }]) },
    { path: 'llms-full.txt', content: full.join('\n\n---\n\n') },
    { path: 'postman.json', content: await postmanCollection() },
    { path: 'events.schema.json', content: eventSchema() },
  ];
}

/** Returns the contents of the site for language models, in the form of llmstxt.org. */
function llmsText(sections: { title: string; pages: Page[] }[]): string {
  const lists = sections.map(({ title, pages }) => {
    const links = pages.map(
      (page) => `- [${titleOf(page)}](${BASE}${page.path}.md): ${descriptionOf(page)}`,
    );
    return `## ${title}\n\n${links.join('\n')}`;
  });
  return `# Partner Rating Service

> Player ratings for racquet sports. A partner application connects a player by OAuth 2.0, reads ratings,
> submits matches, and is notified by signed webhooks when a rating changes.

The contract is one OpenAPI document, at /openapi.yaml and /openapi.json of the service. Every page of this
site is also Markdown: add .md to its address. A Postman collection is at ${BASE}postman.json, and the JSON
Schema of the webhook events at ${BASE}events.schema.json.

${lists.join('\n\n')}
`;
}

/** Returns the JSON Schema of the webhook events: one of them, with every schema that they use. */
function eventSchema(): string {
  const events = contract
    .events()
    .flatMap(({ body }) => body?.content['application/json']?.schema ?? []);
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Webhook event of the Partner Rating Service',
    oneOf: events,
    $defs: Object.fromEntries(contract.schemasBehind(events)),
  };
  return `${JSON.stringify(schema, null, 2).replaceAll('#/components/schemas/', '#/$defs/')}\n`;
}
