import { defineConfig } from 'vitest/config';

// What the compiler made of the client for other tests would be measured too; by time, also what runs beside it.
const measured = {
  memory: ['bench/allocations.full.test.ts'],
  speed: ['bench/calls.full.test.ts'],
};

// `test` leaves them to `test:full`, and the names of all files may be given by hand.
const isDefault = process.env.TEST_SCOPE === 'default';

const options = {
  // Programs that tests start share their compiled code.
  env: { NODE_COMPILE_CACHE: `${import.meta.dirname}/node_modules/.cache/compile` },
  unstubGlobals: true,
  unstubEnvs: true,
  // The compiler reads the whole package in some tests; these only end what hangs.
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
          // No test changes a module, so the files share them: to load them for each costs more than the tests.
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
