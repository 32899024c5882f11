import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // Programs that tests start share their compiled code.
    env: { NODE_COMPILE_CACHE: `${import.meta.dirname}/node_modules/.cache/compile` },
    include: ['src/**/*.test.ts', 'tests/**/*.test.ts'],
    globalSetup: ['src/testing/global-setup.ts'],
    // Every test owns its database, so files may run beside one another; the default leaves one of
    // two cores idle.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // A worker goes from file to file, with the modules it has loaded and its embedded databases.
    isolate: false,
    // What a test waits for comes when it comes, on a busy machine too: these only end what hangs.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 240_000 } },
    // A failure names all that differs: the summary of a run shows the message, without the difference below it.
    chaiConfig: { truncateThreshold: 2_000 },
    // As Node resolves them: a named import that a CommonJS module does not give must fail here too.
    deps: { interopDefault: false },
  },
});
