import { globSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

// Each package writes its own, or the cache does where nothing changed.
const RESULTS = '{spec,packages/*,apps/*,tools/*}/.results/*.json';

/** What Vitest writes, and the tests in Python in its form. */
interface Results {
  numPassedTests: number;
  testResults: FileResult[];
}

interface FileResult {
  name: string;
  status: string;
  message?: string;
  assertionResults: { status: string; fullName: string; failureMessages?: string[] }[];
}

/** Deletes the results of earlier runs. */
export function forgetCounts(): void {
  for (const file of globSync(RESULTS)) rmSync(file);
}

/** How many tests passed in all packages, and each failure by file, name and message. */
export function readCounts(cwd = process.cwd()): { passed: number; failures: string[] } {
  const results = globSync(RESULTS, { cwd }).map(
    (file) => JSON.parse(readFileSync(join(cwd, file), 'utf8')) as Results,
  );
  return {
    passed: results.reduce((sum, { numPassedTests }) => sum + numPassedTests, 0),
    failures: results.flatMap(({ testResults }) => testResults.flatMap(failuresOf)),
  };
}

/** Also of a file that failed before, after or outside its tests. */
function failuresOf({ name, status, message, assertionResults }: FileResult): string[] {
  if (status !== 'failed') return [];
  const failed = assertionResults.filter((test) => test.status === 'failed');
  return failed.length === 0
    ? [`${name}: ${message ?? 'failed outside of its tests'}`]
    : failed.map((test) =>
        [`${name}: ${test.fullName}`, ...(test.failureMessages ?? [])].join('\n'),
      );
}
