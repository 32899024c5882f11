import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // Programs that tests start share their compiled code.
    env: { NODE_COMPILE_CACHE: `${import.meta.dirname}/node_modules/.cache/compile` },
    include: ['src/**/*.test.ts', 'tests/**/*.test.ts'],
    globalSetup: ['src/testing/global-setup.ts'],
    // What a test waits for comes when it comes, on a busy machine too: these only end what hangs.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // A partner has one webhook endpoint, so there is one club at a time.
    fileParallelism: false,
    // One worker for all files: they share no state but modules, and loading those takes longer than most tests.
    isolate: false,
    // As Node resolves them: a named import that a CommonJS module does not give must fail here too.
    deps: { interopDefault: false },
  },
});
