import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, it, type MockInstance, vi } from 'vitest';
import { wideLeague } from '../src/backtest/testing/wide-league.ts';
import { printFit } from './fit.ts';

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');

let log: MockInstance<typeof console.log>;

beforeEach(() => {
  log = vi.spyOn(console, 'log').mockImplementation(() => {});
});

afterEach(() => log.mockRestore());

const printed = () => log.mock.calls.map(([line]) => String(line));

it('the README shows the code of the examples, which are compiled', () => {
  const blocks = [...read('../README.md').matchAll(/```ts\n(.*?)```/gs)].map(([, code]) => code);
  expect(blocks).toEqual(['club-night.ts', 'season.ts', 'fit.ts'].map(read));
});

it('the club night predicts a match, and finds fairer teams', async () => {
  await import('./club-night.ts');
  const [predicted, fairest] = printed();
  const chanceIn = (line = '') => Number(/0\.\d+/.exec(line)?.[0]);
  expect(predicted).toMatch(/^Ann and Bob win 0\.\d\d of their matches\.$/);
  expect(fairest).toMatch(/^Ann and \w+ against \w+ and \w+: 0\.\d\d$/);
  expect(Math.abs(chanceIn(fairest) - 0.5)).toBeLessThan(Math.abs(chanceIn(predicted) - 0.5));
});

it('the season rates its players, and its predictions are better than a coin', async () => {
  await import('./season.ts');
  const lines = printed();
  expect(lines.slice(0, 4).map((line) => line.replace(/:.*/, ''))).toEqual(
    ['ann', 'bob', 'cem', 'dee'].map((name) => `${name}, overall-open`),
  );
  expect(Number(lines.at(-1)?.replace(/.*: /, ''))).toBeLessThan(Math.LN2);
});

it('the fit predicts a league of players far apart better than today’s parameters', () => {
  printFit(wideLeague(1_800));
  const [spread, loss, verdict] = printed();
  const numbersIn = (line = '') => [...line.matchAll(/\d+\.\d+/g)].map(Number);
  const [foundSpread = 0, todaySpread = 0] = numbersIn(spread);
  expect(foundSpread).toBeGreaterThan(todaySpread);
  const [foundLoss = 1, todayLoss = 0] = numbersIn(loss);
  expect(foundLoss).toBeLessThan(todayLoss);
  expect(verdict).toBe('Better beyond chance.');
});
