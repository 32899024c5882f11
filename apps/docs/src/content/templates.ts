import { readFileSync } from 'node:fs';
import { Eta } from 'eta';

// Markdown is text, so nothing is escaped.
const markdown = new Eta({ autoEscape: false });

/** Returns the Markdown of a page that is made from facts. */
export function renderTemplate(name: string, facts: object): string {
  const template = readFileSync(new URL(`./templates/${name}`, import.meta.url), 'utf8');
  return markdown.renderString(template, facts);
}
