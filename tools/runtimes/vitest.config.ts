import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['tests/**/*.test.ts'],
    globalSetup: ['src/global-setup.ts'],
    // These timeouts only end a test that hangs, also on a busy machine.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // One file at a time, because all share one service, one webhook endpoint, and one connection of a player.
    fileParallelism: false,
    // Resolved by Node, so that a named import that a CommonJS module does not export fails here too.
    deps: { interopDefault: false },
  },
});
