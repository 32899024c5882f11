import { defineConfig } from 'tsdown';

const fonts = [
  { of: 'latin', files: ['NotoSans-Regular.ttf', 'NotoSans-Bold.ttf'] },
  { of: 'arabic', files: ['NotoNaskhArabic-Regular.ttf'] },
  { of: 'hebrew', files: ['NotoSansHebrew-Regular.ttf'] },
  { of: 'sc', files: ['NotoSansHans-Regular.otf'] },
  { of: 'kr', files: ['NotoSansKR-Regular.otf'] },
];

const folderOf = (font: string) => `node_modules/@embedpdf/fonts-${font}`;

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
    { from: 'src/*/pages/{,parts/}{icons,scripts,styles,templates}/*', to: 'dist', flatten: false },
    { from: '../docs/dist', to: 'dist', rename: 'documentation' },
    // Those of `platform/pages/draw-picture.ts`, with their licences.
    ...fonts.flatMap(({ of, files }) => [
      ...files.map((file) => ({ from: `${folderOf(of)}/fonts/${file}`, to: 'dist/fonts' })),
      { from: `${folderOf(of)}/LICENSE`, to: 'dist/fonts', rename: `LICENSE-${of}` },
    ]),
  ],
});
