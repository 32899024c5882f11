import { defineConfig } from 'tsdown';

export default defineConfig({
  entry: 'src/main.ts',
  // A file for each source, so that pages and the command's parts lie where the code looks for them.
  unbundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node24',
  dts: false,
  sourcemap: true,
  fixedExtension: true,
  // Private, and only the search for a free port is used of it.
  deps: { alwaysBundle: ['@partner-rating/processes'] },
  copy: [
    { from: 'src/*/pages/{icons,styles,templates}/*', to: 'dist', flatten: false },
    { from: '../docs/dist', to: 'dist', rename: 'documentation' },
  ],
});
