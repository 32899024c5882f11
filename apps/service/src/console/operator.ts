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

/** The file of settings, if the command names one. */
interface OperatorOptions {
  envFile?: string;
}

/**
 * Runs an `operator` command and returns its exit status. It prints the reason of a failure, and never ends the
 * process.
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
    // Commander has printed its message.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : USAGE_ERROR;
    for (const line of await explain(error)) terminal.printError(line);
    return 1;
  }
}

// The usual exit status for wrong arguments.
const USAGE_ERROR = 2;

const HELP_HINT = '(see --help)';

/** Lets a command and its subcommands print to the terminal, and throw where they would end the process. */
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

/** The `operator` commands: those of the document, and one that needs no database. */
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
 * Runs an `operator` command: over HTTP if OPERATOR_URL is set, by the service that
 * has the embedded database open, and otherwise in this process.
 */
export async function operate(words: string[]): Promise<void> {
  // Reading the ledger creates much short-lived garbage, for which the heap would grow to several times its live size.
  setFlagsFromString('--heap-growing-percent=100');
  // `| head` ends the output early, but not the command: a rebuild must not stop half-way.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
  const { OPERATOR_URL: address, OPERATOR_TOKEN: token } = process.env;
  process.exitCode = await runOperatorCommand(words, terminal, ({ envFile }) => async (run) => {
    if (address !== undefined) return await clientOverHttp(address, token, printError)(run);
    const { withDatabase } = await import('./command/local-client.ts');
    await withDatabase(envFile, printError, run);
  });
}

async function readLine(): Promise<string> {
  for await (const line of createInterface({ input: process.stdin })) return line;
  return '';
}
