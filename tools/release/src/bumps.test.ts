import { expect, it } from 'vitest';
import { isEnough, neededBump } from './bumps.ts';

it('a breaking change needs a minor version below 1.0.0, and a major version from 1.0.0 on', () => {
  expect(neededBump('0.4.0', 'major')).toBe('minor');
  expect(neededBump('0.4.0', 'patch')).toBe('patch');
  expect(neededBump('1.0.0', 'major')).toBe('major');
});

it('several changesets of a package count as the largest bump among them', () => {
  expect(isEnough(['patch', 'minor'], 'minor')).toBe(true);
  expect(isEnough(['major'], 'minor')).toBe(true);
  expect(isEnough(['patch', 'none'], 'minor')).toBe(false);
  expect(isEnough([], 'patch')).toBe(false);
});
