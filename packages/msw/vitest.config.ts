import { defineConfig } from 'vitest/config';

const shared = {
  include: ['{src,scripts,examples}/**/*.test.ts'],
  isolate: false,
  // These timeouts only end a test that hangs.
  testTimeout: 300_000,
  hookTimeout: 300_000,
};

// The oldest and the newest supported version.
export default defineConfig({
  test: {
    projects: [
      { test: { ...shared, name: 'MSW 3' } },
      { resolve: { alias: { msw: 'msw-2' } }, test: { ...shared, name: 'MSW 2' } },
    ],
  },
});
