import { expect, it } from 'vitest';
import { throttleLines } from './forward-command.ts';

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
