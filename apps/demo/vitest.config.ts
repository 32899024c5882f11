import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // Lets programs that tests start share their compiled code.
    env: { NODE_COMPILE_CACHE: `${import.meta.dirname}/node_modules/.cache/compile` },
    include: ['src/**/*.test.ts', 'tests/**/*.test.ts'],
    globalSetup: ['src/testing/global-setup.ts'],
    // Tests wait for events without a limit of their own, because a machine may be busy. These limits end only tests
    // that hang.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 240_000 } },
    // A partner has one webhook endpoint, so there is one club at a time.
    fileParallelism: false,
    // All files run in one worker. They share no state except modules, and loading modules takes longer than most tests.
    isolate: false,
    // Resolves imports like Node: a named import that a CommonJS module does not export must fail here too.
    deps: { interopDefault: false },
  },
});
