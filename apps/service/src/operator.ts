import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { forwardCommand } from './admin/socket/forward-command.ts';
import { lineWriter, type Terminal, type WithDependencies } from './admin/terminal/terminal.ts';
import { throttleLines } from './admin/terminal/throttle-lines.ts';
import { whichDatabase } from './admin/terminal/which-database.ts';
import { type Configuration, readConfiguration } from './platform/configuration/configuration.ts';
import { readEnvironment } from './platform/configuration/env-file.ts';
import { DirectoryInUseError } from './platform/database/lock.ts';
import { type OpenedDatabase, openDatabase } from './platform/database/open.ts';
import { type OperatorOptions, runOperatorCommand } from './run-operator-command.ts';
import { version } from './version.ts';

const printError = lineWriter(process.stderr);

const terminal: Terminal = {
  print: lineWriter(process.stdout),
  printError,
  printProgress: throttleLines(printError, () => performance.now()),
  readInput: () => text(process.stdin),
  readLine,
  resolvePath: (path) => resolve(path),
};

// As long as a service takes to start, or another command to end.
const WAIT_MILLISECONDS = 5_000;
const RETRY_MILLISECONDS = 100;

/** Runs the operator's command that these words name; where a service has the embedded database, inside of it. */
export async function operate(words: string[]): Promise<void> {
  let forwarded: number | null = null;

  const withDependencies =
    ({ envFile }: OperatorOptions): WithDependencies =>
    async (run, { isAlone = false } = {}) => {
      const configuration = readConfiguration(readEnvironment(envFile, process.env));
      printError(`Database: ${whichDatabase(configuration)}`);
      const command = { version, words, directory: process.cwd() };
      const forward = async () =>
        await forwardCommand(configuration.dataDirectory, command, terminal);
      const opened = isAlone
        ? await openDatabase(configuration)
        : await openOr(configuration, forward);
      if (typeof opened === 'number') {
        forwarded = opened;
        return;
      }
      if (opened.applied.length > 0) {
        printError(`The schema was brought up to date: ${opened.applied.join(', ')}.`);
      }
      try {
        const publicUrl = configuration.publicUrl ?? `http://localhost:${configuration.port}`;
        const { database } = opened;
        await run({ database, clock: () => new Date(), configuration, publicUrl });
      } finally {
        await opened.close();
      }
    };

  const status = await runOperatorCommand(words, terminal, withDependencies);
  process.exitCode = forwarded ?? status;
}

/**
 * Opens the database, or forwards the command where another process has it; the exit status then.
 * @throws DirectoryInUseError where that process takes no commands, and does not end.
 */
async function openOr(
  configuration: Configuration,
  forward: () => Promise<number | null>,
): Promise<OpenedDatabase | number> {
  const deadline = performance.now() + WAIT_MILLISECONDS;
  for (;;) {
    try {
      return await openDatabase(configuration);
    } catch (error) {
      if (!(error instanceof DirectoryInUseError)) throw error;
      const status = await forward();
      if (status !== null) return status;
      if (performance.now() > deadline) throw error;
      await sleep(RETRY_MILLISECONDS);
    }
  }
}

async function readLine(): Promise<string> {
  for await (const line of createInterface({ input: process.stdin })) return line;
  return '';
}
