import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // Programs that tests start share their compiled code.
    env: { NODE_COMPILE_CACHE: `${import.meta.dirname}/node_modules/.cache/compile` },
    include: ['{src,tests,scripts,examples,bench}/**/*.test.ts'],
    // No test changes a module, so the files share them: to load them for each costs more than the tests.
    isolate: false,
    unstubGlobals: true,
    unstubEnvs: true,
    // The compiler reads the whole package in some tests; these only end what hangs.
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
