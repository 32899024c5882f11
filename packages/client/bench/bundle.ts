import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';

const packageFolder = fileURLToPath(new URL('..', import.meta.url));

/**
 * Bundles a program as an application would ship it: with all its imports, without unused code, and
 * minified. `/src` is the source of this package. Stubs replace some of its files.
 */
export async function bundle(
  program: string,
  stubs: Readonly<Record<string, string>> = {},
): Promise<string> {
  const plugin = {
    name: 'program',
    resolveId: (id: string) => {
      if (id === 'program') return id;
      return id.startsWith('/src/') ? `${packageFolder}${id.slice(1)}` : null;
    },
    load: (id: string) =>
      id === 'program' ? program : (stubs[id.slice(packageFolder.length)] ?? null),
  };
  return bundleByVite('program', [plugin]);
}

/** Returns Vite's bundle of an entry file, which has one file. */
export async function bundleByVite(
  entry: string,
  plugins: NonNullable<Parameters<typeof build>[0]>['plugins'] = [],
): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    root: packageFolder,
    plugins,
    // Vite would replace `process.env` with an empty object, and drop the code that reads it from the bundle.
    define: { 'globalThis.process.env': 'globalThis.process.env' },
    build: {
      write: false,
      minify: true,
      target: 'es2022',
      rollupOptions: {
        input: entry,
        output: { format: 'es' },
        preserveEntrySignatures: 'strict',
      },
    },
  });
  if (!('output' in result)) throw new Error('The bundler returned several bundles, or a watcher.');
  return result.output.map((file) => ('code' in file ? file.code : '')).join('');
}

/** Returns the size after the strongest gzip compression, in bytes. */
export function gzipBytes(code: string): number {
  return gzipSync(code, { level: 9 }).length;
}
