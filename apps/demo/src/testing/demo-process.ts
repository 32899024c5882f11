import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const main = fileURLToPath(new URL('../main.ts', import.meta.url));

/** The demo as a process, with what it printed until it was ready, or until it ended. */
export interface DemoProcess {
  process: ChildProcess;
  output: string;
  exitCode: number | null;
}

/** Starts the demo as its command does, on a free port; resolves once it is ready, or has ended. */
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
      if (output.includes('Ctrl-C stops it')) ready.resolve();
    });
  }
  await Promise.race([ready.promise, once(child, 'close')]);
  return { process: child, output, exitCode: child.exitCode };
}

/** Stops it as Ctrl-C does, and returns its exit code. */
export async function stopDemo({ process: child }: DemoProcess): Promise<number | null> {
  if (child.exitCode !== null) return child.exitCode;
  const ended = once(child, 'close');
  child.kill('SIGINT');
  await ended;
  return child.exitCode;
}

/** The address it printed. */
export const addressIn = (output: string) => /Courtside Club +(http:\S+)/.exec(output)?.[1] ?? '';

/** Its start page. */
export async function startPageOf({ output }: DemoProcess): Promise<string> {
  return await (await fetch(addressIn(output))).text();
}
