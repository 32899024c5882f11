import { defineConfig } from 'vitest/config';

// This test replaces modules, so it needs its own modules.
const isolated = ['src/fastify/deprecation.test.ts'];
// These timeouts only end a test that hangs.
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
