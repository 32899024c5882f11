import { existsSync, readFileSync, statSync } from 'node:fs';
import { expect, it } from 'vitest';
import { dumpedVersions, filesOf } from './dumps.ts';

const changelog = readFileSync(new URL('../../CHANGELOG.md', import.meta.url), 'utf8');
const released = [...changelog.matchAll(/^## (\d+\.\d+\.\d+)$/gm)].map(([, version]) => version);

it('there is a dump of each released version, for the test of upgrades', () => {
  expect(released).toContain('0.1.0');
  // docs/recipes/release.md says how a release adds its dump.
  expect(dumpedVersions().toReversed()).toEqual(released);
});

it('a dump is small, because every clone has it', () => {
  for (const file of dumpedVersions().flatMap((version) => Object.values(filesOf(version)))) {
    expect(existsSync(file) && statSync(file).size).toBeLessThan(100_000);
  }
});
