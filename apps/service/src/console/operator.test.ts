import { expect, it } from 'vitest';
import { runOperatorCommand } from './operator.ts';
import { silentTerminal } from './testing/operator.ts';

it('a command that is typed wrongly fails, and says where to read how it is typed', async () => {
  const printed: string[] = [];
  const terminal = silentTerminal({ printError: (line) => printed.push(line) });
  const words = ['member', 'show', '--email', 'mike.brennan@example.com'];
  expect(await runOperatorCommand(words, terminal, () => async () => {})).toBe(2);
  expect(printed.join('\n')).toBe("error: unknown option '--email'\n(--help says more)");
});
