import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import { operatorCommand } from '../operator.ts';

/**
 * Runs a command of the operator, as it is typed.
 * @param input What is piped in, or typed at a question.
 * @returns the lines it printed.
 */
export async function runOperator(
  dependencies: Dependencies,
  words: readonly string[],
  input = '',
): Promise<string[]> {
  const printed: string[] = [];
  const command = operatorCommand(async (action) => await action(dependencies), {
    print: (line) => printed.push(line),
    printError: () => {},
    printProgress: () => {},
    readInput: async () => input,
    readLine: async () => input,
    resolvePath: (path) => path,
  });
  await command.parseAsync(words, { from: 'user' });
  return printed;
}
