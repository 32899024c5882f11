import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { filtersFor, filtersWithDependencies } from './filters.ts';

const root = resolve(import.meta.dirname, '../../..');

/** The packages of which turbo would run a task. */
function packagesOf(task: string, filters: string[]): string[] {
  const output = execFileSync('turbo', ['run', task, '--dry=json', ...filters], {
    cwd: root,
    encoding: 'utf8',
    // It names every file of the repository, and more than the default is cut.
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

it('a package that is named is tested alone, after the programs of its dependencies are installed', () => {
  expect(packagesOf('test', filtersFor(['service']))).toEqual(['service']);
  expect(packagesOf('provision', filtersWithDependencies(['service']))).toEqual([
    'browser',
    'prism',
    'service',
  ]);
});

it('a package that is left out is neither tested nor are its programs installed, and those of others are', () => {
  expect(packagesOf('test', filtersFor(['!service']))).not.toContain('service');
  const provisioned = packagesOf('provision', filtersWithDependencies(['!service']));
  expect(provisioned).toContain('prism');
  expect(provisioned).not.toContain('service');
});
