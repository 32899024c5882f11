import { expect, it } from 'vitest';
import { loadingProgram } from './entry-points.ts';

it('loads code as it is offered, and looks for what is none', () => {
  const program = loadingProgram([
    {
      name: '@partner-rating/client',
      exports: {
        '.': { import: { default: './dist/index.mjs' }, require: { default: './dist/index.cjs' } },
        './testing': { import: './dist/testing.mjs' },
        './package.json': './package.json',
        './workflows/*': './workflows/*',
      },
    },
  ]);
  expect(program.split('\n').slice(3)).toEqual([
    'await import("@partner-rating/client");',
    'require("@partner-rating/client");',
    'await import("@partner-rating/client/testing");',
    'accessSync(new URL(import.meta.resolve("@partner-rating/client/package.json")));',
    'accessSync(new URL(\'.\', import.meta.resolve("@partner-rating/client/workflows/any")));',
    '',
  ]);
});
