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

/** The packages that speak as the document says, so that a change of it is a change of theirs. */
const madeFromTheDocument = ['@partner-rating/client', '@partner-rating/server'];

/**
 * The packages whose pending changesets do not carry a change of the document that asks for `bump`.
 * A breaking change or a new part needs a changeset of the packages made from the document too,
 * since it changes their types; a changed sentence or example needs one of the document alone.
 *
 * @param versions - the released versions, by package. Below 1.0.0 a minor version may break.
 */
export function packagesBelow(
  bump: Bump,
  changesets: readonly PendingReleases[],
  versions: Readonly<Record<string, string>>,
): PackageBelow[] {
  const names = ['@partner-rating/spec', ...(bump === 'patch' ? [] : madeFromTheDocument)];
  return names
    .map((name) => {
      const needed: Bump = bump === 'major' && versions[name]?.startsWith('0.') ? 'minor' : bump;
      return { name, pending: pendingBump(name, changesets), needed };
    })
    .filter(({ pending, needed }) => weights[pending] < weights[needed]);
}

function pendingBump(name: string, changesets: readonly PendingReleases[]): keyof typeof weights {
  return changesets
    .flatMap(({ releases }) => releases)
    .filter((release) => release.name === name)
    .reduce<keyof typeof weights>(
      (max, { type }) => (weights[type] > weights[max] ? type : max),
      'none',
    );
}
