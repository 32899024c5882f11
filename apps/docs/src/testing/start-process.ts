import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface StartedService {
  origin: string;
  /** Where it was started, with `.data` in it. */
  directory: string;
  stop: () => Promise<void>;
}

/** Starts the service as a newcomer does, in a directory and on a port of its own. */
export async function startService(): Promise<StartedService> {
  const directory = mkdtempSync(join(tmpdir(), 'partner-rating-newcomer-'));
  const port = await freePort();
  const stop = await start('../../../service/src/main.ts', [], 'Ctrl-C stops', {
    PORT: String(port),
    DATA_DIR: join(directory, '.data'),
    LOG_LEVEL: 'silent',
  });
  return {
    origin: `http://localhost:${port}`,
    directory,
    stop: async () => {
      await stop();
      rmSync(directory, { recursive: true });
    },
  };
}

/** Starts the mock on a port of its own. */
export async function startMock(): Promise<{ origin: string; stop: () => Promise<void> }> {
  const port = await freePort();
  const stop = await start(
    '../../../../packages/mock/src/main.ts',
    ['--port', String(port)],
    `localhost:${port}`,
    {},
  );
  return { origin: `http://localhost:${port}`, stop };
}

async function start(
  program: string,
  words: string[],
  sign: string,
  environment: Record<string, string>,
): Promise<() => Promise<void>> {
  const child = spawn(
    process.execPath,
    [fileURLToPath(new URL(program, import.meta.url)), ...words],
    {
      env: { PATH: process.env.PATH, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let output = '';
  const isReady = Promise.withResolvers<void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      if (output.includes(sign)) isReady.resolve();
    });
  }
  await Promise.race([isReady.promise, once(child, 'close')]);
  if (child.exitCode !== null) throw new Error(`${program} ended:\n${output}`);
  return async () => await end(child);
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'close');
  child.kill('SIGTERM');
  await ended;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, 'localhost');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
