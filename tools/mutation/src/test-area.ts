import { fileURLToPath } from 'node:url';
import type { MutantResult, PartialStrykerOptions } from '@stryker-mutator/api/core';
import { Stryker } from '@stryker-mutator/core';
import { type Area, EXCLUDED } from './areas.ts';

/** Creates every mutant of an area in a copy of the repository, one after the other, and runs the area's tests. */
export async function testArea(area: Area, concurrency: number): Promise<MutantResult[]> {
  process.env.MUTATION_TESTS = JSON.stringify(area.tests);
  const options: PartialStrykerOptions = {
    packageManager: 'pnpm',
    plugins: [import.meta.resolve('@stryker-mutator/vitest-runner')],
    testRunner: 'vitest',
    vitest: {
      configFile: fileURLToPath(new URL('vitest-of-area.ts', import.meta.url)),
      related: false,
    },
    mutate: [...area.code, ...EXCLUDED.map((glob) => `!${glob}`)],
    coverageAnalysis: 'perTest',
    // Includes mutants in tables, which are evaluated when the module is loaded.
    ignoreStatic: false,
    concurrency,
    ignorePatterns: ['**/dist', '**/.results', '**/.data', '**/.turbo'],
    incremental: false,
    reporters: ['progress-append-only'],
    tempDirName: '.stryker-tmp',
    cleanTempDir: 'always',
    thresholds: { high: 100, low: 90, break: null },
  };
  return await new Stryker(options).runMutationTest();
}
