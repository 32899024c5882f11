import { globSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { AREAS, ROOT } from './areas.ts';

describe.each(AREAS)('the area $name', ({ code, tests }) => {
  it.each([...code, ...tests])('has files at %s', (glob) => {
    expect(globSync(glob, { cwd: ROOT })).not.toEqual([]);
  });
});

it('every domain folder of the service is in an area', () => {
  const folders = globSync('apps/service/src/**/domain', { cwd: ROOT });
  expect(AREAS.map(({ name }) => name)).toEqual(expect.arrayContaining(folders));
});
