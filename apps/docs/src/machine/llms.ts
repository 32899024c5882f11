import { descriptionOf, type Page, titleOf } from '../content/page.ts';
import { BASE } from '../site.ts';

/** What a section of `llms.txt` lists. */
export interface ListedPages {
  title: string;
  pages: Page[];
}

/** Returns the contents of the site for language models, in the form of llmstxt.org. */
export function llmsText(sections: ListedPages[]): string {
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

/** Returns the same pages in full, one after the other. */
export function llmsFullText(sections: ListedPages[]): string {
  return sections
    .flatMap(({ pages }) => pages.map(({ markdown }) => markdown.trim()))
    .join('\n\n---\n\n')
    .concat('\n');
}
