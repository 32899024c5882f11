import { defineConfig } from 'vitest/config';

export default defineConfig({ test: { include: ['{src,scripts,examples,bench}/**/*.test.ts'] } });
