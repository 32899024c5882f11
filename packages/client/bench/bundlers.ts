// Measures the size of programs with the bundlers that applications use.

import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build, transform } from 'esbuild';
import { rollup } from 'rollup';
import webpack from 'webpack';
import { bundleByVite, gzipBytes } from './bundle.ts';
import { type ProgramName, programs, sizeLimits } from './programs.ts';

type Bundler = (entry: string, folder: string) => Promise<string>;

const bundlers = {
  esbuild: async (entry) => {
    const options = { bundle: true, minify: true, format: 'esm', target: 'es2022' } as const;
    const { outputFiles } = await build({ ...options, entryPoints: [entry], write: false });
    return outputFiles[0]?.text ?? '';
  },
  rollup: async (entry) => {
    const { output } = await (await rollup({ input: entry })).generate({ format: 'es' });
    return (await transform(output[0].code, { minify: true, target: 'es2022' })).code;
  },
  vite: (entry) => bundleByVite(entry),
  webpack: async (entry, folder) => {
    const compiler = webpack({
      mode: 'production',
      target: 'es2022',
      entry,
      experiments: { outputModule: true },
      output: { path: folder, filename: 'webpack.mjs', library: { type: 'module' } },
    });
    const stats = await promisify(compiler.run.bind(compiler))();
    if (stats?.hasErrors()) throw new Error(stats.toString());
    return readFile(join(folder, 'webpack.mjs'), 'utf8');
  },
} satisfies Record<string, Bundler>;

/** The size of each program with each bundler, in bytes. */
type Sizes = Record<keyof typeof bundlers, number>;

/** Bundles the programs of the built package in `dist` with each bundler. */
export async function packedSizes(dist: string): Promise<Record<ProgramName, Sizes>> {
  const folder = await mkdtemp(join(tmpdir(), 'client-sizes-'));
  const entry = join(folder, 'program.mjs');
  const sizes: Partial<Record<ProgramName, Sizes>> = {};
  try {
    for (const [name, program] of Object.entries(programs) as [ProgramName, string][]) {
      await writeFile(
        entry,
        program.replace(/\/src\/(\w+\/)?index\.ts/, (_, entryName = 'index/') =>
          join(dist, `${entryName.slice(0, -1)}.mjs`),
        ),
      );
      const measured: [string, number][] = [];
      for (const [bundler, bundle] of Object.entries(bundlers)) {
        measured.push([bundler, gzipBytes(await bundle(entry, folder))]);
      }
      sizes[name] = Object.fromEntries(measured) as Sizes;
    }
    return sizes as Record<ProgramName, Sizes>;
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** @throws Error if a program of the built package is larger than its limit with any bundler. */
export async function checkPackedSizes(dist: string): Promise<void> {
  for (const [name, sizes] of Object.entries(await packedSizes(dist))) {
    const limit = sizeLimits[name as ProgramName];
    for (const [bundler, bytes] of Object.entries(sizes)) {
      if (bytes > limit)
        throw new Error(`${name}: ${bytes} bytes with ${bundler}; the limit is ${limit}.`);
    }
  }
}
