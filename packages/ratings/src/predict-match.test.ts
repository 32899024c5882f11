import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { predictMatch } from './predict-match.ts';

const skill = fc.record({
  mu: fc.double({ min: -60, max: 110, noNaN: true }),
  sigma: fc.double({ min: 0.1, max: 25 / 3, noNaN: true }),
  reliability: fc.double({ min: 0, max: 1, noNaN: true }),
});

const teams = fc
  .tuple(fc.integer({ min: 2, max: 16 }), fc.integer({ min: 1, max: 8 }))
  .chain(([count, size]) =>
    fc.array(fc.array(skill, { minLength: size, maxLength: size }), {
      minLength: count,
      maxLength: count,
    }),
  );

const format = fc.record({
  sport: fc.constantFrom('pickleball', 'tennis', 'badminton'),
  winScore: fc.integer({ min: 1, max: 999 }),
  winBy: fc.integer({ min: 1, max: 99 }),
  bestOf: fc.constantFrom(1, 3, 5, 15),
});

describe('a prediction', () => {
  it('has probabilities and shares that each sum to 1, for any teams and format', () => {
    fc.assert(
      fc.property(teams, format, (players, { bestOf, ...rest }) => {
        const played = { ...rest, bestOf: players.length > 2 ? 1 : bestOf };
        const { winProbability, expectedShare } = predictMatch(players, played);
        for (const numbers of [winProbability, expectedShare]) {
          const sum = numbers.reduce((total, number) => total + number, 0);
          expect(Math.abs(sum - 1)).toBeLessThan(1e-12);
          expect(numbers.every((number) => number >= 0 && number <= 1)).toBe(true);
        }
      }),
    );
  });

  it('is as reliable as the rating that is trusted least, and even between equals', () => {
    const equal = (reliability: number) => ({ mu: 25, sigma: 3, reliability });
    const played = { sport: 'padel', winScore: 11, winBy: 2, bestOf: 1 };
    const prediction = predictMatch(
      [
        [equal(0.9), equal(0.7)],
        [equal(0.4), equal(0.8)],
      ],
      played,
    );
    expect(prediction.reliability).toBe(0.4);
    for (const chance of [...prediction.winProbability, ...prediction.expectedShare]) {
      expect(chance).toBeCloseTo(0.5, 12);
    }
  });

  it('is no more reliable when one of its players is less so', () => {
    fc.assert(
      fc.property(teams, fc.double({ min: 0, max: 1, noNaN: true }), (players, less) => {
        const played = { sport: 'pickleball', winScore: 11, winBy: 2, bestOf: 1 };
        const [[first, ...partners] = [], ...others] = players;
        if (first === undefined) return;
        const unsure = { ...first, reliability: first.reliability * less };
        const { reliability } = predictMatch(players, played);
        expect(
          predictMatch([[unsure, ...partners], ...others], played).reliability,
        ).toBeLessThanOrEqual(reliability);
      }),
    );
  });
});
