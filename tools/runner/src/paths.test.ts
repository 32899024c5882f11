import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { checksOfPaths } from './paths.ts';

process.chdir(resolve(import.meta.dirname, '../../..'));

it('with the paths of a test file and a folder, only their tests run, each with the Vitest of its package', () => {
  const checks = checksOfPaths(['apps/service/src/net.test.ts', 'spec/rules/', 'apps/service/src']);
  expect(checks.map(([name, , folder, , , , ...paths]) => [name, folder, ...paths])).toEqual([
    [
      'tests of apps/service',
      '--dir=apps/service',
      resolve('apps/service/src/net.test.ts'),
      resolve('apps/service/src'),
    ],
    ['tests of spec', '--dir=spec', resolve('spec/rules')],
  ]);
});
