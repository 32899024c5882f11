import tab from '@bomb.sh/tab/commander';
import { Command } from 'commander';
import { operatorCommand } from '../operator.ts';
import type { Terminal } from '../terminal.ts';

// By those below, of the same names.
const replaced = ['operator', 'completion', 'complete'];

/**
 * Prints the script that completes commands in a shell, or what may follow what is typed there.
 * @param program The program, whose command of the operator has no commands of its own before it is run.
 */
export async function complete(program: Command, words: readonly string[]): Promise<void> {
  const root = new Command(program.name());
  for (const command of program.commands) {
    if (!replaced.includes(command.name())) root.addCommand(command);
  }
  const operator = operatorCommand(async () => {}, {} as Terminal);
  forEachCommand(operator, (command) => {
    for (const option of command.options) option.description = firstLine(option.description);
  });
  root.addCommand(operator);
  tab(root, { completionCommandName: 'completion' });
  await root.parseAsync(words, { from: 'user' });
}

function forEachCommand(command: Command, run: (command: Command) => void): void {
  run(command);
  for (const child of command.commands) forEachCommand(child, run);
}

// A shell reads a suggestion from each line.
function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? '';
}
