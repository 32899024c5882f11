import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

const main = join(import.meta.dirname, 'main.ts');
const run = promisify(execFile);

async function simulate(...words: string[]): Promise<string> {
  const { stdout } = await run(process.execPath, [main, ...words]);
  return stdout;
}

const linesOf = (output: string) => output.split('\n').filter((line) => line.startsWith('Seed'));

// `pnpm simulate` plays thousands of stories. These few show that a change did not break the
// simulator.
describe('the simulated service', () => {
  it('keeps its promises in a handful of stories, and the same seed gives the same story', async () => {
    const [one, two] = await Promise.all([
      simulate('--seed', '1', '--seeds', '2', '--operations', '40'),
      simulate('--seed', '2', '--operations', '40'),
    ]);
    expect(linesOf(one)).toEqual(
      [1, 2].map((seed) => expect.stringContaining(`Seed ${seed} holds`)),
    );
    // Bit for bit, whatever the process has played before.
    const digest = (line: string | undefined) => line?.split(' ').at(-1);
    expect(digest(linesOf(two)[0])).toBe(digest(linesOf(one)[1]));
  });
});
