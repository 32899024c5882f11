import { contract } from '@partner-rating/spec/contract';
import { slug } from 'github-slugger';
import { operationAddresses } from '../content/links.ts';
import { fileAt, filesOf, readPage } from './site-files.ts';

const BASE = '/docs/';

/** Returns every broken link in the pages, in their Markdown, and in `llms.txt`. */
export function brokenLinks(site: string): string[] {
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
    // The start page, and other addresses of the service.
    if (path === '/docs' || path.startsWith(`${BASE}packages/`)) return true;
    if (path !== '' && !path.startsWith(BASE))
      return path === '/openapi.json' || path === '/openapi.yaml';
    const file = path === '' ? from : fileAt(site, path.slice(BASE.length));
    if (file === undefined) return false;
    return anchor === undefined || anchor === '_top' || anchorsOf(file).has(anchor);
  }
}

function linksIn(file: string, text: string): string[] {
  if (file.endsWith('.html')) {
    return [...text.matchAll(/\s(?:href|src)="([^"]*)"/g)].map(([, link = '']) =>
      link.replaceAll('&amp;', '&'),
    );
  }
  const prose = withoutCode(text);
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);
}

function anchorsIn(file: string, text: string): Set<string> {
  if (file.endsWith('.html')) {
    const ids = [...text.matchAll(/\sid="([^"]+)"/g)].map(([, id = '']) => id);
    // The scripts of the reference create more targets.
    return new Set([...ids, ...(file === 'reference.html' ? referenceAddresses().keys() : [])]);
  }
  const headings = text.replace(/^```[\s\S]*?^```/gm, '').matchAll(/^#+ (.+)$/gm);
  return new Set(
    [...headings].map(([, heading = '']) =>
      slug(heading.replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/[`*\\]/g, '')),
    ),
  );
}

function withoutCode(markdown: string): string {
  return markdown.replace(/^```[\s\S]*?^```/gm, '').replace(/`[^`\n]*`/g, '');
}

/** The addresses within the reference, which its scripts create, each with its heading. */
export function referenceAddresses(): Map<string, string> {
  const sections = (contract.document.info.description ?? '').matchAll(/^## (.+)$/gm);
  return new Map([
    ...contract
      .operations()
      .map(({ id, summary }): [string, string] => [
        operationAddresses.get(id)?.split('#')[1] ?? '',
        summary,
      ]),
    ...[...sections].map(([, title = '']): [string, string] => [
      `/section/${title.toLowerCase().replaceAll(' ', '-')}`,
      title,
    ]),
  ]);
}
