import { globSync, readFileSync, rmSync } from 'node:fs';

// Each package writes its own, or the cache does where nothing changed.
const RESULTS = '{spec,packages/*,apps/*,tools/*}/.results/*.json';

/** What Vitest writes, and the tests in Python in its form. */
interface Results {
  numPassedTests: number;
  numFailedTests: number;
  testResults: { status: string; assertionResults: { status: string }[] }[];
}

/** Deletes the results of earlier runs. */
export function forgetCounts(): void {
  for (const file of globSync(RESULTS)) rmSync(file);
}

/** How many tests passed and failed in all packages. */
export function readCounts(): { passed: number; failed: number } {
  const results = globSync(RESULTS).map(
    (file) => JSON.parse(readFileSync(file, 'utf8')) as Results,
  );
  return {
    passed: results.reduce((sum, { numPassedTests }) => sum + numPassedTests, 0),
    failed: results.reduce((sum, each) => sum + each.numFailedTests + brokenFiles(each), 0),
  };
}

/** Files that failed before, after or outside their tests. */
function brokenFiles({ testResults }: Results): number {
  return testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && assertionResults.every((test) => test.status !== 'failed'),
  ).length;
}
