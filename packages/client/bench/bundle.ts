import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';

const source = fileURLToPath(new URL('../src', import.meta.url));

/**
 * A program as an application ships it: bundled with all it imports, without what it does not use, and
 * minified. `/src` is the source of this package.
 */
export async function bundle(program: string): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    root: fileURLToPath(new URL('..', import.meta.url)),
    plugins: [
      {
        name: 'program',
        resolveId: (id) => {
          if (id === 'program') return id;
          return id.startsWith('/src/') ? id.replace('/src', source) : null;
        },
        load: (id) => (id === 'program' ? program : null),
      },
    ],
    // Vite would put an empty object in its place, and the code that reads it would not be counted.
    define: { 'globalThis.process.env': 'globalThis.process.env' },
    build: {
      write: false,
      minify: true,
      target: 'es2022',
      rollupOptions: {
        input: 'program',
        output: { format: 'es' },
        preserveEntrySignatures: 'strict',
      },
    },
  });
  if (!('output' in result)) throw new Error('The bundler gave several bundles, or watches.');
  return result.output.map((file) => ('code' in file ? file.code : '')).join('');
}

/** The bytes that travel: compressed with gzip, as hard as it can. */
export async function gzipSize(program: string): Promise<number> {
  return gzipSync(await bundle(program), { level: 9 }).length;
}
