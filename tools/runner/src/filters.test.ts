import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { filtersFor, filtersWithDependencies } from './filters.ts';

const root = resolve(import.meta.dirname, '../../..');

/** Returns the packages for which turbo would run a task. */
function packagesOf(task: string, filters: string[]): string[] {
  const output = execFileSync('turbo', ['run', task, '--dry=json', ...filters], {
    cwd: root,
    encoding: 'utf8',
    // The output names every file of the repository, so it needs more than the default buffer.
    maxBuffer: 2 ** 26,
  });
  const { tasks } = JSON.parse(output) as {
    tasks: { task: string; package: string; command: string }[];
  };
  return tasks
    .filter((each) => each.task === task && each.command !== '<NONEXISTENT>')
    .map((each) => each.package.replace('@partner-rating/', ''))
    .sort();
}

it('only a named package is tested, after the programs of its dependencies are installed', () => {
  expect(packagesOf('test', filtersFor(['service']))).toEqual(['service']);
  expect(packagesOf('provision', filtersWithDependencies(['service']))).toEqual([
    'browser',
    'prism',
    'service',
  ]);
});

it('an excluded package is not tested, and only the programs of other packages are installed', () => {
  expect(packagesOf('test', filtersFor(['!service']))).not.toContain('service');
  const provisioned = packagesOf('provision', filtersWithDependencies(['!service']));
  expect(provisioned).toContain('prism');
  expect(provisioned).not.toContain('service');
});
