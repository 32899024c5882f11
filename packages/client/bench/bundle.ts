import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';

const packageFolder = fileURLToPath(new URL('..', import.meta.url));

/**
 * A program as an application ships it: bundled with all it imports, without what it does not use, and
 * minified. `/src` is the source of this package, of which stubs replace files.
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

/** The bundle of an entry by Vite, which is the one file of it. */
export async function bundleByVite(
  entry: string,
  plugins: NonNullable<Parameters<typeof build>[0]>['plugins'] = [],
): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    root: packageFolder,
    plugins,
    // Vite would put an empty object in its place, and the code that reads it would not be counted.
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
  if (!('output' in result)) throw new Error('The bundler gave several bundles, or watches.');
  return result.output.map((file) => ('code' in file ? file.code : '')).join('');
}

/** The bytes that travel: compressed with gzip, as hard as it can. */
export function gzipBytes(code: string): number {
  return gzipSync(code, { level: 9 }).length;
}
