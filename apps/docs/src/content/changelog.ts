import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readChangesets } from '@changesets/read';
import { publishedPackages } from '@partner-rating/release';
import type { Area, Page } from './page.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));

const INTRODUCTION = `# Changelog

What changed, by version. The contract is \`@partner-rating/spec\`: a change of the API is listed there.
[Versioning and deprecation](../guides/versioning.md) says what a version promises.`;

/** A page for each version, one for what the next release changes, and one that lists them. */
export async function changelog(): Promise<Area> {
  const pages = [await unreleased(), ...released()].filter((page) => page !== undefined);
  const entries = pages.map(({ path, markdown }) => ({
    path,
    label: /^# (.+)$/m.exec(markdown)?.[1] ?? path,
  }));
  const list = entries.map(({ label, path }) => `- [${label}](${basename(path)}.md)`).join('\n');
  return {
    menu: [
      {
        title: 'Changelog',
        entries: [{ label: 'All versions', path: 'changelog/index' }, ...entries],
      },
    ],
    pages: [{ path: 'changelog/index', markdown: `${INTRODUCTION}\n\n${list}\n` }, ...pages],
  };
}

/** The pending changesets by package. */
async function unreleased(): Promise<Page | undefined> {
  const changesets = await readChangesets(root);
  if (changesets.length === 0) return undefined;
  const names = [
    ...new Set(changesets.flatMap(({ releases }) => releases.map(({ name }) => name))),
  ];
  const sections = names.toSorted(contractFirst).map((name) => {
    const items = changesets
      .filter(({ releases }) => releases.some((release) => release.name === name))
      .map(({ summary }) => `- ${summary.trim().replace(/\n(?=.)/g, '\n  ')}`);
    return `## ${name}\n\n${items.join('\n')}`;
  });
  const start = '# Unreleased\n\nWhat is on the main branch, and in the next release.';
  return { path: 'changelog/unreleased', markdown: `${[start, ...sections].join('\n\n')}\n` };
}

/** What changesets wrote into the changelog of each package, by version, the newest first. */
function released(): Page[] {
  const folders = publishedPackages(root).map(({ folder }) => folder);
  const versions = new Map<string, string[]>();
  for (const folder of new Set([join(root, 'spec'), ...folders, join(root, 'packages/python')])) {
    const path = join(folder, 'CHANGELOG.md');
    if (!existsSync(path)) continue;
    const [title = '', ...sections] = readFileSync(path, 'utf8').split(/^## /m);
    for (const section of sections) {
      const [version = '', ...lines] = section.split('\n');
      const text = `## ${title.replace('#', '').trim()}\n\n${lines.join('\n').trim()}`;
      versions.set(version, [...(versions.get(version) ?? []), text]);
    }
  }
  return [...versions]
    .toSorted(([one], [other]) => other.localeCompare(one, 'en', { numeric: true }))
    .map(([version, sections]) => ({
      path: `changelog/${version}`,
      markdown: `# Version ${version}\n\nWhat version ${version} changed in each package.\n\n${sections.join('\n\n')}\n`,
    }));
}

function contractFirst(one: string, other: string): number {
  const isContract = (name: string) => Number(name === '@partner-rating/spec');
  return isContract(other) - isContract(one) || one.localeCompare(other);
}
