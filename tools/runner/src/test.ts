// `pnpm test` and `pnpm test:full`: what their help says, then one line of counts.
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { forgetCounts, readCounts } from './counts.ts';
import { filtersFor, filtersWithDependencies } from './filters.ts';
import { checksOfPaths, isPath } from './paths.ts';
import { runChecks } from './run-checks.ts';

if (process.argv.includes('--help')) {
  process.stdout.write(
    'pnpm test            the tests that a change waits for: rules, stores and operations on PostgreSQL, the contract,\n' +
      '                     and a journey in a browser for each product\n' +
      'pnpm test:full       what `test` leaves out: generated files, lint and types, the packages as published, the other\n' +
      '                     databases, crashes, browsers at all sizes, runtimes, upgrades, the rehearsal of a release,\n' +
      '                     and each benchmark for some seconds\n' +
      'pnpm test NAME …     only the packages named: spec, or a folder of packages, apps or tools\n' +
      "pnpm test '!NAME' …  all but those\n" +
      'pnpm test PATH …     only a test file, or the tests of a folder, such as apps/service/src/matches; installs nothing\n' +
      'Both take names and paths; `pnpm test && pnpm test:full` is what CI runs.\n',
  );
  process.exit(0);
}

const isFull = process.argv.includes('--full');
const words = process.argv.slice(2).filter((word) => word !== '--full');
const names = words.filter((word) => !isPath(word));
const paths = words.filter(isPath);
const missing = paths.find((path) => !existsSync(path));
if (missing !== undefined) {
  process.stderr.write(`There is no ${missing}. Write a path from the root of the repository.\n`);
  process.exit(1);
}
process.env.TEST_SCOPE = isFull ? 'full' : 'default';

const turbo = ['turbo', 'run', '--output-logs=new-only', '--ui=stream'];
// Tests mostly wait, so several packages are tested at the same time.
const testing = [`--concurrency=${availableParallelism()}`, '--continue=always'];
const isEverything = isFull && words.length === 0;

forgetCounts();
const failed = runChecks([
  ...(isEverything
    ? ([
        ['generated files', 'node', 'tools/runner/src/check-generated.ts'],
        ['changesets', 'node', 'tools/release/src/check-changesets.ts'],
        ['lint and types', ...turbo, 'lint', 'typecheck', '//#lint:root'],
        ['packages as published', ...turbo, 'build'],
      ] as const)
    : []),
  ...(names.length > 0 || paths.length === 0
    ? ([
        ['programs that tests need', ...turbo, 'provision', ...filtersWithDependencies(names)],
        [
          'tests',
          ...turbo,
          'test',
          ...(isEverything ? ['rehearse'] : []),
          ...testing,
          ...filtersFor(names),
        ],
      ] as const)
    : []),
  ...checksOfPaths(paths),
  ...(isEverything
    ? ([['benchmarks', 'node', 'tools/lab/bench/main.ts', '--short']] as const)
    : []),
]);

const counts = readCounts();
// A check that fails outside a test (lint, types, a crash) counts as one failure, so that the last line never says
// "0 failed" if the run failed.
const failures = Math.max(counts.failures.length, failed.length);
// Prints the failures again at the end, because the output of several packages is long.
for (const failure of counts.failures) process.stdout.write(`\n✗ ${failure}\n`);
if (failed.length > 0) process.stdout.write(`\nFailed: ${failed.join(', ')}\n`);
process.stdout.write(`\n${counts.passed} passed, ${failures} failed\n`);
process.exit(failures === 0 && counts.passed > 0 ? 0 : 1);
