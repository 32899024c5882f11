import { expect, it } from 'vitest';
import { runOperatorCommand } from './operator.ts';
import { throttleLines } from './terminal.ts';
import { silentTerminal } from './testing/operator.ts';

it('a wrong command fails, and points to its help', async () => {
  const printed: string[] = [];
  const terminal = silentTerminal({ printError: (line) => printed.push(line) });
  const words = ['member', 'show', '--email', 'mike.brennan@example.com'];
  expect(await runOperatorCommand(words, terminal, () => expect.fail())).toBe(2);
  expect(printed.join('\n')).toBe("error: unknown option '--email'\n(see --help)");
});

it('prints the progress of long work every three seconds, and nothing for short work', () => {
  const printed: string[] = [];
  let now = 0;
  const print = throttleLines(
    (line) => printed.push(line),
    () => now,
  );
  for (now = 0; now <= 7_000; now += 500) print(`${now}`);
  expect(printed).toEqual(['3000', '6000']);
});
