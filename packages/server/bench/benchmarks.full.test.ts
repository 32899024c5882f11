import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

test('each benchmark runs and returns its figures', async () => {
  const figures: Record<string, number> = {};
  for (const name of ['validation', 'answer', 'overhead']) {
    const program = fileURLToPath(new URL(`${name}.ts`, import.meta.url));
    const { stdout } = await promisify(execFile)(process.execPath, [program, '--short']);
    figures[name] = stdout.match(/: .*\d+\.\d+ \(at (least|most) [\d.]+\)$/gm)?.length ?? 0;
  }
  expect(figures).toEqual({ validation: 1, answer: 2, overhead: 4 });
});
