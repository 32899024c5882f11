import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['tests/**/*.test.ts'],
    globalSetup: 'tests/global-setup.ts',
    isolate: false,
    // These timeouts only end a test that hangs.
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
