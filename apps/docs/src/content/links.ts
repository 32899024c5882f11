import { posix } from 'node:path';
import { contract } from '@partner-rating/spec/contract';
import type { Operation } from '@partner-rating/spec/document';
import { BASE, referencePages } from '../site.ts';

const CODE = /(^|\n)(```|~~~)[\s\S]*?\n\2|`[^`\n]*`/;
const LINK = /(!?\[(?:[^\]\\]|\\.)*\])\(([^)\s]+)\)/;
const HEADING = /^#+ .*$/;

/** The place in the reference of the contract that describes each operation, by its id. */
export const operationAddresses: ReadonlyMap<string, string> = new Map(
  contract
    .operations()
    .map((operation) => [operation.id, operationAddress(referencePages.partners.path, operation)]),
);

/** Returns the address at which the page of a reference describes an operation. */
export function operationAddress(page: string, { id, tag }: Pick<Operation, 'id' | 'tag'>): string {
  return `${BASE}${page}#/${tag.toLowerCase()}/${id.toLowerCase()}`;
}

/** Returns the Markdown with links that lead to pages, and with a link at the name of each operation. */
export function linkPages(markdown: string, from: string): string {
  const linked = replaceOutsideCode(markdown, (href) => pageAddress(href, from));
  const any = new RegExp(`${HEADING.source}|${LINK.source}|${CODE.source}`, 'gm');
  return linked.replace(any, (text) => {
    const address = text.startsWith('`') ? operationAddresses.get(text.slice(1, -1)) : undefined;
    return address === undefined ? text : `[${text}](${address})`;
  });
}

/** Returns the Markdown with links that lead to the Markdown of pages. */
export function linkTwins(markdown: string, from: string): string {
  return replaceOutsideCode(markdown, (href) => markdownAddress(href, from));
}

/** Returns the address of a page. */
export function addressOf(path: string): string {
  return `${BASE}${path.replace(/(^|\/)index$/, '')}`;
}

function replaceOutsideCode(markdown: string, addressOf: (href: string) => string): string {
  const either = new RegExp(`${CODE.source}|${LINK.source}`, 'g');
  return markdown.replace(either, (whole, _start, _fence, words?: string, href?: string) =>
    words === undefined || href === undefined ? whole : `${words}(${addressOf(href)})`,
  );
}

function pageAddress(href: string, from: string): string {
  if (isElsewhere(href)) return href;
  const [target, anchor] = targetOf(href, from);
  const path = target.replace(/(^|\/)(?:README|index)\.md$/, '').replace(/\.md$|\/$/, '');
  return `${BASE}${path}${anchor}`;
}

function markdownAddress(href: string, from: string): string {
  if (isElsewhere(href)) return href;
  const [target, anchor] = targetOf(href, from);
  const path = target.replace(/(^|\/)README\.md$/, '$1index.md').replace(/(^|\/)$/, '$1index');
  if (/\.\w+$/.test(path)) return `${BASE}${path}${anchor}`;
  const isFolder = ['guides', 'errors', 'sdk', 'changelog'].includes(path);
  const markdownPath = isFolder ? `${path}/index.md` : `${path}.md`;
  // In the reference, the anchors of parts differ from those of the headings in its Markdown.
  const heading = [...operationAddresses].find(([, address]) => address.endsWith(anchor))?.[0];
  const fragment = anchor.startsWith('#/')
    ? `#${(heading ?? anchor).replace(/^.*\/|\./g, '')}`
    : anchor;
  return `${BASE}${markdownPath}${fragment.toLowerCase()}`;
}

function isElsewhere(href: string): boolean {
  return /^[a-z]+:|^#/.test(href) || (href.startsWith('/') && !href.startsWith(BASE));
}

function targetOf(href: string, from: string): [path: string, anchor: string] {
  const [path = '', anchor] = href.split(/#(.*)/s);
  const target = path.startsWith(BASE)
    ? path.slice(BASE.length)
    : posix.join(posix.dirname(from), path);
  return [target, anchor === undefined ? '' : `#${anchor}`];
}
