import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';

/** Creates the directory of a PostgreSQL, whose server is a process that does nothing. */
async function openCluster() {
  const directory = await mkdtemp(join(tmpdir(), 'end-with-process-'));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  const server = spawn('sleep', ['600']);
  onTestFinished(() => void server.kill('SIGKILL'));
  await mkdir(join(directory, 'data'));
  await writeFile(join(directory, 'data/postmaster.pid'), `${server.pid}\n${directory}\n`);
  return { directory, server };
}

/** Starts a process that starts the guard, and reports it. */
async function startHolder(directory: string): Promise<ChildProcess> {
  const module = new URL('./end-with-process.ts', import.meta.url).href;
  const script = `
    const { endWithProcess } = await import(${JSON.stringify(module)});
    endWithProcess(${JSON.stringify(directory)});
    console.log('started');
    setInterval(() => {}, 1000);
  `;
  const holder = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void holder.kill('SIGKILL'));
  if (holder.stdout !== null) await once(holder.stdout, 'data');
  return holder;
}

const exists = async (path: string) => (await stat(path).catch(() => null)) !== null;

it('stops the server and removes its files after the process was killed', async () => {
  const { directory, server } = await openCluster();
  const holder = await startHolder(directory);
  expect(await exists(directory)).toBe(true);
  const stopped = once(server, 'exit');
  holder.kill('SIGKILL');
  expect(await stopped).toEqual([null, 'SIGINT']);
  await expect.poll(() => exists(directory)).toBe(false);
});
