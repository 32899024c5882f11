import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // Programs that tests start share their compiled code.
    env: { NODE_COMPILE_CACHE: `${import.meta.dirname}/node_modules/.cache/compile` },
    include: ['src/**/*.test.ts'],
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
