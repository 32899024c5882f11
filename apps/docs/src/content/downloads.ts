import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { publishedPackages, tarballName } from '@partner-rating/release';
import { type Page, REPOSITORY } from './page.ts';
import { renderTemplate } from './templates.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));

/** The page with the packages that applications install from the service, and with the files for other tools. */
export function downloads(): Page {
  const libraries = publishedPackages(root)
    .filter(({ directory }) => !directory.startsWith('apps/'))
    .map((one) => ({ ...one, ...manifestOf(one.folder) }));
  const packages = libraries.map(({ name, description, dependencies = {} }) => ({
    name,
    description,
    // npm would look for missing packages in the registry, which has none of them.
    tarballs: libraries
      .filter((one) => one.name === name || one.name in dependencies)
      .map(tarballName),
  }));
  const { version, description } = manifestOf(join(root, 'packages/python'));
  const python = { description, wheel: `partner_rating-${version}-py3-none-any.whl` };
  const facts = { packages, python, repository: REPOSITORY };
  return { path: 'downloads', markdown: renderTemplate('downloads.md.eta', facts) };
}

function manifestOf(folder: string): {
  version: string;
  description: string;
  dependencies?: Record<string, string>;
} {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
}
