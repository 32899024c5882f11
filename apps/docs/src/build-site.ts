import { cpSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { changelog } from './areas/changelog.ts';
import { errors } from './areas/errors.ts';
import { guides, guidesDirectory } from './areas/guides.ts';
import { sdk } from './areas/sdk.ts';
import { start } from './areas/start.ts';
import { AssetFolder } from './build-assets.ts';
import { areaLabel, notFoundPage, referenceTemplate, renderPage } from './frame.ts';
import { renderMarkdown } from './markdown/render-markdown.ts';
import { markdownFiles } from './markdown-files.ts';
import { type Page, titleOf } from './page.ts';
import { buildReference } from './reference/build-reference.ts';
import { referenceMarkdown, searchedOperations } from './reference/reference-markdown.ts';
import { sendable } from './reference/sendable-operations.ts';
import { buildSearchIndex, type SearchedPage } from './search/build-search-index.ts';
import { addressOf, pageAddress } from './site-address.ts';

/**
 * Builds the whole site, to be published below `base`, into a directory in place of what is there.
 * On failure the old site stays. A service may be serving it meanwhile.
 */
export async function buildSite(target: string, base = '/docs/'): Promise<void> {
  const [next, previous] = [`${resolve(target)}.next`, `${resolve(target)}.previous`];
  const clear = () => {
    for (const folder of [next, previous]) rmSync(folder, { recursive: true, force: true });
  };
  clear();
  try {
    await buildInto(next, base);
    if (existsSync(target)) renameSync(target, previous);
    renameSync(next, target);
  } finally {
    clear();
  }
}

async function buildInto(directory: string, base: string): Promise<void> {
  const assets = new AssetFolder(directory, base);
  const bundled = await assets.bundle();
  const areas = [start(), guides(), errors(), await sdk(), await changelog()];
  const rendered = areas.flatMap((area) =>
    area.pages.map((page) => ({
      area,
      page,
      content: renderMarkdown(page.markdown, (href) => pageAddress(href, page.path, base)),
    })),
  );
  const searched = rendered.map(({ page, content }) => searchedPage(page, content.html, base));
  const index = assets.add(
    'search.json',
    buildSearchIndex([...searched, ...searchedOperations(base)]),
  );
  const frame = { base, assets: { ...bundled, searchIndex: index } };

  const write = (path: string, content: string) => {
    mkdirSync(dirname(join(directory, path)), { recursive: true });
    writeFileSync(join(directory, path), content);
    writeFileSync(join(directory, `${path}.gz`), gzipSync(content));
  };
  for (const { area, page, content } of rendered) {
    write(`${page.path}.html`, renderPage(page, content, area, frame));
  }
  write('404.html', notFoundPage(frame));
  const operations = assets.add('operations.json', JSON.stringify(sendable()));
  const template = referenceTemplate(frame, operations);
  const addScript = (content: string) => assets.add('reference.js', content);
  write('reference.html', await buildReference({ base, template, addScript }));
  const reference = { path: 'reference', markdown: referenceMarkdown() };
  const pages = [reference, ...rendered.map(({ page }) => page)];
  for (const { path, content } of markdownFiles(pages, base)) write(path, content);
  // The pictures and example files that the guides link to.
  cpSync(guidesDirectory, join(directory, 'guides'), {
    recursive: true,
    filter: (source) => !source.endsWith('.md'),
  });
}

function searchedPage(page: Page, html: string, base: string): SearchedPage {
  const [folder, name = ''] = page.path.split('/');
  const isError = folder === 'errors' && name !== 'index';
  return {
    address: addressOf(page.path, base),
    // An error is looked for by its code.
    title: isError ? `${name}: ${titleOf(page)}` : titleOf(page),
    area: areaLabel(page),
    html,
    isSectioned: folder === 'guides',
  };
}
