import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { freePort } from '@partner-rating/processes';
import { endServer, untilAnswering } from './server-process.ts';

const main = fileURLToPath(new URL('../main.ts', import.meta.url));

/** The service as an operator runs it, in a separate process and always at the same address. */
export interface ServiceProcess {
  /** Ends in `/api/v1`. */
  baseUrl: string;
  /** Starts it, also after it ended. Returns how many milliseconds it took to be ready. */
  start: () => Promise<number>;
  /** Stops it as Ctrl-C does. Returns its exit code. */
  stop: () => Promise<number | null>;
  /** Kills it like a power cut that spares the disk. */
  kill: () => Promise<void>;
  /** Resolves when it is ready. */
  ready: () => Promise<void>;
  /** The id of the current or last process. */
  pid: () => number | undefined;
  /** Its latest output since its start. */
  output: () => string;
}

/** Prepares a service with only these settings, including `DATA_DIR`, without starting it. */
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
