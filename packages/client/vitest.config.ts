import { defineConfig } from 'vitest/config';

// These tests run separately: other tests would change the optimized code, and the speed.
const measured = {
  memory: ['bench/allocations.full.test.ts'],
  speed: ['bench/calls.full.test.ts'],
};

// `test` excludes full tests. A direct run of Vitest accepts any file.
const isDefault = process.env.TEST_SCOPE === 'default';

const options = {
  // Programs that the tests start share their compiled code.
  env: { NODE_COMPILE_CACHE: `${import.meta.dirname}/node_modules/.cache/compile` },
  unstubGlobals: true,
  unstubEnvs: true,
  // These timeouts only end a test that hangs. Some tests compile the whole package.
  testTimeout: 300_000,
  hookTimeout: 300_000,
};

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...options,
          name: 'shared modules',
          include: ['{src,tests,scripts,examples,bench}/**/*.test.ts'],
          exclude: [...Object.values(measured).flat(), ...(isDefault ? ['**/*.full.test.ts'] : [])],
          // No test changes a module, so the test files share modules, which saves most of the time.
          isolate: false,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          ...options,
          name: 'memory',
          include: isDefault ? [] : measured.memory,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          ...options,
          name: 'speed',
          include: isDefault ? [] : measured.speed,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
