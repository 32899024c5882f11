import { defineConfig } from 'tsdown';

// The declaration bundler writes some comments on the line of the previous field, where editors do not show them.
const commentsAboveFields = {
  name: 'comments-above-fields',
  renderChunk: (code: string, { fileName }: { fileName: string }) =>
    /\.d\.[cm]ts$/.test(fileName)
      ? { code: code.replace(/(?<=[;{]) (?=\/\*\*)/g, '\n  '), map: null }
      : null,
};

export default defineConfig([
  {
    entry: {
      index: 'src/index.ts',
      webhooks: 'src/webhooks/index.ts',
      operations: 'src/operations/index.ts',
      testing: 'src/testing/index.ts',
    },
    format: ['esm', 'cjs'],
    platform: 'neutral',
    target: 'es2022',
    // Only the client creates resources, so internal declarations are dropped.
    dts: { compilerOptions: { stripInternal: true }, sourcemap: false },
    sourcemap: true,
    // Only compresses: some bundlers do not inline constants or drop a `new` before an error. Names and comments stay.
    minify: { compress: true, mangle: false, codegen: { removeWhitespace: false } },
    fixedExtension: true,
    plugins: [commentsAboveFields],
    // Declares `Symbol.asyncDispose` for every `target` of a partner.
    banner: { dts: '/// <reference lib="esnext.disposable" />' },
  },
  // The command is a separate program, so that the library contains nothing of it.
  {
    entry: { 'partner-rating': 'src/command/main.ts' },
    format: 'esm',
    platform: 'node',
    target: 'node20',
    dts: false,
    sourcemap: true,
    fixedExtension: true,
  },
]);
