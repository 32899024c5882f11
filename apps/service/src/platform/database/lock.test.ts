import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { DirectoryInUseError, lockDirectory } from './lock.ts';

async function directory(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'partner-rating-lock-'));
  onTestFinished(() => rm(path, { recursive: true }));
  return path;
}

it('refuses a second holder and says what to do', async () => {
  const path = await directory();
  const lock = await lockDirectory(path);
  await expect(lockDirectory(path)).rejects.toThrow(DirectoryInUseError);
  await expect(lockDirectory(path)).rejects.toThrow(/DATA_DIR.*DATABASE_URL/);
  await lock.release();
});

it('is free again once released', async () => {
  const path = await directory();
  await (await lockDirectory(path)).release();
  await (await lockDirectory(path)).release();
});

it('is free again once its holder was killed', async () => {
  const path = await directory();
  const module = new URL('./lock.ts', import.meta.url).href;
  const holder = spawn(process.execPath, [
    '--input-type=module',
    '--eval',
    `const { lockDirectory } = await import(${JSON.stringify(module)});
     await lockDirectory(${JSON.stringify(path)});
     process.stdout.write('held');
     setInterval(() => {}, 1000);`,
  ]);
  await once(holder.stdout, 'data');
  await expect(lockDirectory(path)).rejects.toThrow(DirectoryInUseError);
  holder.kill('SIGKILL');
  await once(holder, 'exit');
  await (await lockDirectory(path)).release();
});
