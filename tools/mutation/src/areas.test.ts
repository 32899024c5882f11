import { globSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { AREAS, ROOT } from './areas.ts';

describe.each(AREAS)('the area $name', ({ code, tests }) => {
  it.each([...code, ...tests])('has files at %s', (glob) => {
    expect(globSync(glob, { cwd: ROOT })).not.toEqual([]);
  });
});

it('every file below a domain folder is in an area', () => {
  const files = globSync('{apps,packages}/*/src/**/domain/**/*.ts', { cwd: ROOT });
  const mutated = AREAS.flatMap(({ code }) => globSync(code, { cwd: ROOT }));
  expect(mutated).toEqual(expect.arrayContaining(files));
});
