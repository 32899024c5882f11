import tab from '@bomb.sh/tab/commander';
import { Command } from 'commander';
import { operatorCommand } from '../operator.ts';
import type { Terminal } from '../terminal.ts';

// The commands of the operator and of this completion have the same names.
const replaced = ['operator', 'completion', 'complete'];

/**
 * Prints the script that completes commands in a shell, or the possible next words.
 * @param program Its `operator` command adds its own commands only when it runs.
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
