import { defineConfig } from 'vitest/config';

// It replaces modules, so it needs modules of its own.
const isolated = ['src/fastify/deprecation.test.ts'];
// These only end what hangs.
const timeouts = { testTimeout: 300_000, hookTimeout: 300_000 };
const include = ['{src,scripts,examples,bench}/**/*.test.ts'];

export default defineConfig({
  test: {
    projects: [
      { test: { ...timeouts, name: 'shared modules', include, exclude: isolated, isolate: false } },
      { test: { ...timeouts, name: 'isolated', include: isolated } },
    ],
  },
});
