import { defineConfig } from 'tsdown';

export default defineConfig({
  entry: { index: 'src/index.ts', backtest: 'src/backtest/index.ts' },
  format: ['esm', 'cjs'],
  platform: 'neutral',
  target: 'es2022',
  dts: { sourcemap: false },
  sourcemap: true,
  fixedExtension: true,
});
