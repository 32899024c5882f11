import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
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
    "export const member = await client.members.get({ memberId: '10482' });",
  ].join('\n');
  expect(instantiations(folder, program)).toBeLessThanOrEqual(100);
});

test('importing one operation and making a call costs little more', () => {
  const program = [
    "import { createSend, environments, membersGet } from './operations.mjs';",
    "const send = createSend({ apiKey: 'prk_test', baseUrl: environments.local });",
    "export const member = await send(membersGet, { query: { memberId: '10482' } });",
  ].join('\n');
  expect(instantiations(folder, program)).toBeLessThanOrEqual(150);
});
