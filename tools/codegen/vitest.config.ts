import { defineConfig } from 'vitest/config';

export default defineConfig({
  // These limits only end a test that hangs.
  test: { include: ['src/**/*.test.ts'], testTimeout: 300_000, hookTimeout: 300_000 },
});
