import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'tsdown';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { instantiations } from './instantiations.ts';

const packageFolder = fileURLToPath(new URL('..', import.meta.url));
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'client-declarations-'));
  await build({ cwd: packageFolder, outDir: folder, logLevel: 'silent', clean: false });
});
afterAll(() => rm(folder, { recursive: true }));

test('importing the client and making a call costs at most 100 instantiations of types', () => {
  const program = [
    "import { PartnerRatingClient } from './index.mjs';",
    "const client = new PartnerRatingClient({ apiKey: 'prk_test', environment: 'local' });",
    "export const member = await client.members.get('10482');",
  ].join('\n');
  expect(instantiations(folder, program)).toBeLessThanOrEqual(100);
});

test('importing one operation and making a call stays within its limit', () => {
  const program = [
    "import { createSend, environments, membersGet } from './operations.mjs';",
    "const send = createSend({ apiKey: 'prk_test', baseUrl: environments.local });",
    "export const member = await send(membersGet, { query: { memberId: '10482' } });",
  ].join('\n');
  expect(instantiations(folder, program)).toBeLessThanOrEqual(150);
});

test('TypeScript 5.2, the oldest supported version, reads the declarations', async () => {
  const program = [
    "import { PartnerRatingClient } from './index.mjs';",
    "import { createSend, membersGet } from './operations.mjs';",
    "import { ExampleService } from './testing.mjs';",
    "import { verifyWebhook } from './webhooks.mjs';",
    'const { fetch } = new ExampleService();',
    "const client = new PartnerRatingClient({ environment: 'local', fetch });",
    "const { displayName } = await client.members.get('10482');",
    'for await (const player of client.members.search()) console.log(player.displayName);',
    'export const name: string = displayName;',
    'export { createSend, membersGet, verifyWebhook };',
  ].join('\n');
  const file = join(folder, 'oldest.mts');
  await writeFile(file, program);
  const tsc = createRequire(import.meta.url).resolve('typescript-5.2/bin/tsc');
  const options = '--strict --noEmit --target es2022 --lib es2022,dom --module node16'.split(' ');
  const { stdout } = await promisify(execFile)(process.execPath, [tsc, ...options, file]).catch(
    (error: { stdout: string }) => error,
  );
  expect(stdout).toBe('');
});
