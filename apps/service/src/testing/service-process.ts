import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { freePort } from '@partner-rating/processes';
import { endServer, untilAnswering } from './server-process.ts';

const main = fileURLToPath(new URL('../main.ts', import.meta.url));

/** The service as an operator runs it, in a process of its own and always at one address. */
export interface ServiceProcess {
  /** Ends in `/api/v1`. */
  baseUrl: string;
  /** Starts it, again after it ended; gives how many milliseconds it took to be ready. */
  start: () => Promise<number>;
  /** Lets it end as on Ctrl-C; gives its exit code. */
  stop: () => Promise<number | null>;
  /** Ends it as a power cut would, had the disk none. */
  kill: () => Promise<void>;
  /** Settles once it is ready, at once where it is. */
  ready: () => Promise<void>;
  /** Of the process that runs, or ran last. */
  pid: () => number | undefined;
  /** What it has printed and logged of late, since its start. */
  output: () => string;
}

/** A service with nothing but these settings, `DATA_DIR` among them, which is not started yet. */
export async function serviceProcess(
  environment: Record<string, string> & { DATA_DIR: string },
): Promise<ServiceProcess> {
  const port = await freePort('127.0.0.1');
  const origin = `http://127.0.0.1:${port}`;
  let child: ChildProcess | undefined;
  let output = () => '';
  let whenReady = Promise.withResolvers<void>();

  async function end(signal: NodeJS.Signals): Promise<number | null> {
    if (child === undefined) return null;
    if (child.exitCode === null && child.signalCode === null) {
      whenReady = Promise.withResolvers<void>();
      await endServer(child, signal);
    }
    return child.exitCode;
  }

  return {
    baseUrl: `${origin}/api/v1`,
    start: async () => {
      const began = performance.now();
      const started = spawn(process.execPath, [main, 'start'], {
        env: {
          PATH: process.env.PATH,
          NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
          HOST: '127.0.0.1',
          PORT: String(port),
          SEED: 'none',
          LOG_LEVEL: 'warn',
          ...environment,
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      child = started;
      output = await untilAnswering('The service', started, () => isReady(origin));
      whenReady.resolve();
      return performance.now() - began;
    },
    stop: async () => await end('SIGTERM'),
    kill: async () => {
      await end('SIGKILL');
    },
    ready: async () => await whenReady.promise,
    pid: () => child?.pid,
    output: () => output(),
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
