/** What an application carries for the client: bundled, minified, and compressed with gzip. */
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';

const source = fileURLToPath(new URL('../src', import.meta.url));
const programs: Record<string, string> = {
  'the whole client': "export * from '/src/index.ts';",
  'the client class': "export { PartnerRatingClient } from '/src/index.ts';",
  'one operation, with errors, time-out and retries': [
    "export { createSend } from '/src/send.ts';",
    "export { settings } from '/src/client-options.ts';",
    "export { membersGet } from '/src/generated/operations.gen.ts';",
  ].join('\n'),
};

for (const [name, program] of Object.entries(programs)) {
  const code = await bundled(program);
  process.stdout.write(`${name}: ${gzipSync(code, { level: 9 }).length} bytes gzip\n`);
}

async function bundled(program: string): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'silent',
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
