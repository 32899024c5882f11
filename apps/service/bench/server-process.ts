import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';

export interface ServerProcess {
  port: number;
  stop: () => Promise<void>;
}

/** Starts a file of this folder as a process of its own, which tells its port by `announce`. */
export async function startServer(
  file: string,
  environment: Record<string, string>,
): Promise<ServerProcess> {
  const child: ChildProcess = fork(fileURLToPath(new URL(file, import.meta.url)), {
    env: { ...process.env, ...environment },
  });
  const [port] = (await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => Promise.reject(new Error(`${file} did not start.`))),
  ])) as [number];
  return {
    port,
    stop: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** In the started process: tells the port it listens on. */
export function announce(address: AddressInfo | string | null): void {
  if (address !== null && typeof address === 'object') process.send?.(address.port);
}
