import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { printedBy } from './printed-by.ts';

/**
 * Starts a program of this repository in a process of its own, waits until it answers on a free port,
 * and gives its origin. `cleanup` stops it.
 */
export async function startChild(
  cleanup: AsyncDisposableStack,
  path: string,
  words: (port: string) => string[],
  environment: (port: string) => Record<string, string> = () => ({}),
): Promise<string> {
  const port = String(await freePort());
  const main = fileURLToPath(new URL(path, import.meta.url));
  const child = spawn(process.execPath, [main, ...words(port)], {
    env: { PATH: process.env.PATH, ...environment(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = printedBy(child);
  // Also where the tests end before they could stop it.
  const stopWithTests = () => child.kill('SIGTERM');
  process.once('exit', stopWithTests);
  const ended = once(child, 'close');
  cleanup.defer(async () => {
    child.kill('SIGTERM');
    await ended;
    process.off('exit', stopWithTests);
  });
  const origin = `http://127.0.0.1:${port}`;
  while (!(await answers(origin))) {
    if (child.exitCode !== null || child.signalCode !== null) {
      throw new Error(`${path} ended before it answered:\n${said()}`);
    }
    await wait(50);
  }
  return origin;
}

async function answers(origin: string): Promise<boolean> {
  return await fetch(`${origin}/readyz`).then(
    async (response) => {
      await response.body?.cancel();
      return response.status !== 503;
    },
    () => false,
  );
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
