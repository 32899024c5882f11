import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { skillOf } from './model/scale.ts';
import { anySkillWithin, NEWCOMER, numbered } from './model/testing/skills.ts';
import { expectedShare, knownLead, winProbability } from './model/win-probability.ts';
import { predictMatch } from './predict-match.ts';

const skill = anySkillWithin([-60, 110], [0.1, 25 / 3]);

const teams = fc
  .tuple(fc.integer({ min: 2, max: 16 }), fc.integer({ min: 1, max: 8 }))
  .chain(([count, size]) =>
    fc
      .array(fc.array(skill, { minLength: size, maxLength: size }), {
        minLength: count,
        maxLength: count,
      })
      .map(numbered),
  );

const format = fc.record({
  sport: fc.constantFrom('pickleball', 'tennis', 'badminton'),
  winScore: fc.integer({ min: 1, max: 999 }),
  winBy: fc.integer({ min: 1, max: 99 }),
  bestOf: fc.constantFrom(1, 3, 5, 15),
});

const toEleven = { sport: 'pickleball', winScore: 11, winBy: 2, bestOf: 1 };
const reliable = (reliability: number) => skillOf({ rating: 4, reliability });

describe('a prediction', () => {
  it('equals that of the model, with the reliability of the difference in hundredths', () => {
    fc.assert(
      fc.property(teams, format, (players, { bestOf, ...rest }) => {
        const played = { ...rest, bestOf: players.length > 2 ? 1 : bestOf };
        const { reliability, ...chances } = predictMatch(players, played);
        expect(chances).toEqual({
          winProbability: winProbability(players, played),
          expectedShare: expectedShare(players, played),
        });
        expect(reliability).toBeGreaterThanOrEqual(0);
        expect(reliability).toBeLessThanOrEqual(1);
        const known = knownLead(players, rest.sport).reliability;
        expect(Math.abs(reliability - known)).toBeLessThanOrEqual(0.005 + 1e-12);
      }),
    );
  });

  it('of newcomers has a reliability of 0', () => {
    expect(predictMatch([[NEWCOMER], [NEWCOMER]], toEleven).reliability).toBe(0);
    expect(predictMatch([[NEWCOMER], [NEWCOMER], [NEWCOMER]], toEleven).reliability).toBe(0);
  });

  it('has the average reliability of players whose strengths were compared', () => {
    const mixed = [
      [reliable(0.9), reliable(0.7)],
      [reliable(0.5), reliable(0.3)],
    ];
    expect(predictMatch(mixed, toEleven).reliability).toBe(0.6);
    expect(predictMatch([[reliable(0.8)], [reliable(0.8)]], toEleven).reliability).toBe(0.8);
  });
});
