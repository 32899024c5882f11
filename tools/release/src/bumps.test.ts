import { expect, it } from 'vitest';
import { isEnough } from './bumps.ts';

it('several changesets of a package count as the largest bump among them', () => {
  expect(isEnough(['patch', 'minor'], 'minor')).toBe(true);
  expect(isEnough(['major'], 'minor')).toBe(true);
  expect(isEnough(['patch', 'none'], 'minor')).toBe(false);
  expect(isEnough([], 'patch')).toBe(false);
});
