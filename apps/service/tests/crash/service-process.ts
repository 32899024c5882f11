import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../src/http/free-port.ts';

const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url));

/** The real service in a process of its own, which is killed and started again at one address. */
export interface ServiceProcess {
  baseUrl: string;
  /** Starts it; gives how many milliseconds it took to be ready. */
  start: () => Promise<number>;
  /** Ends it as a power cut would, had the disk none. */
  kill: () => Promise<void>;
  /** Settles once it is ready, at once where it is. */
  ready: () => Promise<void>;
  /** What it has printed and logged since its start. */
  output: () => string;
}

export async function serviceProcess(environment: Record<string, string>): Promise<ServiceProcess> {
  const port = await freePort('127.0.0.1');
  const origin = `http://127.0.0.1:${port}`;
  let child: ChildProcess | undefined;
  let output = '';
  let whenReady = Promise.withResolvers<void>();

  return {
    baseUrl: `${origin}/api/v1`,
    start: async () => {
      const began = performance.now();
      const started = spawn(process.execPath, [main], {
        env: {
          ...process.env,
          HOST: '127.0.0.1',
          PORT: String(port),
          SEED: 'none',
          LOG_LEVEL: 'error',
          RATE_LIMIT: '0',
          INGEST_RATE_LIMIT: '0',
          // Nobody is there to be told; the events wait in the outbox.
          WEBHOOK_RETRY_SCHEDULE: '86400',
          ...environment,
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      child = started;
      output = '';
      for (const stream of [started.stdout, started.stderr]) {
        stream.on('data', (chunk: Buffer) => {
          output += chunk.toString();
        });
      }
      while (!(await isReady(origin))) {
        if (started.exitCode !== null) throw new Error(`The service ended: ${output}`);
        await sleep(10);
      }
      whenReady.resolve();
      return performance.now() - began;
    },
    kill: async () => {
      if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
      whenReady = Promise.withResolvers<void>();
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
    ready: async () => await whenReady.promise,
    output: () => output,
  };
}

async function isReady(origin: string): Promise<boolean> {
  return await fetch(`${origin}/readyz`).then(
    async (response) => {
      await response.body?.cancel();
      return response.ok;
    },
    () => false,
  );
}
