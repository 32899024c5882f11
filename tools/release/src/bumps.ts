/** How much a version must grow, as in Semantic Versioning. */
export type Bump = 'major' | 'minor' | 'patch';

const weightiestFirst = ['major', 'minor', 'patch'] as const;

/** Returns the weightiest of them, and undefined for none. */
export function highest(bumps: readonly string[]): Bump | undefined {
  return weightiestFirst.find((bump) => bumps.includes(bump));
}

/** A package whose version must grow by `bump`. Below 1.0.0 a minor version may break. */
export function neededBump(version: string, bump: Bump): Bump {
  return bump === 'major' && version.startsWith('0.') ? 'minor' : bump;
}

/** Whether the pending bumps of a package are as much as it needs. */
export function isEnough(pending: readonly string[], needed: Bump): boolean {
  return highest([...pending, needed]) === highest(pending);
}
