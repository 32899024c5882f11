import { contract } from '@partner-rating/spec/contract';
import { createAnchors } from '../markdown/anchors.ts';
import { operationAddress } from '../markdown/operation-links.ts';
import { renderMarkdown } from '../markdown/render-markdown.ts';
import { fileAt, filesOf, readPage } from './site-files.ts';

/** Every link of the pages, of their Markdown and of `llms.txt` that leads to nothing. */
export function brokenLinks(site: string, base: string): string[] {
  const anchors = new Map<string, Set<string>>();
  const anchorsOf = (file: string) => {
    const known = anchors.get(file) ?? anchorsIn(file, readPage(site, file));
    anchors.set(file, known);
    return known;
  };
  return filesOf(site)
    .filter((file) => /\.(?:html|md|txt)$/.test(file) && file !== 'llms-full.txt')
    .flatMap((file) =>
      linksIn(file, readPage(site, file))
        .filter((link) => !leads(link, file))
        .map((link) => `${file}: ${link}`),
    );

  function leads(link: string, from: string): boolean {
    if (/^(?:https?|mailto|data):/.test(link)) return true;
    const [path = '', anchor] = link.split(/#(.*)/s);
    if (path !== '' && !path.startsWith(base)) return false;
    const file = path === '' ? from : fileAt(site, path.slice(base.length));
    return file !== undefined && (anchor === undefined || anchorsOf(file).has(anchor));
  }
}

function linksIn(file: string, text: string): string[] {
  const html = file.endsWith('.html') ? text : renderMarkdown(text, (href) => href).html;
  const isMarkdown = !file.endsWith('.html');
  return [...html.matchAll(/\s(?:href|src|data-search-index)="([^"]*)"/g)]
    .map(([, link = '']) => link.replaceAll('&amp;', '&'))
    .filter((link) => !(isMarkdown && link.startsWith('/docs/reference#/')));
}

function anchorsIn(file: string, text: string): Set<string> {
  if (file.endsWith('.html')) {
    const ids = [...text.matchAll(/\sid="([^"]+)"/g)].map(([, id = '']) => id);
    // Those that the reference makes as it runs, too.
    return new Set([...ids, ...(file === 'reference.html' ? referenceAddresses().keys() : [])]);
  }
  const anchorOf = createAnchors();
  const { headings } = renderMarkdown(text, (href) => href);
  return new Set(headings.map((heading) => anchorOf(heading.text)));
}

/** The addresses within the reference, which it makes as it runs, with the heading that stands there. */
export function referenceAddresses(): Map<string, string> {
  const sections = (contract.document.info.description ?? '').matchAll(/^## (.+)$/gm);
  return new Map([
    ...contract
      .operations()
      .map(({ id, summary }): [string, string] => [
        operationAddress(id)?.split('#')[1] ?? '',
        summary,
      ]),
    ...[...sections].map(([, title = '']): [string, string] => [
      `/section/${title.toLowerCase().replaceAll(' ', '-')}`,
      title,
    ]),
  ]);
}
