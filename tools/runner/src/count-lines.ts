// What the code costs to read: hand-written files and lines, by package.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const HELP = `pnpm run count [FOLDER]   counts the hand-written files and lines in this repository, or in FOLDER

It counts the files that git tracks and that end in .ts, .js, .css, .eta, .astro, .sql or .py: every line, comments and empty
lines included. It leaves out what is generated: .gen.ts files, folders called _generated, spec/dist, spec/released.
Tests are the files *.test.ts, test_*.py and all files in a folder called testing, tests or test-support.
packages/client/src/testing is source, since it is published. Benchmarks and tools are source.
"service src" is the source in apps/service/src; its lines are also part of apps/service.
`;

const HAND_WRITTEN = /\.(ts|js|css|eta|astro|sql|py)$/;
const GENERATED = /\.gen\.ts$|(^|\/)_generated\/|^spec\/(dist|released)\//;
const TEST = /(^|\/)test_\w+\.py$|(^|\/)(testing|tests|test-support)\//;
const PUBLISHED_TEST_KIT = 'packages/client/src/testing/';
const SERVICE = 'apps/service/src/';

export interface Row {
  name: string;
  files: number;
  lines: number;
  testFiles: number;
  testLines: number;
}

/** Counts lines for each package, then for apps/service/src, then in total. */
export function countLines(files: readonly { path: string; lines: number }[]): Row[] {
  const counted = files.filter(({ path }) => HAND_WRITTEN.test(path) && !GENERATED.test(path));
  const row = (name: string, isIn: (path: string) => boolean): Row => {
    const count = { name, files: 0, lines: 0, testFiles: 0, testLines: 0 };
    for (const { path, lines } of counted.filter((file) => isIn(file.path))) {
      const isTest =
        path.endsWith('.test.ts') || (TEST.test(path) && !path.startsWith(PUBLISHED_TEST_KIT));
      count[isTest ? 'testFiles' : 'files'] += 1;
      count[isTest ? 'testLines' : 'lines'] += lines;
    }
    return count;
  };
  const packages = [...new Set(counted.map(({ path }) => packageOf(path)))].toSorted();
  return [
    ...packages.map((name) => row(name, (path) => packageOf(path) === name)),
    row('service src', (path) => path.startsWith(SERVICE)),
    row('all', () => true),
  ];
}

function packageOf(path: string): string {
  return /^(spec|(?:packages|apps|tools)\/[^/]+)\//.exec(path)?.[1] ?? '(root)';
}

function print(rows: readonly Row[]): void {
  const width = Math.max(...rows.map(({ name }) => name.length));
  const line = (name: string, numbers: readonly (string | number)[]) =>
    `${name.padEnd(width)}${numbers.map((number) => String(number).padStart(12)).join('')}\n`;
  process.stdout.write(line('', ['files', 'lines', 'test files', 'test lines']));
  for (const { name, files, lines, testFiles, testLines } of rows) {
    process.stdout.write(line(name, [files, lines, testFiles, testLines]));
  }
}

if (import.meta.main) {
  const [folder = '.', ...rest] = process.argv.slice(2);
  if (folder.startsWith('-') || rest.length > 0) {
    process.stdout.write(HELP);
    process.exit(folder === '--help' ? 0 : 1);
  }
  const tracked = execFileSync('git', ['ls-files', '-z'], { cwd: folder, encoding: 'utf8' });
  const paths = tracked.split('\0').filter((path) => path !== '' && HAND_WRITTEN.test(path));
  print(
    countLines(
      paths.map((path) => ({
        path,
        lines: readFileSync(join(folder, path), 'utf8').split('\n').length - 1,
      })),
    ),
  );
}
