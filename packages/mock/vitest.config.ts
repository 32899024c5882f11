import { defineConfig } from 'vitest/config';

// No test changes a module, so the test files share modules, which saves most of the time.
export default defineConfig({
  test: {
    // Programs that the tests start share their compiled code.
    env: { NODE_COMPILE_CACHE: `${import.meta.dirname}/node_modules/.cache/compile` },
    include: ['src/**/*.test.ts'],
    isolate: false,
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 240_000 } },
  },
});
