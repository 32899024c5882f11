import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readChangesets } from '@changesets/read';
import { labelledParts, labels, publishedPackages } from '@partner-rating/release';
import type { Area } from '../page.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));

const INTRODUCTION = `# Changelog

What changed on the wire stands apart from what only users of a package see. [Versioning and
deprecation](guides/versioning.md) says what a version promises.`;

/** What changed for users of the packages, and what the next release will change. */
export async function changelog(): Promise<Area> {
  const sections = [INTRODUCTION, ...(await unreleased()), ...released()];
  return { menu: [], pages: [{ path: 'changelog', markdown: `${sections.join('\n\n')}\n` }] };
}

async function unreleased(): Promise<string[]> {
  const changesets = await readChangesets(root);
  const parts = changesets.flatMap(({ summary }) => labelledParts(summary));
  const sections = Object.keys(labels).map((label) => {
    const items = parts
      .filter((part) => part.label === label)
      .map(({ text }) => `- ${text.replace(/\n(?=.)/g, '\n  ')}`);
    return items.length === 0 ? '' : `### ${label}\n\n${items.join('\n')}`;
  });
  return parts.length === 0
    ? []
    : ['## Unreleased', ...sections.filter((section) => section !== '')];
}

/** The changelog of each package as its releases wrote it, and of the wire once. */
function released(): string[] {
  const names = Object.values(labels);
  return publishedPackages(root)
    .toSorted((one, other) => names.indexOf(one.name) - names.indexOf(other.name))
    .flatMap(({ name, folder }) => {
      const path = join(folder, 'CHANGELOG.md');
      if (!existsSync(path)) return [];
      const versions = readFileSync(path, 'utf8').replace(/^# .+\n+/, '');
      const own = name === labels.Wire ? versions : versions.replace(WIRE_SECTION, '');
      return [`## ${name}`, own.replace(/^##/gm, '###').trim()];
    });
}

const WIRE_SECTION = /^### Wire\n[\s\S]*?(?=^##|(?![\s\S]))/gm;
