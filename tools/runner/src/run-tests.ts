// The tests of one package, which is the working directory: `test` runs all files but `*.full.test.ts`, and
// `test:full`, by TEST_SCOPE, those and what runs on every database. With paths: only these files and folders.
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';

const paths = process.argv.slice(2);
const isFull =
  process.env.TEST_SCOPE === 'full' || paths.some((path) => path.endsWith('.full.test.ts'));
const scope = isFull ? 'full' : 'default';
const env = { ...process.env, TEST_SCOPE: scope };
const everything = isFull ? ['.full.test.', ...onEveryDatabase()] : [];
const files = [
  ...(paths.length > 0 ? paths : [...everything, '--passWithNoTests']),
  ...(isFull ? [] : ['--exclude', '**/*.full.test.ts']),
];
const changedSince = process.env.TEST_CHANGED_SINCE;
const { status } = spawnSync(
  'vitest',
  [
    'run',
    ...files,
    ...(changedSince === undefined ? [] : ['--changed', changedSince]),
    '--reporter=default',
    '--reporter=json',
    `--outputFile=.results/vitest-${scope}.json`,
  ],
  { stdio: 'inherit', env },
);
process.exit(status ?? 1);

function onEveryDatabase(): string[] {
  return globSync('{src,tests}/**/*.test.ts').filter((file) =>
    /^import \{[^}]*\b(databases|everyDatabase)\b[^}]*\} from/m.test(readFileSync(file, 'utf8')),
  );
}
