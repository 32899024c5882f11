/** How much a version must grow, as in Semantic Versioning. */
export type Bump = 'major' | 'minor' | 'patch';

const weightiestFirst = ['major', 'minor', 'patch'] as const;

/** Returns the largest of these bumps, or undefined if there are none. */
export function highest(bumps: readonly string[]): Bump | undefined {
  return weightiestFirst.find((bump) => bumps.includes(bump));
}

/** Returns the bump that a package needs. Below 1.0.0, a minor version may contain breaking changes. */
export function neededBump(version: string, bump: Bump): Bump {
  return bump === 'major' && version.startsWith('0.') ? 'minor' : bump;
}

/** Returns whether the pending bumps of a package are at least the needed one. */
export function isEnough(pending: readonly string[], needed: Bump): boolean {
  return highest([...pending, needed]) === highest(pending);
}
