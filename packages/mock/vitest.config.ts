import { defineConfig } from 'vitest/config';

// No test changes a module, so the files share them: to load them for each costs more than the tests.
export default defineConfig({
  test: {
    include: ['src/**/*.test.ts'],
    isolate: false,
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
