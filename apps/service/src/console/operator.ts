import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { Command, CommanderError } from 'commander';
import {
  type Configuration,
  ENV_FILE,
  readConfiguration,
  readEnvironment,
  version,
} from '../platform/configuration/configuration.ts';
import { DirectoryInUseError } from '../platform/database/lock.ts';
import { type OpenedDatabase, openDatabase } from '../platform/database/migrate.ts';
import type { WithClient } from './command/call-operation.ts';
import { clientInProcess, clientOverHttp } from './command/clients.ts';
import { addDocumentCommands } from './command/document-commands.ts';
import { ratingsCommand } from './commands/ratings-command.ts';
import { secretsCommand } from './commands/secrets-command.ts';
import { describeFault, explainStartFailure, whichDatabase } from './migrate.ts';
import { forwardCommand, throttleLines } from './socket/forward-command.ts';
import {
  lineWriter,
  OperatorError,
  refusalOf,
  type Terminal,
  type WithDependencies,
} from './terminal.ts';

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
  withDependencies: (options: OperatorOptions) => WithDependencies,
  environment: { OPERATOR_URL?: string; OPERATOR_TOKEN?: string } = {},
): Promise<number> {
  const { OPERATOR_URL: address, OPERATOR_TOKEN: token } = environment;
  const command: Command = operatorCommand(
    (...request) => withDependencies(command.opts<OperatorOptions>())(...request),
    terminal,
    address === undefined ? undefined : async (run) => await clientOverHttp(address, token)(run),
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
  const text = explainStartFailure(error, 'The command did not run') ?? describeFault(error);
  return text.split('\n');
}

/** The operator's commands: those that the document describes, and those about ratings and secrets. */
export function operatorCommand(
  withDependencies: WithDependencies,
  terminal: Terminal,
  withClient: WithClient = clientInProcess(withDependencies),
): Command {
  const command = new Command('operator')
    .description('Commands for the operator of the service. Settings come from the environment.')
    .showHelpAfterError();
  addDocumentCommands(command, withClient, terminal);
  command.addCommand(ratingsCommand(withDependencies, terminal));
  command.addCommand(secretsCommand(withDependencies, terminal));
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
  columns: process.stdout.columns ?? Number.POSITIVE_INFINITY,
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
      const { columns } = process.stdout;
      const command = { version, words, directory: process.cwd(), columns };
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

  const status = await runOperatorCommand(words, terminal, withDependencies, process.env);
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
