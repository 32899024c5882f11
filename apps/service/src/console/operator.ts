import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { Command, CommanderError } from 'commander';
import {
  type Configuration,
  ENV_FILE,
  readConfiguration,
  readEnvironment,
} from '../platform/configuration/configuration.ts';
import { DirectoryInUseError } from '../platform/database/lock.ts';
import { type OpenedDatabase, openDatabase } from '../platform/database/migrate.ts';
import { backtestCommand } from './backtest/backtest-command.ts';
import type { AdminClient, WithClient } from './command/call-operation.ts';
import { clientInProcess, clientOverHttp, findServiceClient } from './command/clients.ts';
import { addDocumentCommands } from './command/document-commands.ts';
import { stopJobs } from './jobs/start-job.ts';
import { describeError, explainStartFailure, whichDatabase } from './migrate.ts';
import { lineWriter, OperatorError, refusalOf, type Terminal, throttleLines } from './terminal.ts';

/** The file of settings, where the words name one. */
interface OperatorOptions {
  envFile?: string;
}

/**
 * Runs the operator's command that these words name, and gives its exit status. Why it failed is printed, and no
 * process ends by it.
 */
export async function runOperatorCommand(
  words: readonly string[],
  terminal: Terminal,
  clientBy: (options: OperatorOptions) => WithClient,
): Promise<number> {
  const command: Command = operatorCommand(
    async (run) => await clientBy(command.opts<OperatorOptions>())(run),
    terminal,
  )
    .name('partner-rating-service operator')
    .option(...ENV_FILE);
  speakBy(command, terminal);
  try {
    await command.parseAsync(words, { from: 'user' });
    return 0;
  } catch (error) {
    // Commander has printed its own.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : USAGE_ERROR;
    for (const line of explain(error)) terminal.printError(line);
    return 1;
  }
}

// As other commands end that were given wrong words.
const USAGE_ERROR = 2;

const HELP_HINT = '(--help says more)';

/** Has a command and those below it print to the terminal and throw, in place of ending the process. */
function speakBy(command: Command, terminal: Terminal): void {
  const linesOf = (text: string) => text.replace(/\n$/, '').split('\n');
  command.exitOverride().configureOutput({
    writeOut: (text) => linesOf(text).forEach(terminal.print),
    writeErr: (text) => linesOf(text).forEach(terminal.printError),
  });
  for (const child of command.commands) speakBy(child.showHelpAfterError(HELP_HINT), terminal);
}

function explain(error: unknown): readonly string[] {
  if (error instanceof OperatorError) return error.lines;
  const refusal = refusalOf(error);
  if (refusal !== null) return [refusal.message];
  const text = explainStartFailure(error, 'The command did not run') ?? describeError(error);
  return text.split('\n');
}

/** The operator's commands: those that the document describes, and one that needs no database. */
export function operatorCommand(withClient: WithClient, terminal: Terminal): Command {
  const command = new Command('operator')
    .description('Commands for the operator of the service. Settings come from the environment.')
    .showHelpAfterError();
  addDocumentCommands(command, withClient, terminal);
  const ratings = command.commands.find((group) => group.name() === 'ratings');
  ratings?.addCommand(backtestCommand(terminal));
  return command;
}

const printError = lineWriter(process.stderr);

const terminal: Terminal = {
  print: lineWriter(process.stdout),
  printError,
  printProgress: throttleLines(printError, () => performance.now()),
  readInput: () => text(process.stdin),
  readLine,
  resolvePath: (path) => resolve(path),
  onInterrupt: (run) => {
    process.once('SIGINT', run);
    return () => process.off('SIGINT', run);
  },
  columns: process.stdout.columns ?? Number.POSITIVE_INFINITY,
};

// As long as a service takes to start, or another command to end.
const WAIT_MILLISECONDS = 5_000;

const RETRY_MILLISECONDS = 100;

/**
 * Runs the operator's command that these words name: over HTTP if there is an address of a service, by the service that
 * has the embedded database, and otherwise in this process.
 */
export async function operate(words: string[]): Promise<void> {
  // Going through the ledger makes much garbage that lives for a moment, and the heap grows to several times what is in use.
  setFlagsFromString('--heap-growing-percent=100');
  const { OPERATOR_URL: address, OPERATOR_TOKEN: token } = process.env;
  process.exitCode = await runOperatorCommand(words, terminal, ({ envFile }) => async (run) => {
    if (address !== undefined) return await clientOverHttp(address, token)(run);
    const configuration = readConfiguration(readEnvironment(envFile, process.env));
    printError(`Database: ${whichDatabase(configuration)}`);
    const opened = await openOrFind(configuration);
    await (typeof opened === 'function' ? run(opened) : use(opened, configuration, run));
  });
}

async function use(
  { database, applied, close }: OpenedDatabase,
  configuration: Configuration,
  run: (client: AdminClient) => Promise<void>,
): Promise<void> {
  if (applied.length > 0) printError(`The schema was brought up to date: ${applied.join(', ')}.`);
  try {
    const publicUrl = configuration.publicUrl ?? `http://localhost:${configuration.port}`;
    const dependencies = { database, clock: () => new Date(), configuration, publicUrl };
    await run(clientInProcess(dependencies));
  } finally {
    await stopJobs(database);
    await close();
  }
}

/**
 * Opens the database, or finds the service that has it open.
 * @throws DirectoryInUseError where that process takes no commands, and does not end.
 */
async function openOrFind(configuration: Configuration): Promise<OpenedDatabase | AdminClient> {
  const deadline = performance.now() + WAIT_MILLISECONDS;
  for (;;) {
    try {
      return await openDatabase(configuration);
    } catch (error) {
      if (!(error instanceof DirectoryInUseError)) throw error;
      const client = await findServiceClient(configuration.dataDirectory);
      if (client !== null) return client;
      if (performance.now() > deadline) throw error;
      await sleep(RETRY_MILLISECONDS);
    }
  }
}

async function readLine(): Promise<string> {
  for await (const line of createInterface({ input: process.stdin })) return line;
  return '';
}
