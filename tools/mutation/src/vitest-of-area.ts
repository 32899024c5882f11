import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

// Stryker has no other way to choose the tests of an area.
const include = JSON.parse(process.env.MUTATION_TESTS ?? '[]') as string[];

export default defineConfig({
  test: {
    include,
    setupFiles: [fileURLToPath(new URL('first-counterexample.ts', import.meta.url))],
    ...{ isolate: false, unstubGlobals: true, unstubEnvs: true, testTimeout: 60_000 },
  },
});
