import { describe, expect, it } from 'vitest';
import { packagesBelow } from './min-bump.ts';

const versions = {
  '@partner-rating/spec': '1.2.0',
  '@partner-rating/client': '0.4.0',
  '@partner-rating/server': '1.0.0',
};
const changeset = (...releases: [name: string, type: 'major' | 'minor' | 'patch'][]) => ({
  releases: releases.map(([name, type]) => ({ name: `@partner-rating/${name}`, type })),
});

describe('a change of the document', () => {
  it('that breaks needs a major version of it, and of what is made from it', () => {
    expect(packagesBelow('major', [changeset(['spec', 'minor'])], versions)).toEqual([
      { name: '@partner-rating/spec', pending: 'minor', needed: 'major' },
      { name: '@partner-rating/client', pending: 'none', needed: 'minor' },
      { name: '@partner-rating/server', pending: 'none', needed: 'major' },
    ]);
  });

  it('that breaks may be a minor version below 1.0.0', () => {
    const pending = [changeset(['spec', 'major'], ['client', 'minor'], ['server', 'major'])];
    expect(packagesBelow('major', pending, versions)).toEqual([]);
  });

  it('that adds needs a minor version of it, and of what is made from it', () => {
    expect(packagesBelow('minor', [changeset(['spec', 'minor'])], versions)).toEqual([
      { name: '@partner-rating/client', pending: 'none', needed: 'minor' },
      { name: '@partner-rating/server', pending: 'none', needed: 'minor' },
    ]);
  });

  it('that only words needs a patch of it alone', () => {
    expect(packagesBelow('patch', [changeset(['spec', 'patch'])], versions)).toEqual([]);
    expect(packagesBelow('patch', [], versions)).toHaveLength(1);
  });

  it('may be carried by several changesets together', () => {
    const pending = [
      changeset(['spec', 'patch'], ['client', 'minor']),
      changeset(['spec', 'minor'], ['server', 'minor'], ['client', 'patch']),
    ];
    expect(packagesBelow('minor', pending, versions)).toEqual([]);
  });
});
