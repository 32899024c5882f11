import { renderPage } from '../../platform/pages/render.ts';
import { accountTexts } from '../domain/texts.ts';

/** Renders a page by the name of its template, with the texts in `texts`. */
export function renderAccountPage<Page extends { title: string }>(
  template: string,
  page: Page,
): string {
  return renderPage(`account/pages/templates/${template}`, { texts: accountTexts(), ...page });
}
