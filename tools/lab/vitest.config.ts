import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // Programs that tests start share their compiled code.
    env: { NODE_COMPILE_CACHE: `${import.meta.dirname}/node_modules/.cache/compile` },
    globalSetup: [
      fileURLToPath(import.meta.resolve('@partner-rating/service/src/testing/global-setup.ts')),
    ],
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // A worker runs one file after the other, and keeps the loaded modules and the embedded databases.
    isolate: false,
    // These timeouts only end a test that hangs. A busy machine may take long.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 240_000 } },
    // Imports work as in Node: a named import that a CommonJS module does not export must fail here too.
    deps: { interopDefault: false },
  },
});
