import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { providedProgram } from './provided-program.ts';

let machine: string;

// A machine without any program: an empty PATH, and no temporary files of earlier runs.
beforeEach(async () => {
  machine = await mkdtemp(join(tmpdir(), 'partner-rating-provision-'));
  await mkdir(join(machine, 'bin'));
  vi.stubEnv('PATH', join(machine, 'bin'));
  vi.stubEnv('TMPDIR', machine);
  vi.stubEnv('REDIS_SERVER', undefined);
});

afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(machine, { recursive: true });
});

async function createProgram(path: string): Promise<string> {
  await writeFile(join(machine, path), '', { mode: 0o755 });
  return join(machine, path);
}

it('a program that a variable names comes first', async () => {
  await createProgram('bin/redis-server');
  vi.stubEnv('REDIS_SERVER', '/opt/redis');
  expect(await providedProgram('redis')).toEqual({ path: '/opt/redis', environment: {} });
});

it('a program on the PATH is found by each of its names', async () => {
  const valkey = await createProgram('bin/valkey-server');
  expect(await providedProgram('redis')).toEqual({ path: valkey, environment: {} });
  const redis = await createProgram('bin/redis-server');
  expect(await providedProgram('redis')).toEqual({ path: redis, environment: {} });
});

it('an unpacked package is found with its libraries', async () => {
  const root = join(machine, `partner-rating-redis-server-${process.getuid?.()}`);
  await mkdir(join(root, 'usr/bin'), { recursive: true });
  await mkdir(join(root, 'usr/lib/x86_64-linux-gnu'), { recursive: true });
  await writeFile(join(root, 'usr/bin/redis-server'), '', { mode: 0o755 });
  expect(await providedProgram('redis')).toEqual({
    path: join(root, 'usr/bin/redis-server'),
    environment: { LD_LIBRARY_PATH: `${root}/usr/lib:${root}/usr/lib/x86_64-linux-gnu` },
  });
});

it('if there is none, the error says how to get it', async () => {
  await expect(providedProgram('redis')).rejects.toThrow(
    'These tests need a real Redis or Valkey server, and none is provided. ' +
      'Run `npx -y pnpm@12 run provision`, or set REDIS_SERVER to the program.',
  );
});
