import { readFileSync } from 'node:fs';
import { Eta } from 'eta';

const read = (name: string) =>
  readFileSync(new URL(`./templates/${name}`, import.meta.url), 'utf8');

// Markdown is text; what becomes HTML is escaped.
const markdown = new Eta({ autoEscape: false });
const html = new Eta();

export function renderTemplate(name: string, facts: object): string {
  return (name.endsWith('.md.eta') ? markdown : html).renderString(read(name), facts);
}
