import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expectedShare, winProbability } from './model/win-probability.ts';
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
  it('is what the model expects, and as reliable as the rating that is trusted least', () => {
    fc.assert(
      fc.property(teams, format, (players, { bestOf, ...rest }) => {
        const played = { ...rest, bestOf: players.length > 2 ? 1 : bestOf };
        expect(predictMatch(players, played)).toEqual({
          winProbability: winProbability(players, played),
          expectedShare: expectedShare(players, played),
          reliability: Math.min(...players.flat().map(({ reliability }) => reliability)),
        });
      }),
    );
  });
});
