import { describe, expect, it } from 'vitest';
import { manifestFaults } from './manifest-faults.ts';

const name = '@partner-rating/client';
const valid = {
  exports: { '.': { import: './dist/index.mjs' } },
  bin: { 'partner-rating': './dist/partner-rating.mjs' },
  dependencies: { ajv: '^8.20.0' },
  repository: { type: 'git' },
  homepage: 'https://example.com',
  license: 'MIT',
  keywords: ['openapi', 'rating', 'client'],
};
const faultsOf = (manifest: object) =>
  manifestFaults({ versions: { '1.0.0': manifest } }, name, '1.0.0').join('\n');

describe('a published manifest', () => {
  it('is valid with its exports in dist and versions npm can resolve', () => {
    expect(faultsOf(valid)).toBe('');
  });

  it.each([
    ['has a version of the workspace', { dependencies: { x: 'workspace:*' } }, 'workspace:'],
    ['has a version of the catalog', { peerDependencies: { x: 'catalog:' } }, 'catalog:'],
    ['exports a source file', { exports: { '.': './src/index.ts' } }, 'source file'],
    ['has a source file as its program', { bin: { x: './src/main.ts' } }, 'source file'],
    ['names no repository', { repository: undefined }, 'no repository'],
    ['names no homepage', { homepage: undefined }, 'no homepage'],
    ['names no licence', { license: undefined }, 'no license'],
    ['is found by nothing', { keywords: ['rating'] }, 'fewer than three keywords'],
    ['pins what it depends on', { dependencies: { ajv: '8.20.0' } }, 'ajv is pinned to 8.20.0'],
  ])('is refused where it %s', (_, change, message) => {
    expect(faultsOf({ ...valid, ...change })).toContain(message);
  });

  it('of a program may pin what it depends on: nothing shares that with it', () => {
    const program = { ...valid, exports: undefined, dependencies: { fastify: '5.12.8' } };
    expect(faultsOf(program)).toBe('');
  });

  it('is missed where the version is not there', () => {
    expect(manifestFaults({}, name, '1.0.0')).toEqual([`${name} 1.0.0 is not in the registry.`]);
  });
});
