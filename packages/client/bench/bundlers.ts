import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { build, transform } from 'esbuild';
import { rollup } from 'rollup';
import webpack from 'webpack';
import { programs, sizeLimits } from './programs.ts';

/** The bundlers differ by a few bytes in a hundred; the limits are those of Vite, from the source. */
const allowance = 1.05;

type Bundler = (entry: string, folder: string) => Promise<string>;

const bundlers: Record<string, Bundler> = {
  esbuild: async (entry) => {
    const options = { bundle: true, minify: true, format: 'esm', target: 'es2022' } as const;
    const { outputFiles } = await build({ ...options, entryPoints: [entry], write: false });
    return outputFiles[0]?.text ?? '';
  },
  rollup: async (entry) => {
    const { output } = await (await rollup({ input: entry })).generate({ format: 'es' });
    return (await transform(output[0].code, { minify: true, target: 'es2022' })).code;
  },
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
};

/**
 * Bundles programs of the built package in `folder` with each bundler.
 *
 * @throws Error where one is larger than its limit.
 */
export async function checkPackedSizes(folder: string): Promise<void> {
  const work = await mkdtemp(join(tmpdir(), 'client-sizes-'));
  try {
    for (const [name, program] of Object.entries(programs)) {
      const entry = join(work, 'program.mjs');
      await writeFile(entry, ofPackage(program, folder));
      const limit = Math.round(sizeLimits[name as keyof typeof programs] * allowance);
      for (const [bundler, bundle] of Object.entries(bundlers)) {
        const bytes = gzipSync(await bundle(entry, work), { level: 9 }).length;
        if (bytes > limit)
          throw new Error(`${name}: ${bytes} bytes by ${bundler}, at most ${limit}.`);
      }
    }
  } finally {
    await rm(work, { recursive: true });
  }
}

function ofPackage(program: string, folder: string): string {
  return program
    .replace("'/src/operations/index.ts'", `'${folder}/dist/operations.mjs'`)
    .replace("'/src/index.ts'", `'${folder}/dist/index.mjs'`);
}
