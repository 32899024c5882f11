import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{scripts,tests}/**/*.test.ts'],
    isolate: false,
    // These timeouts only end a test that hangs.
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
