import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readChangesets } from '@changesets/read';
import { publishedPackages } from '@partner-rating/release';
import type { Area } from '../page.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));

const INTRODUCTION = `# Changelog

What changed in each package. The contract is \`@partner-rating/spec\`: what changes on the wire is there.
[Versioning and deprecation](guides/versioning.md) says what a version promises.`;

/** What changed for users of the packages, and what the next release will change. */
export async function changelog(): Promise<Area> {
  const sections = [INTRODUCTION, ...(await unreleased()), ...released()];
  return { menu: [], pages: [{ path: 'changelog', markdown: `${sections.join('\n\n')}\n` }] };
}

/** The pending changesets, the contract's first. */
async function unreleased(): Promise<string[]> {
  const changesets = await readChangesets(root);
  const isOfContract = ({ releases }: (typeof changesets)[number]) =>
    releases.some(({ name }) => name === '@partner-rating/spec');
  const items = changesets
    .toSorted((one, other) => Number(isOfContract(other)) - Number(isOfContract(one)))
    .map(({ summary, releases }) => {
      const names = releases.map(({ name }) => basename(name)).join(', ');
      return `- **${names}** ${summary.trim().replace(/\n(?=.)/g, '\n  ')}`;
    });
  return items.length === 0 ? [] : ['## Unreleased', items.join('\n')];
}

/** The changelog of each package as its releases wrote it, the contract's first. */
function released(): string[] {
  const folders = publishedPackages(root).map(({ folder }) => folder);
  return [join(root, 'spec'), ...folders, join(root, 'packages/python')]
    .filter((folder, index, all) => all.indexOf(folder) === index)
    .flatMap((folder) => {
      const path = join(folder, 'CHANGELOG.md');
      if (!existsSync(path)) return [];
      return [readFileSync(path, 'utf8').replace(/^#/gm, '##').trim()];
    });
}
