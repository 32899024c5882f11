import { posix } from 'node:path';
import { operationHeading } from './markdown/operation-links.ts';

/** How pages written for `/docs/` name the site's root. */
const WRITTEN_ROOT = '/docs/';

/** Where a link of a page leads on a site that is published below `base`. */
export function pageAddress(href: string, from: string, base: string): string {
  if (isElsewhere(href)) return href;
  const [path, anchor] = split(href);
  const target = targetOf(path, from).replace(/(^|\/)(?:README|index)\.md$/, '$1');
  return `${base}${target.replace(/\.md$/, '')}${anchor}`;
}

/** Where the same link leads in the Markdown of the page. */
export function markdownAddress(href: string, from: string, base: string): string {
  if (isElsewhere(href)) return href;
  const [path, anchor] = split(href);
  const target = targetOf(path, from).replace(/(^|\/)README\.md$/, '$1index.md');
  if (/\.\w+$/.test(target)) return `${base}${target}${anchor}`;
  const twin = target === '' || target.endsWith('/') ? `${target}index.md` : `${target}.md`;
  return `${base}${twin}${anchor.startsWith('#/') ? `#${operationHeading(anchor)}` : anchor}`;
}

/** The address of a page itself. */
export function addressOf(path: string, base: string): string {
  return `${base}${path.replace(/(^|\/)index$/, '$1')}`;
}

function isElsewhere(href: string): boolean {
  return /^[a-z]+:|^#/.test(href) || (href.startsWith('/') && !href.startsWith(WRITTEN_ROOT));
}

function split(href: string): [path: string, anchor: string] {
  const start = href.indexOf('#');
  return start === -1 ? [href, ''] : [href.slice(0, start), href.slice(start)];
}

function targetOf(path: string, from: string): string {
  return path.startsWith(WRITTEN_ROOT)
    ? path.slice(WRITTEN_ROOT.length)
    : posix.join(posix.dirname(from), path);
}
