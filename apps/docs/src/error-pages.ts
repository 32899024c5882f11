import { type Page, renderTemplate } from './templates.ts';

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

/** A page for each error code, which is what a problem's `type` points at, and one that lists them. */
export function errorPages(catalogue: ErrorCatalogue): Page[] {
  return [
    { path: 'errors/index.html', html: renderTemplate('error-list.eta', catalogue) },
    ...catalogue.problems.map((problem) => ({
      path: `errors/${problem.code}.html`,
      html: renderTemplate('error.eta', problem),
    })),
  ];
}
