import { type Command, CommanderError } from 'commander';
import { InvalidAccountError } from './accounts/create-account.ts';
import { operatorCommand } from './admin/command.ts';
import { OperatorError } from './admin/terminal/operator-error.ts';
import type { Terminal, WithDependencies } from './admin/terminal/terminal.ts';
import { ENV_FILE } from './platform/configuration/env-file.ts';
import { describeFault, explainStartFailure } from './start-failure.ts';

/** The file of settings, where the words name one. */
export interface OperatorOptions {
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
): Promise<number> {
  const command: Command = operatorCommand(
    (...request) => withDependencies(command.opts<OperatorOptions>())(...request),
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
    if (error instanceof CommanderError) return error.exitCode;
    for (const line of explain(error)) terminal.printError(line);
    return 1;
  }
}

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
  if (error instanceof InvalidAccountError) return [error.message];
  const text = explainStartFailure(error, 'The command did not run') ?? describeFault(error);
  return text.split('\n');
}
