import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const main = fileURLToPath(new URL('../main.ts', import.meta.url));

/** The demo as a process, with its output until it was ready or ended. */
export interface DemoProcess {
  process: ChildProcess;
  output: string;
  exitCode: number | null;
}

/** Starts the demo like its command, on a free port. Resolves when the demo is ready or has ended. */
export async function startDemo(
  parameters: readonly string[],
  environment: Record<string, string>,
): Promise<DemoProcess> {
  const child = spawn(process.execPath, [main, '--port', '0', ...parameters], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const ready = Promise.withResolvers<void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      if (output.includes('Ctrl-C stops the demo')) ready.resolve();
    });
  }
  await Promise.race([ready.promise, once(child, 'close')]);
  return { process: child, output, exitCode: child.exitCode };
}

/** Stops the demo like Ctrl-C, and returns its exit code. */
export async function stopDemo({ process: child }: DemoProcess): Promise<number | null> {
  if (child.exitCode !== null) return child.exitCode;
  const ended = once(child, 'close');
  child.kill('SIGINT');
  await ended;
  return child.exitCode;
}

/** Returns the address that the demo printed. */
export const addressIn = (output: string) => /Courtside Club +(http:\S+)/.exec(output)?.[1] ?? '';

/** Returns the start page of the demo. */
export async function startPageOf({ output }: DemoProcess): Promise<string> {
  return await (await fetch(addressIn(output))).text();
}
