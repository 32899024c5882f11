// The README's test command: generated files, lint, types and every test, then one line of counts.
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync, rmSync } from 'node:fs';

const RESULTS = '{spec,packages/*,apps/*,tools/*}/.results/vitest.json';

if (process.argv.includes('--help')) {
  process.stdout.write(
    'pnpm test            everything, as CI runs it\n' +
      'pnpm test NAME …     only the packages named (spec, client, server, mock, service, docs, demo,\n' +
      '                     release, runner, runtimes)\n',
  );
  process.exit(0);
}

const names = process.argv.slice(2);
const filters = names.map((name) => `--filter=@partner-rating/${name}`);

for (const file of globSync(RESULTS)) rmSync(file);

const checks: [name: string, command: string, ...args: string[]][] =
  names.length === 0
    ? [
        ['generated files', 'node', 'tools/runner/src/check-generated.ts'],
        ['changesets', 'node', 'tools/release/src/check-changesets.ts'],
        ['lint and types', 'turbo', 'run', 'lint', 'typecheck', '//#lint:root'],
        ['packages as published', 'turbo', 'run', 'build'],
        ['release rehearsal', 'node', 'tools/release/src/rehearse-release.ts'],
        ['programs that tests need', 'turbo', 'run', 'provision'],
        ['tests', 'turbo', 'run', 'test', '--concurrency=1', '--continue=always'],
      ]
    : [
        ['programs that tests need', 'turbo', 'run', 'provision', ...filters],
        ['tests', 'turbo', 'run', 'test', '--concurrency=1', '--continue=always', ...filters],
      ];

const failed = checks
  .map(([name, command, ...args]) => {
    process.stdout.write(`\n── ${name} ──\n`);
    const quiet = command === 'turbo' ? ['--output-logs=new-only', '--ui=stream'] : [];
    const { status } = spawnSync(command, [...args, ...quiet], { stdio: 'inherit' });
    return { name, status };
  })
  .filter((check) => check.status !== 0)
  .map((check) => check.name);

const counts = globSync(RESULTS)
  .map((file) => JSON.parse(readFileSync(file, 'utf8')) as VitestResults)
  .reduce(
    (sum, results) => ({
      passed: sum.passed + results.numPassedTests,
      failed: sum.failed + results.numFailedTests + brokenFiles(results),
    }),
    { passed: 0, failed: 0 },
  );

interface VitestResults {
  numPassedTests: number;
  numFailedTests: number;
  testResults: { status: string; assertionResults: { status: string }[] }[];
}

/** Files that failed before, after or outside their tests. */
function brokenFiles({ testResults }: VitestResults): number {
  return testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && assertionResults.every((test) => test.status !== 'failed'),
  ).length;
}

// A check that fails outside a test (lint, types, a crash) counts as one failure, so that the
// closing line never says "0 failed" of a run that failed.
const failures = Math.max(counts.failed, failed.length);
if (failed.length > 0) process.stdout.write(`\nFailed: ${failed.join(', ')}\n`);
process.stdout.write(`\n${counts.passed} passed, ${failures} failed\n`);
process.exit(failures === 0 && counts.passed > 0 ? 0 : 1);
