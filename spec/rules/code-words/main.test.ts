import { execFileSync, spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';

const main = fileURLToPath(new URL('main.ts', import.meta.url));

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'code-words-'));
  execFileSync('git', ['init', '--quiet', folder]);
});

afterEach(async () => {
  await rm(folder, { recursive: true });
});

async function write(file: string): Promise<void> {
  await mkdir(dirname(join(folder, file)), { recursive: true });
  await writeFile(join(folder, file), '// Mend it.\n');
}

function run(...paths: string[]) {
  const { status, stdout } = spawnSync(process.execPath, [main, ...paths], {
    cwd: folder,
    encoding: 'utf8',
  });
  return { status, lines: stdout.split('\n').filter(Boolean) };
}

it('the command reports each word in hand-written files, and fails', async () => {
  await write('apps/any.ts');
  await write('packages/any.py');
  await write('README.md');
  expect(run()).toEqual({
    status: 1,
    lines: ['README.md:1 mend → fix', 'apps/any.ts:1 mend → fix', 'packages/any.py:1 mend → fix'],
  });
});

it('the command reads only files under the given paths', async () => {
  await write('apps/any.ts');
  await write('spec/any.yaml');
  expect(run('spec')).toEqual({ status: 1, lines: ['spec/any.yaml:1 mend → fix'] });
});

it('the command ignores generated, published, and frozen files, and succeeds', async () => {
  await write('apps/any.gen.ts');
  await write('packages/python/src/_generated/any.py');
  await write('spec/dist/openapi.yaml');
  await write('spec/released/openapi.yaml');
  await write('apps/service/src/platform/database/migrations/0001-first.ts');
  await write('image.svg');
  expect(run()).toEqual({ status: 0, lines: [] });
});
