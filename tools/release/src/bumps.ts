/** How much a version must grow, as in Semantic Versioning. */
export type Bump = 'major' | 'minor' | 'patch';

const weightiestFirst = ['major', 'minor', 'patch'] as const;

/** Returns the largest of these bumps, or undefined if there are none. */
export function highest(bumps: readonly string[]): Bump | undefined {
  return weightiestFirst.find((bump) => bumps.includes(bump));
}

/** Returns whether the pending bumps of a package are at least the needed one. */
export function isEnough(pending: readonly string[], needed: Bump): boolean {
  return highest([...pending, needed]) === highest(pending);
}
