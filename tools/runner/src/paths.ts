import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Check } from './run-checks.ts';

/** Whether `pnpm test` runs the tests of this path, instead of those of a package with this name. */
export function isPath(word: string): boolean {
  return word.includes('/');
}

/** Returns a check for each package that contains some of the test files and folders. */
export function checksOfPaths(paths: readonly string[]): Check[] {
  const program = join(import.meta.dirname, 'run-tests.ts');
  return [...Map.groupBy(paths, packageOf)].map(([folder, inside]) => [
    `tests of ${folder}`,
    // Finds the package's own Vitest.
    ...['pnpm', `--dir=${folder}`, 'exec', 'node', program],
    ...inside.map((path) => resolve(path)),
  ]);
}

function packageOf(path: string): string {
  let folder = path;
  while (folder !== '.' && !existsSync(join(folder, 'package.json'))) folder = dirname(folder);
  return folder;
}
