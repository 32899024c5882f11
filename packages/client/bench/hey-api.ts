/**
 * Lets `@hey-api/openapi-ts` generate its own client of the document into the folder of the first
 * argument, and bundles it as `peer.mjs`. Runs in its own process, so that its memory slows
 * down no measurement.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createClient } from '@hey-api/openapi-ts';
import { bundle } from './bundle.ts';
import { heyApiProgram } from './programs.ts';

const [folder = ''] = process.argv.slice(2);
await createClient({
  input: fileURLToPath(new URL('../../../spec/dist/openapi.json', import.meta.url)),
  output: { path: folder, module: { extension: '.ts' } },
  plugins: ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk'],
  logs: { level: 'silent', file: false },
});
await writeFile(join(folder, 'peer.mjs'), await bundle(heyApiProgram(folder, '{ membersGet }')));
