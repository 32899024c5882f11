import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{src,scripts,examples}/**/*.test.ts'],
    isolate: false,
    // These only end what hangs.
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
