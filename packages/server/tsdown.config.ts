import { defineConfig } from 'tsdown';

export default defineConfig({
  entry: { index: 'src/index.ts', catalogue: 'src/catalogue/catalogue.gen.ts' },
  format: ['esm', 'cjs'],
  platform: 'node',
  target: 'node20',
  dts: true,
});
