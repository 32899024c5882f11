import { expect, it } from 'vitest';
import { minimizeInSteps } from './nelder-mead.ts';
import { runToEnd } from './walk.ts';

const search = {
  start: [-1, 2],
  bounds: [
    { lower: -5, upper: 5 },
    { lower: -5, upper: 5 },
  ],
  step: 0.5,
  maxEvaluations: 400,
  tolerance: 1e-14,
};

/** Searches for the minimum of a function that takes one step. */
function minimize(
  valueAt: (point: readonly number[]) => number,
  options: Parameters<typeof minimizeInSteps>[1],
): number[] {
  function* inOneStep(point: readonly number[]) {
    yield 1;
    return valueAt(point);
  }
  return runToEnd(minimizeInSteps(inOneStep, options));
}

const valley = ([x = 0, y = 0]: readonly number[]) => (1 - x) ** 2 + 100 * (y - x * x) ** 2;

it('the search finds the minimum of a curved valley', () => {
  const [x, y] = minimize(valley, search);
  expect(x).toBeCloseTo(1, 4);
  expect(y).toBeCloseTo(1, 4);
});

it('the search evaluates no point outside the bounds, and no more points than allowed', () => {
  const asked: (readonly number[])[] = [];
  const bounds = [
    { lower: -5, upper: 0.5 },
    { lower: -5, upper: 5 },
  ];
  const [x] = minimize(
    (point) => {
      asked.push(point);
      return valley(point);
    },
    { ...search, start: [0.5, 2], bounds, maxEvaluations: 60 },
  );
  expect(asked.every(([first = 0]) => first >= -5 && first <= 0.5)).toBe(true);
  expect(asked.length).toBeLessThanOrEqual(60);
  expect(x).toBeGreaterThan(0);
});
