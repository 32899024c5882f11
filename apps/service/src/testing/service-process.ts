import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../http/free-port.ts';

const main = fileURLToPath(new URL('../main.ts', import.meta.url));

/** The service as an operator runs it, in a process of its own. */
export interface ServiceProcess {
  /** Ends in `/api/v1`. */
  baseUrl: string;
  process: ChildProcess;
  /** Lets it end as on Ctrl-C; gives its exit code. */
  stop: () => Promise<number | null>;
}

/** Starts it with nothing but the settings given, and waits until it listens. */
export async function startServiceProcess(
  environment: Record<string, string>,
): Promise<ServiceProcess> {
  const directory = await mkdtemp(join(tmpdir(), 'partner-rating-process-'));
  const port = await freePort('localhost');
  const child = spawn(process.execPath, [main], {
    env: {
      PATH: process.env.PATH,
      DATA_DIR: directory,
      PORT: String(port),
      SEED: 'none',
      LOG_LEVEL: 'warn',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'close');
  let output = '';
  const listens = new Promise<void>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        output = (output + chunk.toString()).slice(-8_000);
        if (output.includes('listens on')) resolve();
      });
    }
  });
  const didStart = await Promise.race([listens.then(() => true), ended.then(() => false)]);
  if (!didStart) {
    await rm(directory, { recursive: true, force: true });
    throw new Error(`The service did not start:\n${output}`);
  }
  return {
    baseUrl: `http://localhost:${port}/api/v1`,
    process: child,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
      await rm(directory, { recursive: true, force: true });
      return child.exitCode;
    },
  };
}
