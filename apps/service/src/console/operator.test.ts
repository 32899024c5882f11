import { expect, it } from 'vitest';
import { runOperatorCommand } from './operator.ts';
import { throttleLines } from './terminal.ts';
import { silentTerminal } from './testing/operator.ts';

it('a command that is typed wrongly fails, and says where to read how it is typed', async () => {
  const printed: string[] = [];
  const terminal = silentTerminal({ printError: (line) => printed.push(line) });
  const words = ['member', 'show', '--email', 'mike.brennan@example.com'];
  expect(await runOperatorCommand(words, terminal, () => expect.fail())).toBe(2);
  expect(printed.join('\n')).toBe("error: unknown option '--email'\n(--help says more)");
});

it('prints how far long work is every three seconds, and nothing of short work', () => {
  const printed: string[] = [];
  let now = 0;
  const print = throttleLines(
    (line) => printed.push(line),
    () => now,
  );
  for (now = 0; now <= 7_000; now += 500) print(`${now}`);
  expect(printed).toEqual(['3000', '6000']);
});
