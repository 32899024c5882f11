import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';

export interface ServerProcess {
  port: number;
  stop: () => Promise<void>;
}

/** Starts a server of this folder as a process, and waits for the port from `announcePort`. */
export async function startServer(
  name: 'api' | 'bare' | 'receiver' | 'service',
  environment: Record<string, string>,
): Promise<ServerProcess> {
  const child: ChildProcess = fork(fileURLToPath(new URL(`${name}.ts`, import.meta.url)), {
    env: { ...process.env, ...environment },
  });
  const [port] = (await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => Promise.reject(new Error(`The server ${name} did not start.`))),
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

/** Sends the port from the started process. */
export function announcePort(address: AddressInfo | string | null): void {
  if (address !== null && typeof address === 'object') process.send?.(address.port);
}
