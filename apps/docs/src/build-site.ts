// Builds the documentation site.

import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'astro';
import { siteConfig } from './astro-config.ts';
import { changelog } from './content/changelog.ts';
import { downloads } from './content/downloads.ts';
import { errors } from './content/errors.ts';
import { guides, guidesFolder } from './content/guides.ts';
import type { Page } from './content/page.ts';
import { sdk } from './content/sdk.ts';
import { writeContent } from './content/write-content.ts';
import { finishPages } from './finish-pages.ts';
import { machineFiles } from './machine/machine-files.ts';
import { buildReference } from './reference/build-reference.ts';
import { references } from './reference/references.ts';
import { writeSearchIndex } from './search/write-search-index.ts';

const contentFolder = fileURLToPath(new URL('../.content', import.meta.url));

/**
 * Builds the whole site into a directory, in place of what is there. If the build fails, the old site stays. A service
 * may serve the directory during the build.
 */
export async function buildSite(target: string): Promise<void> {
  const [next, previous, cache] = ['next', 'previous', 'next.cache'].map(
    (name) => `${resolve(target)}.${name}`,
  ) as [string, string, string];
  const clear = () => {
    for (const folder of [next, previous, cache]) rmSync(folder, { recursive: true, force: true });
  };
  clear();
  try {
    await buildInto(next);
    if (existsSync(target)) renameSync(target, previous);
    renameSync(next, target);
  } finally {
    clear();
  }
}

async function buildInto(directory: string): Promise<void> {
  process.env.ASTRO_TELEMETRY_DISABLED = '1';
  // The search is only part of a build for production, and tests run with another NODE_ENV.
  process.env.NODE_ENV = 'production';
  const built = Promise.all(
    references.map(async (one) => [one.path, await buildReference(one)] as const),
  );
  const areas = {
    guides: guides(),
    sdk: await sdk(),
    errors: errors(),
    changelog: await changelog(),
  };
  const pages = [landingPage(), downloads(), ...Object.values(areas).flatMap((area) => area.pages)];
  writeContent(contentFolder, pages);
  await build(siteConfig(directory, areas));
  for (const { path, content } of await machineFiles(pages)) {
    mkdirSync(dirname(join(directory, path)), { recursive: true });
    writeFileSync(join(directory, path), content);
  }
  // The pictures and example files that the guides link to.
  cpSync(guidesFolder, join(directory, 'guides'), {
    recursive: true,
    filter: (source) => !source.endsWith('.md'),
  });
  await writeSearchIndex(directory, pages);
  finishPages(directory, new Map(await built));
}

function landingPage(): Page {
  const source = readFileSync(new URL('../pages/index.md', import.meta.url), 'utf8');
  const [, head = '{}', markdown = ''] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(source) ?? [];
  return {
    path: 'index',
    markdown,
    source: 'apps/docs/pages/index.md',
    frontmatter: JSON.parse(head),
  };
}

if (import.meta.main) await buildSite(fileURLToPath(new URL('../dist', import.meta.url)));
