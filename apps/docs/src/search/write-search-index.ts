import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Operation } from '@partner-rating/spec/document';
import { close, createIndex } from 'pagefind';
import { addressOf, operationAddress } from '../content/links.ts';
import type { Page } from '../content/page.ts';
import { references } from '../reference/references.ts';
import { BASE } from '../site.ts';
import { keywords } from './keywords.ts';

/**
 * The weight of each part of the site. Guides come first, because they answer most searches. The changelog comes
 * last.
 */
const weights: Readonly<Record<string, number>> = {
  guides: 3,
  reference: 2,
  errors: 2,
  'operators-reference': 0.5,
  sdk: 0.1,
  changelog: 0.02,
};

/** Writes the index of Pagefind, with every page that Astro built and every operation of the references. */
export async function writeSearchIndex(directory: string, pages: readonly Page[]): Promise<void> {
  const { index, errors } = await createIndex({ forceLanguage: 'en', includeCharacters: '_' });
  if (index === undefined) throw new Error(errors.join('\n'));
  for (const { path } of pages) {
    const content = readFileSync(
      join(directory, `${path.replace(/(?<=.)\/index$/, '')}.html`),
      'utf8',
    );
    await index.addHTMLFile({ url: urlOf(addressOf(path)), content: weighted(content, path) });
  }
  for (const { path, reader } of references) {
    const weight = weights[path] ?? 1;
    for (const operation of reader.operations()) {
      const url = urlOf(operationAddress(path, operation));
      await index.addHTMLFile({ url, content: operationPage(operation, weight) });
    }
  }
  await index.writeFiles({ outputPath: join(directory, 'pagefind') });
  await close();
}

// Pagefind requires every word of a question, and these words say nothing about the page.
const FILLERS =
  '<p data-pagefind-weight="0.01">a an and are can could did do does for from get how i if in is it me my of on or our ' +
  'should that the there they this to use we what when where which who why will with you your</p>';

/** Returns the address without the path of the site, because the search adds that path itself. */
function urlOf(address: string): string {
  return `/${address.slice(BASE.length)}`;
}

function weighted(html: string, path: string): string {
  const [folder = ''] = path.split('/');
  const words = keywords[path];
  const named = words === undefined ? '' : `<p data-pagefind-weight="10">${words}</p>`;
  return html
    .replace(/data-pagefind-body/, `$& data-pagefind-weight="${weights[folder] ?? 1}"`)
    .replace('</h1>', `$&${named}`)
    .replace('</main>', `${FILLERS}$&`);
}

function operationPage(
  { id, method, path, summary, description }: Operation,
  weight: number,
): string {
  return (
    `<html lang="en"><body data-pagefind-body data-pagefind-weight="${weight}"><h1>${id}: ${escapeHtml(summary)}</h1>` +
    `<p data-pagefind-weight="8">${id} ${escapeHtml(summary)} ${keywords[id] ?? ''}</p>` +
    `<p>${method} ${path} ${escapeHtml(description)}</p>${FILLERS}</body></html>`
  );
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
