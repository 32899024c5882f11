import { globSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

// Each package writes its own results, or turbo restores them from its cache if nothing changed.
const RESULTS = '{spec,packages/*,apps/*,tools/*}/.results/*.json';

/** The results in Vitest's format, which the Python tests also write. */
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

/** Returns how many tests passed in all packages, and each failure with its file, name, and message. */
export function readCounts(cwd = process.cwd()): { passed: number; failures: string[] } {
  const results = globSync(RESULTS, { cwd }).map(
    (file) => JSON.parse(readFileSync(join(cwd, file), 'utf8')) as Results,
  );
  return {
    passed: results.reduce((sum, { numPassedTests }) => sum + numPassedTests, 0),
    failures: results.flatMap(({ testResults }) => testResults.flatMap(failuresOf)),
  };
}

/** This includes a file that failed outside its tests. */
function failuresOf({ name, status, message, assertionResults }: FileResult): string[] {
  if (status !== 'failed') return [];
  const failed = assertionResults.filter((test) => test.status === 'failed');
  return failed.length === 0
    ? [`${name}: ${message ?? 'failed outside of its tests'}`]
    : failed.map((test) =>
        [`${name}: ${test.fullName}`, ...(test.failureMessages ?? [])].join('\n'),
      );
}
