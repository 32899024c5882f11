// `pnpm check`: commit titles, generated files, changesets, lint, types and tests of what changed since `main`, or since another commit.
import { runChecks } from './run-checks.ts';

const base = process.argv[2] ?? 'main';
if (base === '--help') {
  process.stdout.write(
    'pnpm check [COMMIT]  checks what changed since main, or since the commit, with each test that imports a changed file\n' +
      'pnpm test PATH       is faster while you work: one test file, or the tests of one folder\n',
  );
  process.exit(0);
}
process.env.TURBO_SCM_BASE = base;
process.env.TEST_CHANGED_SINCE = base;

const turbo = ['turbo', 'run', '--affected', '--output-logs=errors-only', '--ui=stream'];
const failed = runChecks([
  ['commits', 'commitlint', `--from=${base}`],
  ['generated files', 'node', 'tools/runner/src/check-generated.ts'],
  ['changesets', 'node', 'tools/release/src/check-changesets.ts'],
  ['lint', 'biome', 'check', '--changed', `--since=${base}`, '--no-errors-on-unmatched'],
  ['types', ...turbo, 'lint', 'typecheck'],
  ['tests', ...turbo, 'test', '--continue=always'],
]);
if (failed.length > 0) process.stdout.write(`\nFailed: ${failed.join(', ')}\n`);
process.exit(failed.length === 0 ? 0 : 1);
