import { contract } from '@partner-rating/spec/contract';
import type { Assets } from './build-assets.ts';
import type { RenderedMarkdown } from './markdown/render-markdown.ts';
import { type Area, descriptionOf, type Page, titleOf } from './page.ts';
import { addressOf } from './site-address.ts';
import { renderTemplate } from './templates.ts';

/** What all pages of a site have in common. */
export interface Frame {
  base: string;
  assets: Assets & { searchIndex: string };
}

const areas = [
  { label: 'Guides', path: 'guides/index' },
  { label: 'Reference', path: 'reference' },
  { label: 'SDK', path: 'sdk/index' },
  { label: 'Errors', path: 'errors/index' },
  { label: 'Changelog', path: 'changelog' },
];

/** The area of a page, as readers know it. */
export function areaLabel({ path }: Pick<Page, 'path'>): string {
  const [folder] = path.split('/');
  return areas.find((area) => area.path.split('/')[0] === folder)?.label ?? 'Documentation';
}

// Every page says itself what it may load, so that it holds wherever the site is published.
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
  "base-uri 'none'; form-action 'none'";
// The reference sets styles as it runs, and sends operations to services and mocks of the reader's own machine.
const REFERENCE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
  "font-src data:; connect-src 'self' http://localhost:* http://127.0.0.1:*; base-uri 'none'; form-action 'none'";

export function renderPage(
  page: Page,
  { html, headings }: RenderedMarkdown,
  { menu }: Area,
  frame: Frame,
): string {
  const { path } = page;
  const entries = menu.flatMap((group) => group.entries);
  const index = entries.findIndex((entry) => entry.path === path);
  const linkTo = (entry: (typeof entries)[number] | undefined) =>
    entry && { label: entry.label, address: addressOf(entry.path, frame.base) };
  const twin = `${frame.base}${path}.md`;
  const isLanding = path === 'index';
  const content = renderTemplate('article.eta', {
    body: html,
    twin,
    menu,
    menuHtml: menuHtml(page, menu, frame.base),
    contents: isLanding ? [] : headings.filter(({ depth }) => depth === 2),
    previous: index > 0 ? linkTo(entries[index - 1]) : undefined,
    next: index >= 0 ? linkTo(entries[index + 1]) : undefined,
  });
  const title = isLanding
    ? 'Partner Rating Service: documentation'
    : `${titleOf(page)} · Partner Rating Service`;
  return layout(frame, {
    path,
    title,
    twin,
    content,
    description: descriptionOf(page),
    kind: isLanding ? 'landing' : path.endsWith('/index') ? 'article index' : 'article',
  });
}

/**
 * What surrounds the reference, with the marks that Redocly fills.
 *
 * @param sendable Where the operations lie that the page sends.
 */
export function referenceTemplate(frame: Frame, sendable: string): string {
  return layout(frame, {
    path: 'reference',
    title: 'API reference · Partner Rating Service',
    description: 'Every operation of the Partner Rating Service.',
    twin: `${frame.base}reference.md`,
    policy: REFERENCE_POLICY,
    kind: 'reference',
    head: '{{{redocHead}}}',
    content:
      `<div id="content" tabindex="-1">{{{redocHTML}}}</div>${operationList(frame)}` +
      `<dialog id="send" aria-labelledby="send-title" data-operations="${sendable}"></dialog>`,
  });
}

/** What the menu leads to where no script fills the page. */
function operationList({ base }: Frame): string {
  const byTag = Map.groupBy(contract.operations(), ({ tag }) => tag);
  return renderTemplate('operations.eta', {
    address: `${base}reference.md`,
    tags: [...byTag].map(([name, operations]) => ({ name, id: name.toLowerCase(), operations })),
  });
}

export function notFoundPage(frame: Frame): string {
  const body =
    '<h1>There is no such page</h1><p>Look for it by the search above, or begin at the ' +
    `<a href="${frame.base}">start</a>.</p>`;
  return layout(frame, {
    path: '404',
    title: 'No such page · Partner Rating Service',
    kind: 'article',
    content: `<div class="columns"><main id="content" tabindex="-1"><article class="prose">${body}</article></main></div>`,
  });
}

interface PageFacts {
  path: string;
  title: string;
  kind: string;
  content: string;
  description?: string;
  twin?: string;
  policy?: string;
  head?: string;
}

function layout({ base, assets }: Frame, facts: PageFacts): string {
  const [folder] = facts.path.split('/');
  return renderTemplate('layout.eta', {
    policy: POLICY,
    ...facts,
    base,
    assets,
    areas: areas.map(({ label, path }) => ({
      label,
      address: addressOf(path, base),
      isCurrent: path.split('/')[0] === folder,
      isReference: path === 'reference',
    })),
  });
}

function menuHtml({ path }: Page, menu: Area['menu'], base: string): string {
  return renderTemplate('menu.eta', {
    menu: menu.map(({ title, entries }) => ({
      title,
      entries: entries.map((entry) => ({
        label: entry.label,
        address: addressOf(entry.path, base),
        isCurrent: entry.path === path,
      })),
    })),
  });
}
