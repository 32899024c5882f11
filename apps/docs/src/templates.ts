import { readFileSync } from 'node:fs';
import { Eta } from 'eta';

const read = (name: string) => readFileSync(new URL(`./${name}`, import.meta.url), 'utf8');

const eta = new Eta();
eta.loadTemplate('@layout', read('layout.eta'));

/** A page of the site. */
export interface Page {
  /** Where it lies below the site's root. */
  path: string;
  html: string;
}

export function renderTemplate(name: string, facts: object): string {
  return eta.renderString(read(name), facts);
}
