import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';

// Going through the ledger makes much garbage that lives for a moment. With the flags that fit a server the heap grows to
// several times what is in use; these have to be there when a process begins.
const FLAGS = ['--max-semi-space-size=8', '--heap-growing-percent=100'];

/** The flags of Node that an operator's command is to run with, and does not. */
export function missingFlags(words: readonly string[], execArgv: readonly string[]): string[] {
  return words.includes('ratings') ? FLAGS.filter((flag) => !execArgv.includes(flag)) : [];
}

/** Runs the same command again with these flags of Node; gives its exit status. */
export async function runAgainWith(flags: readonly string[]): Promise<number> {
  const words = process.argv.slice(1);
  const child = spawn(process.execPath, [...process.execArgv, ...flags, ...words], {
    stdio: 'inherit',
  });
  // A terminal sends Ctrl-C to both, and this one waits for the other; what is sent to this one alone is passed on.
  process.on('SIGINT', () => {});
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  const [status, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
  return status ?? 128 + (signal === null ? 0 : constants.signals[signal]);
}
