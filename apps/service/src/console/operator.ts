import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { setFlagsFromString } from 'node:v8';
import { Command, CommanderError } from 'commander';
import { ENV_FILE } from '../platform/configuration/configuration.ts';
import { backtestCommand } from './backtest/backtest-command.ts';
import type { WithClient } from './command/call-operation.ts';
import { clientOverHttp } from './command/clients.ts';
import { addDocumentCommands } from './command/document-commands.ts';
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
    for (const line of await explain(error)) terminal.printError(line);
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

async function explain(error: unknown): Promise<readonly string[]> {
  if (error instanceof OperatorError) return error.lines;
  const refusal = refusalOf(error);
  if (refusal !== null) return [refusal.message];
  const { describeError, explainStartFailure } = await import('./migrate.ts');
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
    const { withDatabase } = await import('./command/local-client.ts');
    await withDatabase(envFile, printError, run);
  });
}

async function readLine(): Promise<string> {
  for await (const line of createInterface({ input: process.stdin })) return line;
  return '';
}
