import { describe, expect, it } from 'vitest';
import type { Bump } from './document-changes.ts';
import { neededByDocument, type PendingReleases, packagesBelow } from './min-bump.ts';

const released = new Map([
  ['@partner-rating/spec', { version: '1.2.0' }],
  ['@partner-rating/client', { version: '0.4.0' }],
  ['@partner-rating/server', { version: '1.0.0' }],
]);
const below = (bump: Bump, changesets: PendingReleases[]) =>
  packagesBelow(neededByDocument(bump), changesets, released);
const changeset = (...releases: [name: string, type: 'major' | 'minor' | 'patch'][]) => ({
  releases: releases.map(([name, type]) => ({ name: `@partner-rating/${name}`, type })),
});

describe('a change of the document', () => {
  it('that breaks needs a major version of it, and of what is made from it', () => {
    expect(below('major', [changeset(['spec', 'minor'])])).toEqual([
      { name: '@partner-rating/spec', pending: 'minor', needed: 'major' },
      { name: '@partner-rating/client', pending: 'none', needed: 'minor' },
      { name: '@partner-rating/server', pending: 'none', needed: 'major' },
    ]);
  });

  it('that breaks may be a minor version below 1.0.0', () => {
    const pending = [changeset(['spec', 'major'], ['client', 'minor'], ['server', 'major'])];
    expect(below('major', pending)).toEqual([]);
  });

  it('that adds needs a minor version of it, and of what is made from it', () => {
    expect(below('minor', [changeset(['spec', 'minor'])])).toEqual([
      { name: '@partner-rating/client', pending: 'none', needed: 'minor' },
      { name: '@partner-rating/server', pending: 'none', needed: 'minor' },
    ]);
  });

  it('that only words needs a patch of it alone', () => {
    expect(below('patch', [changeset(['spec', 'patch'])])).toEqual([]);
    expect(below('patch', [])).toHaveLength(1);
  });

  it('may be carried by several changesets together', () => {
    const pending = [
      changeset(['spec', 'patch'], ['client', 'minor']),
      changeset(['spec', 'minor'], ['server', 'minor'], ['client', 'patch']),
    ];
    expect(below('minor', pending)).toEqual([]);
  });

  it('asks nothing of a package that was not released yet', () => {
    const needs = new Map([['@partner-rating/zod', 'major' as const]]);
    expect(packagesBelow(needs, [], released)).toEqual([]);
  });

  it('is carried by a version that has grown, where a release is prepared', () => {
    const needs = new Map([['@partner-rating/server', 'minor' as const]]);
    const prepared = new Map([
      ['@partner-rating/server', { version: '1.0.0', grown: 'minor' as const }],
    ]);
    expect(packagesBelow(needs, [], prepared)).toEqual([]);
    expect(
      packagesBelow(new Map([['@partner-rating/server', 'major']]), [], prepared),
    ).toHaveLength(1);
  });
});
