import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

test('the benchmark runs and returns each of its figures', async () => {
  const program = fileURLToPath(new URL('main.ts', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--expose-gc',
    program,
    '--short',
  ]);
  const figures = stdout.split('\n').filter((line) => line.startsWith('  '));
  expect(figures.length).toBeGreaterThan(0);
  expect(
    figures.filter((line) => !/: -?\d+(\.\d+)?( \(at (least|most) [\d.]+\))?$/.test(line)),
  ).toEqual([]);
});
