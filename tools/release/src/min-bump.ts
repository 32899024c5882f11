import type { Bump } from './document-changes.ts';

const weights = { none: 0, patch: 1, minor: 2, major: 3 } as const;

/** A pending changeset, as far as the least bump depends on it. */
export interface PendingReleases {
  releases: { name: string; type: keyof typeof weights }[];
}

/** A package whose pending changesets promise too little. */
export interface PackageBelow {
  name: string;
  pending: keyof typeof weights;
  needed: Bump;
}

/** A package as it was released last. */
export interface ReleasedVersion {
  version: string;
  /** How much its version has grown since, where a release is being prepared. */
  grown?: Bump | undefined;
}

/** The packages that speak as the document says, so that a change of it is a change of theirs. */
const madeFromTheDocument = ['@partner-rating/client', '@partner-rating/server'];

/**
 * What a change of the document that asks for `bump` asks of each package. A breaking change or a new part
 * is one of the packages made from the document too, since it changes their types; a changed sentence or
 * example is one of the document alone.
 */
export function neededByDocument(bump: Bump): Map<string, Bump> {
  const names = ['@partner-rating/spec', ...(bump === 'patch' ? [] : madeFromTheDocument)];
  return new Map(names.map((name) => [name, bump]));
}

/**
 * The packages whose pending changesets promise less than what changed needs. Below 1.0.0 a minor version
 * may break.
 *
 * @param released - each package's last release; what has none needs nothing.
 */
export function packagesBelow(
  needs: ReadonlyMap<string, Bump>,
  changesets: readonly PendingReleases[],
  released: ReadonlyMap<string, ReleasedVersion>,
): PackageBelow[] {
  return [...needs].flatMap(([name, bump]) => {
    const last = released.get(name);
    if (last === undefined) return [];
    const needed: Bump = bump === 'major' && last.version.startsWith('0.') ? 'minor' : bump;
    const pending = pendingBump(name, changesets, last.grown);
    return weights[pending] < weights[needed] ? [{ name, pending, needed }] : [];
  });
}

function pendingBump(
  name: string,
  changesets: readonly PendingReleases[],
  grown: keyof typeof weights = 'none',
): keyof typeof weights {
  return changesets
    .flatMap(({ releases }) => releases)
    .filter((release) => release.name === name)
    .reduce<keyof typeof weights>(
      (max, { type }) => (weights[type] > weights[max] ? type : max),
      grown,
    );
}
