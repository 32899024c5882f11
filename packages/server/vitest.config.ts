import { defineConfig } from 'vitest/config';

// These replace modules, so each needs modules of its own.
const isolated = ['src/deprecation*.test.ts'];
const include = ['{src,scripts,examples}/**/*.test.ts'];

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'shared modules', include, exclude: isolated, isolate: false } },
      { test: { name: 'isolated', include: isolated } },
    ],
  },
});
