import { expect, it } from 'vitest';
import { runOperatorCommand } from './operator.ts';

it('a command that is typed wrongly fails, and says where to read how it is typed', async () => {
  const printed: string[] = [];
  const terminal = {
    print: () => {},
    printError: (line: string) => printed.push(line),
    printProgress: () => {},
    readInput: async () => '',
    readLine: async () => '',
    resolvePath: (path: string) => path,
  };
  const words = ['member', 'show', '--email', 'mike.brennan@example.com'];
  expect(await runOperatorCommand(words, terminal, () => async () => {})).toBe(1);
  expect(printed.join('\n')).toBe("error: unknown option '--email'\n(--help says more)");
});
