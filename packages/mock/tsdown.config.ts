import { defineConfig } from 'tsdown';

export default defineConfig({
  entry: { index: 'src/index.ts', 'partner-rating-mock': 'src/main.ts' },
  format: 'esm',
  platform: 'node',
  target: 'node20',
  dts: { entry: 'src/index.ts' },
  sourcemap: true,
  // The published contract is data alone; its reader comes along.
  deps: { alwaysBundle: ['@partner-rating/spec/document'] },
  fixedExtension: true,
});
