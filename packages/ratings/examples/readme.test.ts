import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, it, type MockInstance, vi } from 'vitest';

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');

let log: MockInstance<typeof console.log>;

beforeEach(() => {
  log = vi.spyOn(console, 'log').mockImplementation(() => {});
});

afterEach(() => log.mockRestore());

const printed = () => log.mock.calls.map(([line]) => String(line));

it('the code of the README is that of the examples, which are compiled', () => {
  const blocks = [...read('../README.md').matchAll(/```ts\n(.*?)```/gs)].map(([, code]) => code);
  expect(blocks).toEqual([read('club-night.ts'), read('season.ts')]);
});

it('the club night predicts a match, and finds teams that are fairer', async () => {
  await import('./club-night.ts');
  const [predicted, fairest] = printed();
  const chanceIn = (line = '') => Number(/0\.\d+/.exec(line)?.[0]);
  expect(predicted).toMatch(/^Ann and Bob win 0\.\d\d of their matches\.$/);
  expect(fairest).toMatch(/^Ann and \w+ against \w+ and \w+: 0\.\d\d$/);
  expect(Math.abs(chanceIn(fairest) - 0.5)).toBeLessThan(Math.abs(chanceIn(predicted) - 0.5));
});

it('the season rates its players, and is predicted better than by a coin', async () => {
  await import('./season.ts');
  const lines = printed();
  expect(lines.slice(0, 4).map((line) => line.replace(/:.*/, ''))).toEqual(
    ['ann', 'bob', 'cem', 'dee'].map((name) => `${name}, overall-open`),
  );
  expect(Number(lines.at(-1)?.replace(/.*: /, ''))).toBeLessThan(Math.LN2);
});
