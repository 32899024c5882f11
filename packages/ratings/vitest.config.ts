import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{src,scripts,examples}/**/*.test.ts'],
    isolate: false,
    // These timeouts only end a test that hangs.
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
