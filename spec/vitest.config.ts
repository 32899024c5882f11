import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // No test changes a module, so the files share them: to load them for each costs more than the tests.
    isolate: false,
    // These only end what hangs.
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
