import { defineConfig } from 'vitest/config';

const shared = {
  include: ['{src,scripts,examples}/**/*.test.ts'],
  isolate: false,
  // These only end what hangs.
  testTimeout: 300_000,
  hookTimeout: 300_000,
};

// Both ends of the range that the package promises.
export default defineConfig({
  test: {
    projects: [
      { test: { ...shared, name: 'MSW 3' } },
      { resolve: { alias: { msw: 'msw-2' } }, test: { ...shared, name: 'MSW 2' } },
    ],
  },
});
