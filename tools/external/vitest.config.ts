import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts'],
    // These timeouts only end a test that hangs.
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
