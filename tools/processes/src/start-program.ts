import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from './free-port.ts';
import { programs } from './programs.ts';

// The tests of all packages share Node's compile cache for the programs.
const compileCache = fileURLToPath(
  new URL('../../../node_modules/.cache/compile', import.meta.url),
);

/** A program that runs in its own process and accepts requests. */
export interface StartedProgram extends AsyncDisposable {
  origin: string;
  stop: () => Promise<void>;
}

/** Starts the service on a free port, with only these settings, and with options of its command. */
export async function startService(
  settings: Record<string, string> & { DATA_DIR: string },
  options: string[] = [],
): Promise<StartedProgram> {
  const port = await freePort();
  return await startProgram(programs.service, ['start', ...options], port, {
    HOST: '127.0.0.1',
    PORT: String(port),
    ...settings,
  });
}

/** Starts the mock on a free port. */
export async function startMock(): Promise<StartedProgram> {
  const port = await freePort();
  return await startProgram(
    programs.mock,
    ['--host=127.0.0.1', `--port=${port}`, '--quiet'],
    port,
    {},
  );
}

/** Starts a program that listens on a port of this machine, and waits until it responds. */
export async function startProgram(
  program: string,
  words: string[],
  port: number,
  environment: Record<string, string>,
): Promise<StartedProgram> {
  const child = spawn(process.execPath, [program, ...words], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? compileCache,
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = outputOf(child);
  // Also stops the program if the tests end early.
  const stopAtExit = () => child.kill('SIGTERM');
  process.once('exit', stopAtExit);
  const ended = once(child, 'close');
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
    process.off('exit', stopAtExit);
  };
  const origin = `http://127.0.0.1:${port}`;
  while (!(await answers(origin))) {
    if (child.exitCode !== null || child.signalCode !== null) {
      throw new Error(`${program} ended before it answered:\n${output()}`);
    }
    await wait(50);
  }
  return { origin, stop, [Symbol.asyncDispose]: stop };
}

/** Returns whether the program is ready. The mock has no such path, and responds as soon as it listens. */
async function answers(origin: string): Promise<boolean> {
  return await fetch(`${origin}/readyz`).then(
    async (response) => {
      await response.body?.cancel();
      return response.status !== 503;
    },
    () => false,
  );
}

/** Returns all that a program has printed so far. */
export function outputOf({ stdout, stderr }: ChildProcess): () => string {
  let output = '';
  for (const stream of [stdout, stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  return () => output;
}
