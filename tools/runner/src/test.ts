// The README's test command: generated files, lint, types and every test, then one line of counts.
import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { forgetCounts, readCounts } from './counts.ts';
import { filtersFor, filtersWithDependencies } from './filters.ts';

if (process.argv.includes('--help')) {
  process.stdout.write(
    'pnpm test            everything, as CI runs it\n' +
      'pnpm test NAME …     only the packages named: spec, or a folder of packages, apps or tools\n' +
      "pnpm test '!NAME' …  all but those\n",
  );
  process.exit(0);
}

const names = process.argv.slice(2);
const turbo = ['turbo', 'run', '--output-logs=new-only', '--ui=stream'];
// A test waits more often than it computes, so packages are tested beside one another.
const testing = [`--concurrency=${availableParallelism()}`, '--continue=always'];

const everything: [name: string, ...command: string[]][] = [
  ['generated files', 'node', 'tools/runner/src/check-generated.ts'],
  ['changesets', 'node', 'tools/release/src/check-changesets.ts'],
  ['lint and types', ...turbo, 'lint', 'typecheck', '//#lint:root'],
  ['packages as published', ...turbo, 'build'],
  ['programs that tests need', ...turbo, 'provision'],
  ['tests and the rehearsal of a release', ...turbo, 'test', 'rehearse', ...testing],
];
const named: typeof everything = [
  ['programs that tests need', ...turbo, 'provision', ...filtersWithDependencies(names)],
  ['tests', ...turbo, 'test', ...testing, ...filtersFor(names)],
];

forgetCounts();
const failed = (names.length === 0 ? everything : named)
  .map(([name, command = '', ...args]) => {
    process.stdout.write(`\n── ${name} ──\n`);
    return { name, status: spawnSync(command, args, { stdio: 'inherit' }).status };
  })
  .filter((check) => check.status !== 0)
  .map((check) => check.name);

const counts = readCounts();
// A check that fails outside a test (lint, types, a crash) counts as one failure, so that the
// closing line never says "0 failed" of a run that failed.
const failures = Math.max(counts.failures.length, failed.length);
// Again at the end, since the output of packages that ran beside one another is long.
for (const failure of counts.failures) process.stdout.write(`\n✗ ${failure}\n`);
if (failed.length > 0) process.stdout.write(`\nFailed: ${failed.join(', ')}\n`);
process.stdout.write(`\n${counts.passed} passed, ${failures} failed\n`);
process.exit(failures === 0 && counts.passed > 0 ? 0 : 1);
