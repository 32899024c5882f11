import { defineConfig } from 'vitest/config';

export default defineConfig({
  // The compiler reads the whole package in some tests, which takes long on a busy machine.
  test: { include: ['{src,tests,scripts,examples,bench}/**/*.test.ts'], testTimeout: 60_000 },
});
