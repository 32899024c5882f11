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
} from '../platform/configuration/configuration.ts';
import type { Dependencies } from '../platform/configuration/dependencies.ts';
import { DirectoryInUseError } from '../platform/database/lock.ts';
import { type OpenedDatabase, openDatabase } from '../platform/database/migrate.ts';
import type { AdminClient, WithClient } from './command/call-operation.ts';
import { clientInProcess, clientOverHttp, findServiceClient } from './command/clients.ts';
import { addDocumentCommands } from './command/document-commands.ts';
import { ratingsCommand } from './commands/ratings-command.ts';
import { secretsCommand } from './commands/secrets-command.ts';
import { describeFault, explainStartFailure, whichDatabase } from './migrate.ts';
import {
  lineWriter,
  OperatorError,
  refusalOf,
  type Terminal,
  throttleLines,
  type WithDependencies,
} from './terminal.ts';

/** The file of settings, where the words name one. */
interface OperatorOptions {
  envFile?: string;
}

/** How a command reaches the operations, and the database for those that are no operations. */
export interface CommandAccess {
  withClient: WithClient;
  withDependencies: WithDependencies;
}

/**
 * Runs the operator's command that these words name, and gives its exit status. Why it failed is printed, and no
 * process ends by it.
 */
export async function runOperatorCommand(
  words: readonly string[],
  terminal: Terminal,
  accessBy: (options: OperatorOptions) => CommandAccess,
): Promise<number> {
  const access = () => accessBy(command.opts<OperatorOptions>());
  const command: Command = operatorCommand(
    {
      withClient: async (run) => await access().withClient(run),
      withDependencies: async (run) => await access().withDependencies(run),
    },
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

/** Access for somebody who has the database. */
export function accessTo(dependencies: Dependencies): CommandAccess {
  return {
    withClient: async (run) => await run(clientInProcess(dependencies)),
    withDependencies: async (run) => await run(dependencies),
  };
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
  { withClient, withDependencies }: CommandAccess,
  terminal: Terminal,
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

/**
 * Runs the operator's command that these words name: over HTTP if there is an address of a service, by the service that
 * has the embedded database, and otherwise in this process.
 */
export async function operate(words: string[]): Promise<void> {
  const { OPERATOR_URL: address, OPERATOR_TOKEN: token } = process.env;
  process.exitCode = await runOperatorCommand(words, terminal, ({ envFile }) => {
    const configure = () => {
      const configuration = readConfiguration(readEnvironment(envFile, process.env));
      printError(`Database: ${whichDatabase(configuration)}`);
      return configuration;
    };
    return {
      withClient: async (run) => {
        if (address !== undefined) return await clientOverHttp(address, token)(run);
        const configuration = configure();
        const opened = await openOrFind(configuration);
        return typeof opened === 'function'
          ? await run(opened)
          : await use(opened, configuration, async (own) => await run(clientInProcess(own)));
      },
      withDependencies: async (run) => {
        const configuration = configure();
        await use(await openDatabase(configuration), configuration, run);
      },
    };
  });
}

async function use(
  { database, applied, close }: OpenedDatabase,
  configuration: Configuration,
  run: (dependencies: Dependencies) => Promise<void>,
): Promise<void> {
  if (applied.length > 0) printError(`The schema was brought up to date: ${applied.join(', ')}.`);
  try {
    const publicUrl = configuration.publicUrl ?? `http://localhost:${configuration.port}`;
    await run({ database, clock: () => new Date(), configuration, publicUrl });
  } finally {
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
