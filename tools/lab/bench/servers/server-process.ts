import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';

export interface ServerProcess {
  port: number;
  /** Returns the resident memory of the process, now or at its peak, in MB. Linux only. */
  megabytes: (which: 'now' | 'peak') => Promise<number>;
  /** The CPU time that it has used, in milliseconds. Only the server `service` reports it. */
  cpuMilliseconds: () => Promise<number>;
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
    megabytes: async (which) => await residentMegabytes(child.pid, which),
    cpuMilliseconds: async () => {
      const answer = once(child, 'message');
      child.send('cpu');
      const [milliseconds] = await answer;
      return milliseconds;
    },
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** Returns the resident memory of a process, now or at its peak, in MB. Linux only. */
export async function residentMegabytes(
  pid: number | undefined,
  which: 'now' | 'peak',
): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const [, kilobytes] = (which === 'now' ? /VmRSS:\s+(\d+)/ : /VmHWM:\s+(\d+)/).exec(status) ?? [];
  return Number(kilobytes) / 1_024;
}

/** Sends the port from the started process. */
export function announcePort(address: AddressInfo | string | null): void {
  if (address !== null && typeof address === 'object') process.send?.(address.port);
}
