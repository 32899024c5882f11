import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ApiChange } from '@partner-rating/api-report';
import type { Bump } from './document-changes.ts';
import type { LastRelease } from './last-release.ts';
import type { PublishedPackage } from './published-packages.ts';

export const reportFile = 'api-report.md';

/** What changed in the public API of a package since its last release. */
export interface PackageApiChanges {
  name: string;
  changes: ApiChange[];
}

/** Compares the API report of each package with the one of its last release. */
export async function apiChanges(
  packages: readonly (readonly [PublishedPackage, LastRelease])[],
): Promise<PackageApiChanges[]> {
  const pairs = packages.map(([{ name, folder }, last]) => ({
    name,
    folder,
    released: last.read(reportFile),
    current: readFileSync(join(folder, reportFile), 'utf8'),
  }));
  const differing = pairs.filter(({ released, current }) => released !== current);
  if (differing.length === 0) return [];
  // The compiler takes a second to load.
  const { compareReports } = await import('@partner-rating/api-report');
  const found = compareReports(differing);
  return differing.map(({ name }, index) => ({ name, changes: found[index] ?? [] }));
}

/**
 * How much the version must grow for these changes: `major` where one of them breaks a program that compiles
 * today, `minor` for any other, since each can be seen.
 */
export function apiBump(changes: readonly ApiChange[]): Bump | undefined {
  if (changes.length === 0) return undefined;
  return changes.some(({ isBreaking }) => isBreaking) ? 'major' : 'minor';
}

/** One paragraph for each change that asks for `bump`, with the lines that differ. */
export function describeApiChanges(changes: readonly ApiChange[], bump: Bump): string[] {
  return changes
    .filter((change) => apiBump([change]) === bump)
    .map(({ name, kind, lines }) => {
      if (kind === 'added') return `\`${name}\` was added.`;
      if (kind === 'removed') return `\`${name}\` was removed, or has another name.`;
      const shown = lines.slice(0, maxLines).map((line) => `\n      ${line}`);
      const more = lines.length > maxLines ? [`\n      and ${lines.length - maxLines} more`] : [];
      return [`\`${name}\` changed:`, ...shown, ...more].join('');
    });
}

const maxLines = 6;
