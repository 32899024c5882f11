import { readFileSync } from 'node:fs';
import { Eta } from 'eta';

/** The error catalogue of the contract, `errors.json`. */
export interface ErrorCatalogue {
  problems: {
    code: string;
    status: number;
    title: string;
    detail: string;
    action: string;
    clientError: string;
  }[];
  oauth: { error: string; status: number; description: string; action: string }[];
}

export interface Page {
  /** Where it lies below the site's root. */
  path: string;
  html: string;
}

const template = (name: string) => readFileSync(new URL(`./${name}`, import.meta.url), 'utf8');

/** A page for each error code, which is what a problem's `type` points at, and one that lists them. */
export function errorPages(catalogue: ErrorCatalogue): Page[] {
  const eta = new Eta();
  eta.loadTemplate('@layout', template('layout.eta'));
  const render = (name: string, facts: object) => eta.renderString(template(name), facts);
  return [
    { path: 'errors/index.html', html: render('error-list.eta', catalogue) },
    ...catalogue.problems.map((problem) => ({
      path: `errors/${problem.code}.html`,
      html: render('error.eta', problem),
    })),
  ];
}
