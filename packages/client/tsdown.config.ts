import { defineConfig } from 'tsdown';

// The bundler of declarations writes some comments behind the field before, and editors show those of neither.
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
    // Nobody else makes a resource, so what they are made of need not be declared.
    dts: { compilerOptions: { stripInternal: true }, sourcemap: false },
    sourcemap: true,
    // Not every bundler puts a constant in its place or drops a `new` before an error; names and comments stay.
    minify: { compress: true, mangle: false, codegen: { removeWhitespace: false } },
    fixedExtension: true,
    plugins: [commentsAboveFields],
    // `Symbol.asyncDispose` is known then whatever `target` a partner compiles for.
    banner: { dts: '/// <reference lib="esnext.disposable" />' },
  },
  // The command is a program of its own, so that the library holds nothing of it.
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
