import { defineConfig } from 'tsdown';

export default defineConfig({
  entry: { index: 'src/index.ts', 'partner-rating-mock': 'src/main.ts' },
  format: 'esm',
  platform: 'node',
  target: 'node20',
  dts: { entry: 'src/index.ts' },
  sourcemap: true,
  // The published contract contains only data, so the bundle includes its reader.
  deps: { alwaysBundle: ['@partner-rating/spec/document'] },
  fixedExtension: true,
});
