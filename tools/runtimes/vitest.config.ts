import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['tests/**/*.test.ts'],
    globalSetup: ['src/global-setup.ts'],
    // What a test waits for comes when it comes, on a busy machine too: these only end what hangs.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // There is one service, and a partner has one webhook endpoint and one connection of a player.
    fileParallelism: false,
    // As Node resolves them: a named import that a CommonJS module does not give must fail here too.
    deps: { interopDefault: false },
  },
});
