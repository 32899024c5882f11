import type { Command } from 'commander';
import { operatorCommand } from '../operator.ts';

const silent = {
  print: () => {},
  printError: () => {},
  printProgress: () => {},
  readInput: async () => '',
  readLine: async () => '',
  resolvePath: (path: string) => path,
};

/** Each command of the operator that does something, by the words that are typed for it. */
export function operatorCommands(): [words: string, command: Command][] {
  return leavesOf(
    operatorCommand(async () => {}, silent),
    [],
  );
}

function leavesOf({ commands }: Command, above: readonly string[]): [string, Command][] {
  return commands.flatMap((command): [string, Command][] => {
    const words = [...above, command.name()];
    return command.commands.length === 0 ? [[words.join(' '), command]] : leavesOf(command, words);
  });
}
