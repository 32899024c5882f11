import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['tests/**/*.test.ts'],
    globalSetup: ['src/global-setup.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // There is one service, and a partner has one webhook endpoint and one connection of a player.
    fileParallelism: false,
    // As Node resolves them: a named import that a CommonJS module does not give must fail here too.
    deps: { interopDefault: false },
  },
});
